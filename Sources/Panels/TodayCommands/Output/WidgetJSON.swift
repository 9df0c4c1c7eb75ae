internal import DBus
internal import TodayHost
internal import TodayModel

extension WidgetProperties {
    /// Returns properties under their names on the bus: sizes and margins as arrays, times in µs since 1970, content in
    /// its JSON form.
    func json(_ members: Set<WidgetMember> = Set(WidgetMember.allCases)) -> JSON {
        .object(
            WidgetMember.allCases.filter(members.contains).map { JSON.Member($0.rawValue, value(of: $0)) })
    }

    private func value(of member: WidgetMember) -> JSON {
        switch member {
        case .identifier: .string(identifier.rawValue)
        case .name: .string(name)
        case .description: .string(description)
        case .icon: .string(icon)
        case .containingApp: .string(containingApp)
        case .hasContent: .boolean(hasContent)
        case .arranged: .boolean(arranged)
        case .displayMode: .string(displayMode.rawValue)
        case .largestDisplayMode: .string(largestDisplayMode.rawValue)
        case .preferredContentSize: JSON(preferredContentSize.dbusValue, hasKnownType: true)
        case .marginInsets: JSON(marginInsets.dbusValue, hasKnownType: true)
        case .content: content.asJSON
        case .revision: .unsigned(revision)
        case .updatedAt: .unsigned(updatedAt.microseconds)
        case .nextUpdate: .unsigned(nextUpdate.microseconds)
        case .isSnapshot: .boolean(isSnapshot)
        case .lastResult: .string(lastResult?.rawValue ?? "")
        case .state: .string(state.rawValue)
        case .error: .string(error)
        case .source: .string(source.rawValue)
        case .instances: .boolean(instances)
        case .settings: JSON(.properties(settings), hasKnownType: true)
        case .settingsSchema: JSON(settingsSchema.dbusValue, hasKnownType: true)
        }
    }
}

extension TodayView {
    /// The view as one object.
    var json: JSON {
        .object(
            [
                .init("Today", .array(today.map { .string($0.rawValue) })),
                .init("Arrangement", .array(arrangement.map { .string($0.rawValue) })),
                .init("Widgets", .array(widgets.map { $0.json() })),
            ] + stateTrouble.members)
    }
}

extension TodayEvent {
    /// The event as an object of `todayctl watch`.
    var json: JSON {
        switch self {
        case .added(let widget):
            Self.object("added", widget.identifier, [.init("Properties", widget.json())])
        case .changed(let widget, let changed):
            Self.object("changed", widget.identifier, [.init("Properties", widget.json(changed))])
        case .removed(let identifier):
            Self.object("removed", identifier)
        case .today(let today, let arrangement):
            Self.object("today", nil, [.init("Today", Self.list(today)), .init("Arrangement", Self.list(arrangement))])
        case .updated(let run):
            Self.object("updated", run.identifier, Self.members(of: run))
        case .misunderstood(let identifier, let fault):
            Self.object("misunderstood", identifier, [.init("Error", .string(fault.description))])
        case .stored(let trouble):
            Self.object("stored", nil, trouble.members)
        case .unavailable(let reason):
            Self.object("unavailable", nil, [.init("Error", .string(reason))])
        }
    }

    private static func object(
        _ event: String, _ identifier: WidgetIdentifier?, _ members: [JSON.Member] = []
    ) -> JSON {
        let subject = identifier.map { [JSON.Member("Identifier", .string($0.rawValue))] } ?? []
        return .object([.init("Event", .string(event))] + subject + members)
    }

    private static func list(_ identifiers: [WidgetIdentifier]) -> JSON {
        .array(identifiers.map { .string($0.rawValue) })
    }

    private static func members(of run: WidgetRun) -> [JSON.Member] {
        var members = [JSON.Member("Result", .string(run.result.rawValue))]
        if let revision = run.revision { members.append(.init("Revision", .unsigned(revision))) }
        if let duration = run.duration { members.append(.init("DurationUsec", .unsigned(duration))) }
        if let error = run.error { members.append(.init("Error", .string(error))) }
        return members
    }
}

extension StateTrouble? {
    /// The properties of the center that report it.
    fileprivate var members: [JSON.Member] {
        [.init("StateStored", .boolean(self == nil)), .init("StateError", .string(self?.reason ?? ""))]
    }
}
