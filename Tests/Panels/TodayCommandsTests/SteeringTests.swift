import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Glibc
import Testing
import TodayHost
import TodayModel

@testable import TodayCommands

/// Taps, modes, explanations and limits.
@Suite struct SteeringTests {
    @Test func actions() async throws {
        try await withCenter { bus, center in
            for arguments in [
                ["start"], ["check", "true"], ["go", "12"], ["go", "12", "--type", "s"],
                ["go", "[\"a\"]", "--type", "as"],
                ["go", "Buy milk"], ["volume", "40", "--type", "d"],
                ["tap", "--activation-token", "t", "--node", "n", "--revision", "3", "--desktop-startup-id", "d"],
            ] {
                expect(
                    try await CommandRun.start(["action", usedSpace.rawValue] + arguments, bus.environment).result(), 0,
                    "", "")
            }
            #expect(
                await center.actions.map { $0.dropFirst(usedSpace.rawValue.count + 1) } == [
                    "start", "check b true", "go x 12", #"go s "12""#, #"go as ["a"]"#, #"go s "Buy milk""#,
                    "volume d 40.0",
                    #"tap activation-token="t" desktop-startup-id="d" node="n" revision=3"#,
                ])
            await center.refuse(
                CenterMember.invokeAction, CenterError(.actionFailed, "\(usedSpace.rawValue): it cannot"))
            expect(
                try await todayctl("action", usedSpace.rawValue, "fail", on: bus), 1, "",
                "todayctl: org.example.UsedSpace: it cannot\n")
            expect(
                try await todayctl("action", usedSpace.rawValue, "go", "{a", on: bus), 64, "",
                "todayctl: parameter: JSON, line 1, column 2: expected a name in quotes, found \"a\" "
                    + "(see todayctl action --help)\n")
            expect(
                try await todayctl("action", usedSpace.rawValue, "go", "300", "--type", "y", on: bus), 64, "",
                "todayctl: parameter: 300 is outside 0…255 (see todayctl action --help)\n")
        }
    }

    @Test func modes() async throws {
        try await withCenter { bus, center in
            expect(
                try await todayctl("mode", usedSpace.rawValue, "expanded", on: bus), 1, "",
                "todayctl: DisplayMode: expanded is above LargestDisplayMode\n")
            await center.change(usedSpace, [.largestDisplayMode]) { $0.largestDisplayMode = .expanded }
            expect(try await todayctl("mode", usedSpace.rawValue, "expanded", on: bus), 0, "", "")
            #expect(try await CenterClient(center.connection).properties(of: usedSpace).displayMode == .expanded)
        }
    }

    @Test func theFormerNameOfHasContent() async throws {
        try await withCenter { bus, center in
            let client = CenterClient(center.connection)
            expect(try await todayctl("has-content", list.rawValue, "true", on: bus), 0, "", "")
            #expect(try await client.properties(of: list).hasContent)
            expect(try await todayctl("set-has-content", list.rawValue, "false", on: bus), 0, "", "")
            #expect(try await !client.properties(of: list).hasContent)
        }
    }

    @Test func explanations() async throws {
        try await withCenter { bus, center in
            await center.explain(
                usedSpace,
                [
                    "State": "idle", "Reason": "hidden", "Message": "It is hidden.", "LastResult": "new-data",
                    "Error": "", "Provider": "none", "UpdatedAt": .uint64(0), "NextUpdate": .uint64(0),
                    "MemoryBytes": .uint64(3_400_000), "Failures": .uint32(0), "UpdatesToday": .uint32(7),
                    "Later": .strings(["a"]),
                ])
            try expectSnapshot("explain", try await todayctl("explain", usedSpace.rawValue, on: bus).output)
            try expectSnapshot(
                "explain-json", try await todayctl("explain", "--json", usedSpace.rawValue, on: bus).output)
            expect(try await todayctl("explain", "a.b", on: bus), 1, "", "todayctl: unknown widget \"a.b\"\n")
        }
    }

    @Test func timesAreToldByTheirDistance() {
        let now = Timestamp(microseconds: 10_000_000_000_000)
        func next(_ seconds: UInt64) -> String {
            Explanation(["NextUpdate": .uint64(now.microseconds + seconds * 1_000_000)])
                .text(about: usedSpace, now: now, style: Style(usesColor: false), width: 80)
        }
        #expect(next(0) == "Next update: now")
        #expect(
            Explanation(["NextUpdate": .uint64(now.microseconds + 400_000)])
                .text(about: usedSpace, now: now, style: Style(usesColor: false), width: 80) == "Next update: in 1 s")
        #expect(next(119) == "Next update: in 119 s")
        #expect(next(120) == "Next update: in 2 min")
        #expect(next(7200) == "Next update: in 2 h")
        #expect(next(172_800) == "Next update: in 2 d")
    }

    @Test func limits() async throws {
        try await withCenter { bus, _ in
            try expectSnapshot("limits", try await todayctl("limits", on: bus).output)
            try expectSnapshot("limits-json", try await todayctl("limits", "--json", on: bus).output)
        }
    }

    @Test func resultsAndViewsAsJSON() async throws {
        try await withCenter { bus, center in
            #expect(
                try await todayctl("update", "--json", usedSpace.rawValue, on: bus).output == """
                    {
                      "Result": "no-data",
                      "Revision": 3,
                      "Error": "",
                      "ErrorKind": ""
                    }

                    """)
            try expectSnapshot("today-json", try await todayctl("today", "--once", "--json", on: bus).output)
            await center.onUpdate(of: usedSpace) { widget in
                widget.error = "no"
                return .failed
            }
            let failed = try await todayctl("update", "--json", usedSpace.rawValue, on: bus)
            #expect(failed.status == 1 && failed.errors == "todayctl: no\n" && failed.output.contains("\"failed\""))
        }
    }
}
