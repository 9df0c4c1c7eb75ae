import ArgumentParser
import DBusTesting
import Foundation
import TodayPlatform
import Testing

@testable import TodayConformance

/// The parts that the roles have in common.
@Suite struct FrameTests {
    /// Returns the output of a run of checks.
    private static func output(
        of checks: [Check], skip: Set<RuleID> = [], sentences: [RuleID: String] = [:], limit: Duration = .seconds(60)
    ) async throws -> (text: String, hasPassed: Bool) {
        var text = ""
        var reporter = TAPReporter(sentences: sentences) { text += $0 }
        let hasPassed = try await CheckRun(checks: checks, skip: skip, limit: limit).run(&reporter)
        return (text, hasPassed)
    }

    /// A report is read by bytes, so no mark beside a quote hides it.
    @Test func aMarkHidesNothingInAReport() async throws {
        let check = Check("T-2", title: "a mark") { throw Failure(expected: "\"'\u{301}", seen: "\u{D4E}\"'\u{301}\\") }
        let (text, _) = try await Self.output(of: [check])
        for line in ["  expected: '\"''\u{301}'\n", "  seen: '\u{D4E}\"''\u{301}\\'\n"] {
            #expect(text.utf8.firstRange(of: line.utf8) != nil, "\(text)")
        }
    }

    /// Complaints of the bus aren't the subject's fault, unless the bus doesn't start.
    @Test(arguments: [true, false]) func aComplaintOfTheBusIsPrintedWhenItEnds(_ starts: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bus-" + UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let daemon = try #require(Environment.locate("dbus-daemon"))
        let script = "#!/bin/sh\necho no more files >&2\n" + (starts ? "exec \(daemon) \"$@\"\n" : "exit 1\n")
        try script.write(toFile: folder + "/dbus-daemon", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/dbus-daemon")
        var environment = Environment.current
        environment["PATH"] = folder + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        let run = try await ToolRun.start(
            [try Programs.path("today-conformance"), "provider", "--", "false"], environment: environment)
        let output = try await run.finished()
        #expect(output.error == "")
        #expect(output.output.contains("dbus-daemon ended before it listened: no more files") == !starts, "\(output)")
    }

    @Test func nothingIsTriedAfterABailOut() async throws {
        let checks = [
            Check("V-1", title: "the start") { throw BailOut(reason: "the panel does not start") },
            Check("V-2", title: "the next") { Issue.record("it was tried") },
        ]
        let (text, hasPassed) = try await Self.output(of: checks)
        #expect(!hasPassed)
        #expect(text.hasSuffix("Bail out! the panel does not start\n"))
    }

    @Test func aRunIsToldAsTAP() async throws {
        let checks = [
            Check("C-17", title: "the reply # comes after") {},
            Check("T-2", "C-3", title: "a sum") { try expect(5, is: 4, given: "{\"sum\": 2}") },
            Check("T-9", title: "many lines") { throw Failure(expected: "a\nb\n\nc", seen: "a\tb\u{1B}\n") },
            Check("V-1", title: "no way in") { throw Skipped(reason: "--activate is missing") },
            Check("P-4", title: "left out") { throw Failure(expected: "", seen: "") },
        ]
        let sentences: [RuleID: String] = ["T-2": "A sum \"is\" right.", "C-3": "Sums too.", "T-9": "#lines"]
        let (text, hasPassed) = try await Self.output(of: checks, skip: ["P-4"], sentences: sentences)
        #expect(!hasPassed)
        #expect(
            text == ##"""
                TAP version 14
                1..5
                ok 1 - C-17 the reply \# comes after
                not ok 2 - T-2 C-3 a sum
                  ---
                  T-2: 'A sum "is" right.'
                  C-3: "Sums too."
                  given: '{"sum": 2}'
                  expected: "4"
                  seen: "5"
                  ...
                not ok 3 - T-9 many lines
                  ---
                  T-9: "#lines"
                  expected: |-
                    a
                    b

                    c
                  seen: "a\tb\x1b\n"
                  ...
                ok 4 - V-1 no way in # SKIP --activate is missing
                ok 5 - P-4 left out # SKIP --skip P-4
                # C-3 failed: Sums too.
                # P-4 skipped
                # T-2 failed: A sum "is" right.
                # T-9 failed: \#lines
                # V-1 skipped
                # 1 of 6 rules hold, 3 do not
                # 1 checks passed, 2 failed, 2 skipped

                """##)
    }

    @Test func whatEndsARunIsNoSuccess() async throws {
        let checks = [
            Check("T-1", title: "one") { throw BailOut(reason: "cannot start it") }, Check("T-1", title: "two") {},
        ]
        let (text, hasPassed) = try await Self.output(of: checks)
        #expect(!hasPassed && text == "TAP version 14\n1..2\nBail out! cannot start it\n")
    }

    @Test func aCheckThatDoesNotEndFails() async throws {
        let checks = [
            Check("T-1", title: "one") { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } },
            Check("T-2", title: "two") {},
        ]
        let (text, hasPassed) = try await Self.output(of: checks, limit: .seconds(2))
        #expect(!hasPassed)
        #expect(text.contains("\nnot ok 1 - T-1 one\n") && text.contains("\nok 2 - T-2 two\n"), "\(text)")
    }

    @Test func rulesAreReadFromText() {
        let text = """
            # A title

            **T-1** A node MUST
            have a kind.

            **C-20** It MAY. (Not tested: it is a
            permission.)

            Text with **bold** words, **T-3** among them.
            """
        let rules = Specification.rules(in: text)
        #expect(rules.map(\.id) == ["T-1", "C-20"])
        #expect(rules.map(\.isTested) == [true, false])
        #expect(rules.first?.text == "A node MUST have a kind.")
    }

    @Test(arguments: ["T-0", "T-01", "X-1", "T", "T-", "T-1 ", "t-1", "T-99999"])
    func whatIsNoNumberOfARule(_ text: String) { #expect(RuleID(text) == nil) }

    @Test func numbersOfRulesAreInTheirOrder() {
        let rules: [RuleID] = ["T-10", "C-2", "T-9"]
        #expect(rules.sorted().map(\.description) == ["C-2", "T-9", "T-10"])
    }
}
