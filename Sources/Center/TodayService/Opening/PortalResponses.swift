internal import DBus

/// The responses of the portal, of which one is waited for. Which one, may be known only after it was heard: an old
/// portal names the request in its reply, and a match rule made then would be too late.
final class PortalResponses: Sendable {
    private struct State {
        var expected: Set<ObjectPath> = []
        var heard: [ObjectPath: OpeningWays.Answer] = [:]
    }

    private let state = Locked(State())
    /// The answer to the request that is waited for.
    let answer = FirstAnswer<OpeningWays.Answer>()

    /// Says where the response will be, or may have been already.
    func expect(at path: ObjectPath) {
        let heard = state.withLock { state in
            state.expected.insert(path)
            return state.heard[path]
        }
        if let heard { answer.settle(heard) }
    }

    /// Takes a response, which may be to somebody else's request.
    func hear(_ response: OpeningWays.Answer, at path: ObjectPath) {
        let isExpected = state.withLock { state in
            state.heard[path] = response
            return state.expected.contains(path)
        }
        if isExpected { answer.settle(response) }
    }
}
