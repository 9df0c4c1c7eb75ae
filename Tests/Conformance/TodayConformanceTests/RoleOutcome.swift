@testable import TodayConformance

/// The result of a run of a role.
struct RoleOutcome {
    /// All that it printed.
    let text: String
    let hasPassed: Bool

    /// Tries checks.
    ///
    /// - Parameter limit: The limit of each check.
    init(of checks: [Check], limit: Duration = .seconds(60)) async throws {
        var text = ""
        var reporter = TAPReporter { text += $0 }
        hasPassed = try await CheckRun(checks: checks, limit: limit).run(&reporter)
        self.text = text
    }

    /// The rules of the checks that failed.
    var failed: Set<String> {
        Set(
            text.split(separator: "\n").filter { $0.hasPrefix("not ok") }.flatMap { line in
                line.matches(of: /[TCPV]-[0-9]+/).map { String($0.0) }
            })
    }
}
