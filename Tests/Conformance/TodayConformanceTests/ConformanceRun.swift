import DBusTesting
import Foundation
import TodayPlatform

/// One run of the built `today-conformance`.
enum ConformanceRun {
    /// The top of the checkout.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// Runs `today-conformance` to its end.
    static func finished(_ arguments: [String]) async throws -> ToolRun.Output {
        try await ToolRun.start([try Programs.path("today-conformance")] + arguments, environment: Environment.current)
            .finished(within: .seconds(300))
    }

    /// The rules that a run says have failed.
    static func failedRules(_ output: String) -> Set<String> {
        Set(output.matches(of: /(?m)^# ([A-Z]-[0-9]+) failed/).map { String($0.1) })
    }
}
