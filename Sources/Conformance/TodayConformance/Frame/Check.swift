/// A single test of a subject. Checks run in their order.
struct Check: Sendable {
    /// The rules that the subject breaks if the check fails; never empty.
    let rules: [RuleID]
    /// The statement that holds if the check passes, in a few words: `the reply comes after the signal`.
    let title: String
    /// Returns if the statement holds, and throws a ``Failure`` if it doesn't. ``Skipped`` and ``BailOut`` have their
    /// own meaning; any other error is a failure too.
    let run: @Sendable () async throws -> Void

    init(_ rules: RuleID..., title: String, run: @escaping @Sendable () async throws -> Void) {
        self.init(rules, title: title, run: run)
    }

    init(_ rules: [RuleID], title: String, run: @escaping @Sendable () async throws -> Void) {
        self.rules = rules
        self.title = title
        self.run = run
    }
}

/// The subject violated the rules.
struct Failure: Error, Hashable {
    /// The input to the subject; nil if the title states it.
    var given: String?
    let expected: String
    let seen: String
}

/// Expects a value. For a failure with other words, throw a `Failure`.
func expect<Value: Equatable>(_ seen: Value, is expected: Value, given: String? = nil) throws(Failure) {
    if seen != expected { throw Failure(given: given, expected: "\(expected)", seen: "\(seen)") }
}

/// A check can't run here, for example because the command line doesn't name a program for it.
struct Skipped: Error {
    let reason: String
}

/// No check can run: the subject can't be started, or no longer answers.
struct BailOut: Error {
    let reason: String
}
