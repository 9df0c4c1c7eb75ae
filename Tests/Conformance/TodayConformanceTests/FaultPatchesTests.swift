import DBusTesting
import Foundation
import TodayPlatform
import Testing

/// The faults that `Faults/run` seeds into the project's own programs. To build these for each takes minutes, so it is not
/// done here; what is held is that it can be.
@Suite struct FaultPatchesTests {
    private static let run = ConformanceRun.root + "/Tests/Conformance/TodayConformanceTests/Faults/run"

    private static func finished(_ arguments: String...) async throws -> ToolRun.Output {
        try await ToolRun.start(["/usr/bin/python3", run] + arguments, environment: Environment.current).finished()
    }

    @Test func eachAppliesAndNamesRulesAndIsInTheTable() async throws {
        let output = try await Self.finished("--check")
        #expect(output.exit == .status(0), "\(output)")
    }

    @Test func thereAreSomeForEachPart() async throws {
        let lines = try await Self.finished("--list").output.split(separator: "\n")
        for (folder, least) in [("center", 14), ("sdk", 8), ("panel", 8)] {
            #expect(lines.count { $0.hasPrefix(folder + "/") } >= least, "\(folder)")
        }
    }
}
