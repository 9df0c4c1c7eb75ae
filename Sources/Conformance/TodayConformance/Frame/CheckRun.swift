internal import DBusTesting

/// Checks that run in their order, one after another or several at the same time.
struct CheckRun {
    let checks: [Check]
    /// The rules to skip.
    var skip: Set<RuleID> = []
    /// The number of checks that run at the same time.
    var width = 1
    /// The maximum duration of a check, also on a busy machine. Checks that wait for something have shorter deadlines of
    /// their own.
    var limit: Duration = .seconds(300)

    /// The result of a check.
    private enum Outcome {
        case passed
        case skipped(String)
        case failed(Failure)
        case bailedOut(String)
    }

    /// Runs the checks, and reports each in order. Returns whether all have passed.
    func run(_ reporter: inout TAPReporter) async throws -> Bool {
        try reporter.begin(checks.count)
        return try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
            var (next, reported) = (0, 0)
            var outcomes: [Int: Outcome] = [:]
            func begin() {
                guard next < checks.count else { return }
                let (index, check) = (next, checks[next])
                next += 1
                group.addTask { (index, await outcome(of: check)) }
            }
            for _ in 0..<max(width, 1) { begin() }
            while let (index, outcome) = try await group.next() {
                outcomes[index] = outcome
                // After a bailout, no further check starts.
                if case .bailedOut = outcome {} else { begin() }
                while let outcome = outcomes.removeValue(forKey: reported) {
                    if case .bailedOut(let reason) = outcome {
                        try reporter.bailOut(reason)
                        group.cancelAll()
                        return false
                    }
                    try report(outcome, of: checks[reported], &reporter)
                    reported += 1
                }
            }
            try reporter.end()
            return reporter.hasPassed
        }
    }

    private func outcome(of check: Check) async -> Outcome {
        if let rule = check.rules.first(where: skip.contains) { return .skipped("--skip \(rule)") }
        do {
            try await withDeadline(limit) { try await check.run() }
            return .passed
        } catch let skipped as Skipped {
            return .skipped(skipped.reason)
        } catch let end as BailOut {
            return .bailedOut(end.reason)
        } catch {
            return .failed(error as? Failure ?? Failure(expected: "no error", seen: "\(error)"))
        }
    }

    private func report(_ outcome: Outcome, of check: Check, _ reporter: inout TAPReporter) throws {
        switch outcome {
        case .passed: try reporter.passed(check)
        case .skipped(let reason): try reporter.skipped(check, reason)
        case .failed(let failure): try reporter.failed(check, failure)
        case .bailedOut: break
        }
    }
}
