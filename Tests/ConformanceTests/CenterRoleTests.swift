import DBusTesting
import Foundation
import Platform
import Testing

@testable import Conformance

/// The role *center*: the project's center passes it, and so does one that was written from the specification alone; one
/// with a fault does not.
@Suite struct CenterRoleTests {
    private static let transcripts = ConformanceRun.root + "/data/specification/cases/center"

    @Test func todaydPasses() async throws {
        let run = try await ConformanceRun.finished(["center", "--", try ConformanceRun.program("todayd")])
        #expect(run.exit == .status(0), "\(run)")
        #expect(run.output.contains(" 0 failed, 0 skipped\n"), "\(run)")
    }

    // MARK: The center in Python

    /// What `center.py` does not do: programs that it would have to start, manifests, a disk, settings and instances, turns
    /// among callers.
    private static let notImplemented: [RuleID] = [
        "C-38", "C-41", "C-50", "C-51", "C-91", "C-94", "C-95", "C-97", "C-133", "C-134", "C-135", "C-136", "C-137",
        "C-142", "C-143", "C-144", "C-145", "C-146", "C-147", "C-148", "C-149", "C-150", "C-151", "C-152", "C-153",
        "C-154",
        // It takes any tree.
        "T-18", "T-19", "T-20", "T-21",
    ]

    private static func python(_ arguments: [String], fault: [String] = []) async throws -> ToolRun.Output {
        let script = ConformanceRun.root + "/Tests/ConformanceTests/centers/center.py"
        return try await ConformanceRun.finished(["center"] + arguments + ["--", "/usr/bin/python3", script] + fault)
    }

    @Test func aCenterFromTheSpecificationPasses() async throws {
        let run = try await Self.python(Self.notImplemented.flatMap { ["--skip", $0.description] })
        #expect(run.exit == .status(0), "\(run)")
        let checks = run.output.matches(of: /(?m)^ok \d+ - (?!.*# SKIP)/).count
        #expect(checks > 140)
    }

    /// What a fault of `center.py` breaks.
    private static let faults: [(fault: String, rule: String)] = [
        ("reply-first", "C-26"),
        ("counts-the-same", "C-56"),
        ("today-first", "C-27"),
        ("hides-half", "C-59"),
        ("arranges-half", "C-74"),
        ("expects-nothing", "C-75"),
        ("holds-nothing", "C-70"),
        ("keeps-errors", "C-58"),
        ("tells-all", "C-126"),
        ("hides-at-once", "C-84"),
        ("no-data-counts", "C-104"),
        ("mode-stays", "C-64"),
        ("errors-are-errors", "C-105"),
        ("partial-patch", "C-13"),
    ]

    @Test(arguments: faults) func aCenterWithAFaultFails(_ fault: String, _ rule: String) async throws {
        let run = try await Self.python(["--rule", rule], fault: [fault])
        #expect(run.exit == .status(1), "\(run)")
        #expect(ConformanceRun.failedRules(run.output).contains(rule), "\(run)")
        #expect(!run.output.contains("Bail out!"), "\(run)")
    }

    @Test func theTableHasAllFaults() throws {
        let script = try String(
            contentsOfFile: ConformanceRun.root + "/Tests/ConformanceTests/centers/center.py", encoding: .utf8)
        let list = try #require(script.firstMatch(of: /FAULTS = \[([^\]]*)\]/)).1
        #expect(Set(list.matches(of: /"([a-z-]+)"/).map { String($0.1) }) == Set(Self.faults.map(\.fault)))
    }

    // MARK: The center of the panels' tests

    /// What `FakeCenter` claims to be: names, objects, properties and errors as panels and `todayctl` find them.
    @Test func theFakeCenterIsWhatItClaimsToBe() async throws {
        let rules = [
            "C-1", "C-5", "C-6", "C-12", "C-14", "C-15", "C-16", "C-17", "C-18", "C-22", "C-24", "C-28", "C-32", "C-75",
        ]
        let run = try await ConformanceRun.finished(
            ["center"] + rules.flatMap { ["--rule", $0] } + ["--", try ConformanceRun.program("fake-center")])
        #expect(run.exit == .status(0), "\(run)")
    }

    // MARK: Transcripts

    @Test func theyAreReadAsTheyAreWritten() throws {
        let all = try Transcript.read(Self.transcripts)
        #expect(all.count >= 120)
        #expect(Set(all.map(\.title)).count == all.count)
    }

    @Test(arguments: [
        #"{"title": "a", "rules": [], "steps": []}"#,
        #"{"title": "a", "rules": ["C-0"], "steps": []}"#,
        #"{"title": "a", "rules": ["C-1"], "step": [], "steps": []}"#,
        #"{"title": "a", "rules": ["C-1"], "steps": [{"cal": "Explain"}]}"#,
        #"{"title": "a", "rules": ["C-1"], "steps": [{"call": "Explain", "arg": []}]}"#,
        #"{"title": "a", "rules": ["C-1"], "steps": [{"pause": 1, "wait": {}}]}"#,
        #"{"title": "a", "rules": ["C-1"], "steps": [{"repeat": 2, "steps": [{"sing": 1}]}]}"#,
    ])
    func whatIsNoTranscriptIsRefused(_ text: String) throws {
        let value = CaseValue(try JSONText(text))
        #expect(throws: BadTranscript.self) { try Transcript(value) }
    }

    @Test func aCommandThatIsNoCenterEndsTheRun() async throws {
        let run = try await ConformanceRun.finished(["center", "--", "/bin/false"])
        #expect(run.exit == .status(1))
        #expect(run.output.contains("Bail out! the command did not own org.todaycenter.Apps1; exit status 1"), "\(run)")
    }
}
