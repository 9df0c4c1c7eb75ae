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
        switch member.declaration.value(self) {
        case let content as Content: content.asJSON
        case let identifier as WidgetIdentifier: .string(identifier.rawValue)
        case let text as String: .string(text)
        case let texts as [String]: .array(texts.map { .string($0) })
        case let flag as Bool: .boolean(flag)
        case let number as UInt64: .unsigned(number)
        case let number as UInt32: .unsigned(UInt64(number))
        case let time as Timestamp: .unsigned(time.microseconds)
        case let size as Size: JSON(size.dbusValue, hasKnownType: true)
        case let insets as EdgeInsets: JSON(insets.dbusValue, hasKnownType: true)
        case let values as [String: DBusValue]: JSON(.properties(values), hasKnownType: true)
        case let values as [[String: DBusValue]]:
            JSON(.array(values.map { .properties($0) }, of: "a{sv}"), hasKnownType: true)
        case let value: preconditionFailure("\(type(of: value)) has no JSON form")
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
        case .unreadable(let identifier, let fault):
            Self.object("misunderstood", identifier, [.init("Error", .string(fault.description))])
        case .stored(let trouble):
            Self.object("stored", nil, trouble.members)
        case .unavailable(let reason):
            Self.object("unavailable", nil, [.init("Error", .string(reason.description))])
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
        if let kind = run.errorKind { members.append(.init("ErrorKind", .string(kind.rawValue))) }
        return members
    }
}

extension StateTrouble? {
    /// The properties of the center that report it.
    fileprivate var members: [JSON.Member] {
        [
            .init("StateStored", .boolean(self == nil)), .init("StateError", .string(self?.reason ?? "")),
            .init("StateErrorKind", .string(self?.kind.rawValue ?? "")),
        ]
    }
}
