/// One thing that a subject is tried for. Checks are tried one after another, in their order.
struct Check: Sendable {
    /// The rules that the subject breaks when the check fails; never empty.
    let rules: [RuleID]
    /// What holds when the check passes, in a few words: `the reply comes after the signal`.
    let title: String
    /// Returns when it holds, and throws a ``Failure`` when it does not. Any other error is a failure too, and a
    /// ``Skipped`` or ``BailOut`` is what its name says.
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

/// What the subject did is not what the rules say.
struct Failure: Error, Hashable {
    /// What was asked of the subject; nil where the title says it.
    var given: String?
    let expected: String
    let seen: String
}

/// Expects a value. For a `Failure` in other words, throw one.
func expect<Value: Equatable>(_ seen: Value, is expected: Value, given: String? = nil) throws(Failure) {
    if seen != expected { throw Failure(given: given, expected: "\(expected)", seen: "\(seen)") }
}

/// A check cannot be tried here, such as one for which the command line names no program.
struct Skipped: Error {
    let reason: String
}

/// No check can be tried: the subject cannot be started, or does not answer any more.
struct BailOut: Error {
    let reason: String
}
