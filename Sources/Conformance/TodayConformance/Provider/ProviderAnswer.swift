internal import DBus
internal import TodayModel

/// The answer of a provider to one call.
struct ProviderAnswer: Sendable {
    /// The call, in words: `PerformUpdate of org.example.A for the reason interval`.
    let call: String
    let member: MemberName
    /// The largest mode of the widget at the time of the call.
    let largestMode: String
    let outcome: Outcome

    enum Outcome: Sendable {
        /// A reply with the right signature: the result word of an update, and the changes, if the method returns them.
        case reply(word: String?, changes: [String: DBusValue])
        case error(RemoteError)
        /// A reply with another signature.
        case mistyped(String)
        /// No answer within the deadline.
        case late(Duration)
        /// The provider left the bus instead.
        case left
    }

    /// The changes, if the provider has sent any.
    var changes: [String: DBusValue]? {
        if case .reply(_, let changes) = outcome { changes } else { nil }
    }

    /// The result word of an update.
    var word: String? {
        if case .reply(let word, _) = outcome { word } else { nil }
    }

    /// Whether the provider reports that it doesn't have the method.
    var isMissing: Bool {
        guard case .error(let error) = outcome else { return false }
        return error.name == .unknownMethod || error.name == .unknownInterface || error.name == .unknownObject
    }

    /// Whether the provider has sent a reply or an error.
    var isGiven: Bool {
        switch outcome {
        case .reply, .error, .mistyped: true
        case .late, .left: false
        }
    }

    /// The outcome in words.
    var seen: String {
        switch outcome {
        case .reply(let word, let changes):
            ([word].compactMap(\.self) + changes.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
                .joined(separator: "\n")
        case .error(let error): "the error \(error)"
        case .mistyped(let reason): reason
        case .late(let limit): "no answer within \(limit)"
        case .left: "the provider left the bus"
        }
    }

    /// Returns a failure about this answer.
    func failure(_ expected: String, _ seen: String? = nil) -> Failure {
        Failure(given: call, expected: expected, seen: seen ?? self.seen)
    }

    /// Expects any answer.
    func expectGiven() throws(Failure) {
        if !isGiven { throw failure("a reply or an error") }
    }

    /// Expects a reply, and no error.
    func expectReply() throws(Failure) {
        guard case .reply = outcome else { throw failure("a reply") }
    }

    /// Expects an answer that is as good as another one: if the other is a success, so is this one.
    func expect(asGoodAs other: ProviderAnswer) throws(Failure) {
        try expectGiven()
        guard case .reply(let expected, _) = other.outcome, expected != "failed" else { return }
        try expectReply()
        if word == "failed" { throw failure("\(expected ?? "a reply"), as without it") }
    }
}
