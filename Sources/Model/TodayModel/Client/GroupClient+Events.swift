public import DBus

/// A change of the values of an App Group.
public enum GroupEvent: Hashable, Sendable {
    /// These are all values: at the start, after a restart of the center, and for a reader that has fallen behind.
    case values([String: DBusValue])
    /// Keys have new values, others are gone.
    case changed([String: DBusValue], removed: [String])
    /// The values can't be read, with the reason as a sentence without its full stop.
    case unavailable(String)
}

extension GroupClient {
    /// Returns a sequence of the values as they are, then of every change, in order. It ends with the connection, and when
    /// the task that iterates is canceled.
    ///
    /// A reader that keeps up gets each change. If 64 events wait for a slow reader, it gets ``GroupEvent/values(_:)`` in
    /// their place.
    ///
    /// - Throws: what ``values()`` throws.
    public func events() async throws -> AsyncStream<GroupEvent> {
        let events = Broadcast<GroupEvent>()
        let follower = GroupFollower(self) { event, values in
            guard let event else { return events.finish() }
            events.update { waiting in
                if waiting.count < 64 { return waiting.append(event) }
                if case .unavailable = event { waiting = [event] } else { waiting = [.values(values)] }
            }
        }
        let sequence = events.sequence(keeping: follower)
        try await follower.read()
        return sequence
    }
}
