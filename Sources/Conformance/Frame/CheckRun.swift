internal import DBusTesting

/// Checks that are tried one after another.
struct CheckRun {
    let checks: [Check]
    /// The rules that are not tried.
    var skip: Set<RuleID> = []
    /// How long a check may take. Those that wait for something have shorter deadlines of their own.
    var limit: Duration = .seconds(60)

    /// Tries them, and tells of each. Returns whether all have passed.
    func run(_ reporter: inout TAPReporter) async throws -> Bool {
        try reporter.begin(checks.count)
        for check in checks {
            if let rule = check.rules.first(where: skip.contains) {
                try reporter.skipped(check, "--skip \(rule)")
                continue
            }
            do {
                try await withDeadline(limit) { try await check.run() }
            } catch let skipped as Skipped {
                try reporter.skipped(check, skipped.reason)
                continue
            } catch let end as BailOut {
                try reporter.bailOut(end.reason)
                return false
            } catch {
                let failure = error as? Failure
                try reporter.failed(check, failure ?? Failure(expected: "no error", seen: "\(error)"))
                continue
            }
            try reporter.passed(check)
        }
        try reporter.end()
        return reporter.hasPassed
    }
}
