import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayCommands

/// `todayctl lint`, which needs no bus, and the warnings of `push` and `register`.
@Suite struct LintTests {
    private func lint(_ arguments: String..., input: String = "") async throws -> CommandRun.Result {
        try await CommandRun.start(["lint"] + arguments, ["PATH": "/usr/bin:/bin"], input: input).result()
    }

    private let doubtful = #"{"kind":"column","children":[{"kind":"text","text":"a","style":"huge"}]}"#
    private let warning =
        #"children[0].style: "huge" isn't one of title, headline, body, caption, monospaced, so it is ignored"#

    @Test func whatItFindsIsPrintedWithItsPlace() async throws {
        expect(try await lint("-", input: #"{"kind":"divider"}"#), 0, "", "")
        expect(try await lint("-", input: doubtful), 1, "standard input: warning: \(warning)\n", "")
        expect(
            try await lint("-", input: #"{"kind":"progress","value":2}"#), 1,
            "standard input: value: 2 is outside 0…1\n", "")
        expect(
            try await lint("--json", "-", input: #"{"kind":"progress","value":2}"#), 1,
            """
            [
              {
                "File": "-",
                "Path": "value",
                "Severity": "error",
                "Message": "2 is outside 0…1"
              }
            ]

            """, "")
        expect(
            try await lint("/nowhere/x.json"), 1, "",
            "todayctl: cannot open /nowhere/x.json: No such file or directory\n")
        #expect(try await lint().status == 64)
        #expect(try await lint("-", "-").status == 64)
    }

    @Test func changesAreLookedAtToo() async throws {
        let keys =
            "Content, HasContent, PreferredContentSize, LargestDisplayMode, DisplayMode, MarginInsets, NextUpdate, Error, "
            + "ErrorKind, Attention, Badge, UpdatedAt"
        expect(
            try await lint("-", input: #"{"Contents":{},"Content":\#(doubtful),"DisplayMode":"large"}"#), 1,
            """
            standard input: warning: Contents: not one of \(keys), so it is ignored
            standard input: warning: Content.\(warning)
            standard input: DisplayMode: "large" isn't compact or expanded

            """, "")
        expect(try await lint("-", input: #"{"HasContent":true,"PreferredContentSize":[0,20]}"#), 0, "", "")
    }

    @Test func pushAndRegisterWarnAndGoOn() async throws {
        try await withCenter { bus, _ in
            expect(
                try await todayctl("push", usedSpace.rawValue, doubtful, on: bus), 0, "4\n",
                "todayctl: warning: Content.\(warning)\n")
            let changes = try await todayctl("push", usedSpace.rawValue, "--changes", #"{"Contents":{}}"#, on: bus)
            #expect(changes.status == 0 && changes.errors.hasPrefix("todayctl: warning: Contents: not one of "))
            expect(
                try await todayctl("register", "a.b", "--content", doubtful, on: bus), 0, "",
                "todayctl: warning: Content.\(warning)\n")
            let path = bus.folder + "/a.c.widget"
            let file = try #require(fopen(path, "w"))
            fputs("[Widget]\nNaem=A\n", file)
            fclose(file)
            expect(
                try await todayctl("register", "--manifest", path, on: bus), 0, "",
                "todayctl: warning: \(path): line 2, Naem: unknown key; custom keys begin with X-\n")
        }
    }
}
