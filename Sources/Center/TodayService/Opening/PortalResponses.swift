internal import DBus

/// The responses of the portal, one of which is awaited. Its path may become known only after it has arrived: an old
/// portal names the request in its reply, and a match rule made then would be too late.
final class PortalResponses: Sendable {
    private struct State {
        var expected: Set<ObjectPath> = []
        var received: [ObjectPath: OpeningWays.Answer] = [:]
    }

    private let state = Locked(State())
    /// The answer to the awaited request.
    let answer = FirstAnswer<OpeningWays.Answer>()

    /// Adds a path at which the response will arrive, or has already arrived.
    func expect(at path: ObjectPath) {
        let received = state.withLock { state in
            state.expected.insert(path)
            return state.received[path]
        }
        if let received { answer.settle(received) }
    }

    /// Records a response, which may belong to another request.
    func receive(_ response: OpeningWays.Answer, at path: ObjectPath) {
        let isExpected = state.withLock { state in
            state.received[path] = response
            return state.expected.contains(path)
        }
        if isExpected { answer.settle(response) }
    }
}
