import DBusTesting
import Foundation
import TodayPlatform
import Testing

@testable import TodayConformance

/// The role *content*: the project passes it, and a program with a fault does not.
@Suite struct ContentRoleTests {
    private static func subject() throws -> [String] {
        [try Programs.path("todayctl"), "lint", "--conformance"]
    }

    @Test func todayctlPasses() async throws {
        let run = try await ConformanceRun.finished(["content", "--"] + Self.subject())
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        #expect(run.output.hasPrefix("TAP version 14\n1.."))
        #expect(run.output.contains(" 0 failed, 0 skipped\n"))
    }

    /// The rule that each fault breaks. `Faults/content.py` defines the faults: each stands for a program that is
    /// correct except for one thing.
    private static let faults: [(fault: String, rule: String)] = [
        ("places-counted-from-1", "T-4"),
        ("places-without-the-way", "T-4"),
        ("everything-taken", "T-8"),
        ("default-added", "T-24"),
        ("unknown-attributes-dropped", "T-56"),
        ("kind-sorted-with-the-attributes", "T-23"),
        ("numbers-lose-their-type", "T-13"),
        ("255-nodes-at-most", "T-64"),
        ("4097-bytes-allowed", "T-67"),
        ("null-means-absent", "T-10"),
        ("the-second-name-counts", "T-11"),
        ("ids-need-not-differ", "T-41"),
        ("unknown-words-refused", "T-36"),
        ("negative-lengths-taken", "T-31"),
        ("fallback-ignored", "T-58"),
        ("modes-ignored", "T-49"),
        ("countdown-rounded-down", "T-84"),
        ("show-before-one-too-late", "T-51"),
        ("private-shown-while-locked", "T-52"),
        ("one-cell-too-wide", "T-119"),
        ("capitals-hide-a-scheme", "T-46"),
        ("one-row-too-many-is-reported", "T-78"),
        ("percentage-not-rounded", "T-94"),
        ("toggle-the-wrong-way-round", "T-106"),
        ("zone-ignored", "T-143"),
        ("range-of-slider-ignored", "T-139"),
        ("second-line-ignored", "T-149"),
        ("unit-ignored", "T-150"),
        ("label-of-progress-ignored", "T-148"),
    ]

    @Test(arguments: faults) func aProgramWithAFaultFails(_ fault: String, _ rule: String) async throws {
        let run = try await Self.run(fault, ["--rule", rule])
        #expect(run.exit == .status(1) && run.error.isEmpty, "\(run)")
        #expect(ConformanceRun.failedRules(run.output).contains(rule), "\(run)")
    }

    /// Only the faults make the program fail.
    @Test func withoutAFaultItPasses() async throws {
        let run = try await Self.run("none", [])
        #expect(run.exit == .status(0), "\(run)")
    }

    private static func run(_ fault: String, _ options: [String]) async throws -> ToolRun.Output {
        let script = ConformanceRun.root + "/Tests/Conformance/TodayConformanceTests/Faults/content.py"
        return try await ConformanceRun.finished(
            ["content"] + options + ["--", "python3", script, fault] + Self.subject())
    }

    @Test(arguments: [
        (["/usr/bin/true"], "the program ended with exit status 0"), (["/usr/bin/cat"], "an object with valid"),
        (["echo", "no JSON"], "no JSON"), (["/no/such/program"], "Bail out! cannot start /no/such/program"),
    ])
    func whatIsNoReaderFails(_ command: [String], _ told: String) async throws {
        let run = try await ConformanceRun.finished(["content", "--"] + command)
        #expect(run.exit == .status(1) && run.output.contains(told), "\(run)")
    }

    @Test(arguments: [
        ([], "missing role"), (["content"], "missing command after --"),
        (["content", "--rule", "T-9999", "--", "cat"], "T-9999"),
        (["content", "--skip", "17", "--", "cat"], "17"),
        (["content", "--cases", "/no/such", "--", "cat"], "/no/such"),
        (["contents"], "contents"),
    ])
    func aWrongCommandLineIsUsage(_ arguments: [String], _ told: String) async throws {
        let run = try await ConformanceRun.finished(arguments)
        #expect(run.exit == .status(64) && run.error.contains(told) && run.output.isEmpty, "\(run)")
    }

    @Test func rulesAreChosenAndListed() async throws {
        let list = try await ConformanceRun.finished(["content", "--list", "--rule", "T-2"])
        #expect(list.exit == .status(0) && list.output.hasPrefix("T-2 "), "\(list)")
        let lines = list.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.contains("T-2 ") })
        let run = try await ConformanceRun.finished(
            ["content", "--rule", "T-2", "--skip", "T-2", "--"] + Self.subject())
        #expect(
            run.exit == .status(0) && run.output.contains("\n# 0 checks passed, 0 failed, \(lines.count) skipped\n"))
    }
}
