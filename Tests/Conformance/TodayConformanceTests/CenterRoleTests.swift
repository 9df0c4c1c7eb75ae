import DBusTesting
import Foundation
import TodayPlatform
import Testing

@testable import TodayConformance

/// The role *center*: the project's center passes it, and so does one that was written from the specification alone; one
/// with a fault does not.
@Suite struct CenterRoleTests {
    private static let transcripts = ConformanceRun.root + "/data/specification/cases/center"

    @Test func todaydPasses() async throws {
        let run = try await ConformanceRun.finished(["center", "--", try Programs.path("todayd")])
        #expect(run.exit == .status(0), "\(run)")
        #expect(run.output.contains(" 0 failed, 0 skipped\n"), "\(run)")
    }

    // MARK: The center in Python

    /// Those in Python: one that keeps and shows what is pushed, and one that adds updates and taps to it.
    enum Python: String, CaseIterable {
        case center
        case providing

        var script: String { ConformanceRun.root + "/Tests/Conformance/TodayConformanceTests/centers/\(rawValue).py" }
        /// How many checks it passes at least.
        var checks: Int {
            switch self {
            case .center: 60
            case .providing: 110
            }
        }
    }

    private static func run(_ script: String, _ arguments: [String]) async throws -> ToolRun.Output {
        try await ConformanceRun.finished(
            ["center"] + arguments + ["--", "/usr/bin/python3", script, ConformanceRun.root + "/data"])
    }

    /// Returns the rules that a center declares as not implemented.
    private static func notImplemented(by center: Python) async throws -> Set<RuleID> {
        let run = try await ToolRun.start(
            ["/usr/bin/python3", center.script, ConformanceRun.root + "/data", "--not-implemented"],
            environment: Environment.current
        ).finished(within: .seconds(60))
        let lines = run.output.matches(of: /(?m)^(\S+) .+$/)
        return try Set(lines.map { try #require(RuleID($0.1)) })
    }

    @Test(arguments: Python.allCases) func aCenterFromTheSpecificationPasses(_ center: Python) async throws {
        let left = try await Self.notImplemented(by: center)
        let specification = Specification(cases: ConformanceRun.root + "/data/specification/cases")
        let rules = specification.rules
        #expect(left.subtracting(rules.map(\.id)).sorted() == [], "the specification does not have them")
        let skipped = left.subtracting(rules.filter { !$0.isTested }.map(\.id))
        let run = try await Self.run(center.script, skipped.sorted().flatMap { ["--skip", $0.description] })
        #expect(run.exit == .status(0), "\(run)")
        let checks = run.output.matches(of: /(?m)^ok \d+ - (?!.*# SKIP)/).count
        #expect(checks >= center.checks)
    }

    /// A fault of one of them: some of its text is another, which breaks a rule.
    struct Fault: CustomTestStringConvertible, Sendable {
        var center = Python.center
        let rule: String
        let text: String
        let replacement: String

        var testDescription: String { "\(rule): \(text.split(separator: "\n")[0])" }
    }

    private static let faults: [Fault] = [
        Fault(  // A reply comes before its signals.
            rule: "C-26", text: "            self.give(invocation, getattr(self, member)(sender, *parts(parameters)))",
            replacement: """
                            if member in ("SetHasContent", "Arrange"):
                                invocation.return_value(None)
                                getattr(self, member)(sender, *parts(parameters))
                                return
                            self.give(invocation, getattr(self, member)(sender, *parts(parameters)))
                """),
        Fault(
            rule: "C-56", text: "+= is_new\n", replacement: "+= is_new or \"Content\" in changes\n"),
        Fault(  // `Today` names a widget before its object exists.
            rule: "C-27",
            text: """
                            interfaces = {WIDGET: variants(TYPES[WIDGET], w.values)}
                            self.emit
                """,
            replacement: """
                        interfaces = {WIDGET: variants(TYPES[WIDGET], w.values)}
                        self.emit
                """),
        Fault(
            rule: "C-59", text: "self.content, self.values[\"NextUpdate\"] = EMPTY, 0",
            replacement: "self.content = EMPTY"),
        Fault(  // Unknown widgets are left out, and the others are arranged.
            rule: "C-74", text: "        for identifier in identifiers:\n            self.find(identifier)\n",
            replacement: """
                        identifiers = [i for i in identifiers if i in self.widgets]
                        for identifier in identifiers:

                """),
        Fault(
            rule: "C-75", text: "if expected not in (None, self.emitted[\"Arrangement\"]):", replacement: "if False:"),
        Fault(
            center: .providing, rule: "C-107", text: "State=values[\"State\"].replace(\"updating\", \"idle\")",
            replacement: "State=values[\"State\"]"),
        Fault(
            rule: "C-58", text: "self.content, self.values[\"Error\"] = changes[\"Content\"], \"\"",
            replacement: "self.content = changes[\"Content\"]"),
        Fault(rule: "C-46", text: "w.definition.get(\"Transient\")", replacement: "False"),
        Fault(rule: "C-84", text: "now() + 1000000", replacement: "now()"),
        Fault(
            center: .providing, rule: "C-104", text: "\"no-data\": {\"NextUpdate\": \"t\"}",
            replacement: "\"no-data\": CHANGES"),
        Fault(
            rule: "C-64", text: "if self.values[\"LargestDisplayMode\"] == \"compact\":", replacement: "if False:"),
        Fault(
            center: .providing, rule: "C-105",
            text:
                "result, changes, kind = \"failed\", {\"Error\": str(refusal)}, getattr(refusal, \"kind\", \"invalid-answer\")",
            replacement: "raise"),
        Fault(  // A push is applied as far as it can be.
            rule: "C-13", text: "        self.accept(w, read(\"InvalidContent\"",
            replacement: """
                        if fits("b", dictionary.get("HasContent", EMPTY).unpack()):
                            self.SetHasContent(None, identifier, dictionary["HasContent"].unpack())
                        self.accept(w, read("InvalidContent"
                """),
    ]

    @Test(arguments: faults) func aCenterWithAFaultFails(_ fault: Fault) async throws {
        let text = try String(contentsOfFile: fault.center.script, encoding: .utf8)
        #expect(text.components(separatedBy: fault.text).count == 2, "it is not there, or several times")
        let folder = FileManager.default.temporaryDirectory.appending(path: "center-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for center in Python.allCases {
            try FileManager.default.copyItem(
                atPath: center.script, toPath: folder.appending(path: "\(center).py").path)
        }
        let file = folder.appending(path: "\(fault.center).py").path
        try text.replacing(fault.text, with: fault.replacement).write(toFile: file, atomically: true, encoding: .utf8)

        let run = try await Self.run(file, ["--rule", fault.rule])
        #expect(run.exit == .status(1), "\(run)")
        #expect(ConformanceRun.failedRules(run.output).contains(fault.rule), "\(run)")
        #expect(!run.output.contains("Bail out!"), "\(run)")
    }

    // MARK: The center of the panels' tests

    /// `PlayedCenter` has the names, objects, properties and errors that panels and `todayctl` expect.
    @Test func theFakeCenterIsWhatItClaimsToBe() async throws {
        let rules = [
            "C-1", "C-5", "C-6", "C-12", "C-14", "C-15", "C-16", "C-17", "C-18", "C-22", "C-24", "C-28", "C-32", "C-75",
        ]
        let run = try await ConformanceRun.finished(
            ["center"] + rules.flatMap { ["--rule", $0] } + ["--", try Programs.path("fake-center")])
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
        #expect(run.output.contains("Bail out! the command didn't own org.todaycenter.Apps1: exit status 1"), "\(run)")
    }
}
