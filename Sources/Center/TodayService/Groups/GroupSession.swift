internal import DBus

/// The state of one App Group: its requests and its listeners. Used only by the center.
final class GroupSession {
    let group: String
    let path: ObjectPath
    var queue = GroupQueue<GroupReply>()
    /// Connections that called `GetAll`.
    var listeners: Set<BusName> = []

    init(_ group: String, at path: ObjectPath) {
        self.group = group
        self.path = path
    }
}

/// A caller that waits for an answer of an App Group.
struct GroupReply: Sendable {
    let caller: BusName?
    /// Whether the request changes values on disk, and doesn't only read them.
    let stores: Bool
    let answer: @Sendable (GroupQueue<GroupReply>.Answer) throws -> Void
    let refuse: @Sendable (any Error) -> Void
}
