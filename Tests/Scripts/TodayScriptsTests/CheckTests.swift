import Testing
import TodayModel

@testable import TodayScripts

/// The output of `todayctl script check`.
@Suite struct CheckTests {
    private func check(
        _ file: String, _ text: String, printed: String? = nil, isExecutable: Bool = true, error: String = "",
        exitCode: Int32 = 0
    ) throws -> (lines: [String], isGood: Bool) {
        let header = script(text)
        let name = try #require(ScriptFileName(file))
        var check = ScriptCheck(name: name, header: header, isExecutable: isExecutable) { program in
            ["/bin/bash", "/usr/bin/python3"].first { $0 == program || $0.hasSuffix("/" + program) }
        }
        guard let printed else { return (check.lines(view: nil, now: .never), check.isGood) }
        let output = ScriptOutput(reading: Array(printed.utf8), header: header, exitCode: exitCode)
        check.add(output, failure: output.failure(exitCode: exitCode, standardError: Array(error.utf8)))
        return (check.lines(view: ScriptView(output, name: "Test"), now: .never), check.isGood)
    }

    @Test func aStreamHasNoTimeLimit() throws {
        let (lines, _) = try check("clock.sh", "#!/bin/bash\n# <swiftbar.type>streamable</swiftbar.type>")
        let runs = try #require(lines.first { $0.contains("runs: ") })
        #expect(runs.contains("stream") && !runs.contains("at most"), "\(runs)")
    }

    @Test func aGoodScript() throws {
        let (lines, isGood) = try check(
            "disk.1m.sh",
            "#!/bin/bash\n# <xbar.title>Disk</xbar.title>\n# <xbar.desc>How full</xbar.desc>\n# <xbar.var>select(V=\"a\"): Which [a, b]</xbar.var>",
            printed: "7%\n---\na\nb\nc\nd")
        let rule = "  " + String(repeating: "─", count: 78)
        #expect(isGood)
        #expect(
            lines == [
                "name: Disk", "description: How full", "start: /bin/bash", "runs: every 1m, at most 30s",
                "variable: V=a (select) Which [a, b]", "format: xbar", "compact:", "  7%", "  a", "  b", "  c",
                "expanded:",
                "  7%", rule, "  a", "  b", "  c", "  d",
            ])
    }

    @Test func everythingThatIsWrong() throws {
        let (lines, isGood) = try check(
            "disk.sh", "#!/usr/bin/env A=b python\n# today.timeout: soon", printed: "7% | colour=red\n---\nx | size=3",
            isExecutable: false)
        #expect(isGood)
        #expect(lines.contains("start: A=b /usr/bin/python3"))
        #expect(
            lines.suffix(5) == [
                "script, line 1: python not found; using /usr/bin/python3",
                "not executable, so its interpreter starts it",
                "script, line 2: today.timeout: \"soon\" is not a time such as 90s or 2m, up to 1h, so it is ignored",
                "output, line 1: \"colour\" is an unknown key, so it is ignored",
                "output, line 3: size has no effect here: The text size; the theme defines it.",
            ])
    }

    @Test func whatCannotStart() throws {
        let (lines, isGood) = try check("a.js", "#!/usr/bin/env node")
        #expect(!isGood && lines.last == "script, line 1: needs node, which is not installed")
        #expect(try !check("a", "\u{7F}ELF", isExecutable: false).isGood)
        #expect(
            try check("a.py", "print()").lines.last
                == "script, line 1: no interpreter named; using /usr/bin/python3")
    }

    @Test func whatFails() throws {
        let (lines, isGood) = try check("a.sh", "#!/bin/bash", printed: "", error: "a\nb\n", exitCode: 2)
        #expect(!isGood && lines.last == "b")
        let (quiet, isQuietGood) = try check("a.sh", "#!/bin/bash", printed: "")
        #expect(isQuietGood && quiet.last == "no output, so the widget is hidden")
        #expect(
            try check("a.sh", "#!/bin/bash", printed: "a\n" + String(repeating: "b", count: 300 << 10)).lines.last
                == "only the first 256 KiB are read")
    }

    @Test func jsonThatIsNone() throws {
        let (lines, isGood) = try check("a.sh", "#!/bin/bash", printed: "{\"text\": \"7%\"")
        #expect(!isGood)
        #expect(lines.last?.hasPrefix("the output begins like JSON but isn't JSON: JSON, line 1, column ") == true)
    }

    @Test func manyNotesAreCut() throws {
        let (lines, _) = try check(
            "a.sh", "#!/bin/bash", printed: "H\n---\n" + String(repeating: "a | b=c\n", count: 400))
        #expect(lines.last == "further notes are omitted" && lines.filter { $0.hasPrefix("output, line") }.count == 100)
    }
}
