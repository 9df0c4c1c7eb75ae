internal import DBus
internal import TodayModel

/// The center's own properties that change, as panels know them. Pure.
struct CenterState: Equatable {
    var arrangement: [WidgetIdentifier] = []
    var today: [WidgetIdentifier] = []
    var viewing = false
    var stateTrouble: StateTrouble?

    /// Returns the properties whose changes have to be emitted to panels.
    func changes(since before: CenterState) -> [MemberName] {
        var names: [MemberName] = []
        if arrangement != before.arrangement { names.append(CenterMember.arrangement) }
        if today != before.today { names.append(CenterMember.today) }
        if viewing != before.viewing { names.append(CenterMember.viewing) }
        if stateTrouble != before.stateTrouble {
            if (stateTrouble == nil) != (before.stateTrouble == nil) { names.append(CenterMember.stateStored) }
            names.append(CenterMember.stateError)
            if stateTrouble?.kind != before.stateTrouble?.kind { names.append(CenterMember.stateErrorKind) }
        }
        return names
    }
}
