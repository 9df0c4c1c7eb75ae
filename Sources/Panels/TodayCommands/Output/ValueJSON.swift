internal import DBus
internal import TodayModel

extension JSON {
    /// An object of values, sorted by key.
    init(values: [String: DBusValue]) {
        self = .object(values.sorted { $0.key < $1.key }.map { JSON.Member($0.key, JSON($0.value)) })
    }
}

extension DBusValue {
    /// A string as it is; any other value in its JSON form.
    var lineText: String { if case .string(let text) = self { text } else { json() } }
}

extension GroupEvent {
    /// The event as an object of `todayctl group watch`.
    var json: JSON {
        switch self {
        case .values(let values):
            .object([.init("Event", .string("values")), .init("Values", JSON(values: values))])
        case .changed(let values, let removed):
            .object([
                .init("Event", .string("changed")), .init("Values", JSON(values: values)),
                .init("Removed", .array(removed.map { .string($0) })),
            ])
        case .unavailable(let reason):
            .object([.init("Event", .string("unavailable")), .init("Error", .string(reason))])
        }
    }
}
