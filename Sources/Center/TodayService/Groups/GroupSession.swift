internal import DBus

/// What the center holds for one App Group: its requests, and who listens. Touched by the center alone.
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

/// Who waits for an answer of an App Group.
struct GroupReply: Sendable {
    let caller: BusName?
    /// What was asked for is to be on disk, and not only to be read.
    let stores: Bool
    let answer: @Sendable (GroupQueue<GroupReply>.Answer) throws -> Void
    let refuse: @Sendable (any Error) -> Void
}
