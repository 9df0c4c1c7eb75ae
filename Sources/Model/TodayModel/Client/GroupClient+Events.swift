public import DBus

/// A change to the values of an App Group.
public enum GroupEvent: Hashable, Sendable {
    /// All values: at the start, after a restart of the center, and for a reader that was too slow.
    case values([String: DBusValue])
    /// The keys with new values, and the removed keys.
    case changed([String: DBusValue], removed: [String])
    /// The values can't be read. The reason is a sentence without a period.
    case unavailable(String)
}

extension GroupClient {
    /// Returns the current values, then every change in order, as a sequence. It ends with the connection, and when the
    /// iterating task is canceled.
    ///
    /// If 64 events wait for a slow reader, it gets one ``GroupEvent/values(_:)`` instead.
    ///
    /// - Throws: The errors of ``values()``.
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
