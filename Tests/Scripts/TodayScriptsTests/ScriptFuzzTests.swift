import DBus
import Fuzzing
import Testing
import TodayModel

@testable import TodayScripts

/// Nothing that a script prints or says of itself stops the program, and anything it prints gives valid content.
@Suite(.longComputation) struct ScriptFuzzTests {
    private static let pieces: [String] =
        MenuKey.all.map { "\($0.name)=" } + HeaderKey.all.map(\.title) + WaybarModule.keys.map { "\"\($0.name)\"" } + [
            "a", "é", "👩‍👩‍👧‍👦", "\u{202E}", "\u{0}", "\u{1B}[31m", "\u{1B}[38;5;", "\u{1B}]", "\u{1B}", "\u{7}", "\t", "\r",
            "\n", "\n", "\n",
            "---\n", "--", "-----", "----", "|", " | ", "=", "\"", "'", "\\", "\\n", "\\e[", "<b>", "<span ", ">",
            "&lt;", "&#x41;",
            "&#99999999;", ":smile:", ":", "true", "false", "12", "-1", "0", "99999999999999999999", "nan", "1e400",
            "#f00", "red",
            "rgb(", "50%", ")", ",", "https://a.org", "/bin/sh", pixel, "~~~\n", "{\"text\":\"", "{\"full_text\":\"",
            "{\"kind\":\"text\",\"text\":\"",
            "\"}", "{", "}", "[", "]", "\"class\":", "\"percentage\":", "null", "//", "/*", "*/", "# today.format: ",
            "xbar", "waybar",
            "i3blocks", "text", "today", "# today.waybar: ", "#!/usr/bin/env ", "</xbar.title>", "<xbar.var>select(",
            "A=b", "): c [", "5s", "*/5",
            "* * * * *", "<swiftbar.schedule>", "</swiftbar.schedule>", String(repeating: "--", count: 40),
            "<xbar.title>a",
            "data:image/png;base64,", "\"format-icons\":[\"a\",\"b\"]", "\"percentage\":\"nan\"", "{icon}", "{}",
            "{percentage:}",
            "# today.schedule: */5 1-3 * jan sun", "38;2;1;2;3m", "48:5:200m", "rgba(1, 2, 3)", "#ff0000", "badge=",
        ]

    private static let menu =
        "CPU 3% | color=red image=\(pixel)\n---\nLoad: 1 | href=https://a.org bash='b c' param1=\"d\"\n"
        + "--deep | checked=true badge=3\n-----\n--\u{1B}[32mgreen\u{1B}[0m <b>x</b>\n---\nlast | alternate=true\n"
    private static let json = #"{"text":"a","alt":"b","tooltip":"c\nd","class":["x","warning"],"percentage":50}"#
    private static let block = "a\nb\n#ff0000\n#00ff00\n"
    private static let prints = Fuzzer(
        texts: [menu, json, block, ##"{"full_text":"a","color":"#f00","urgent":true}"##]
            + [
                #"{"kind":"text","text":"a"}"#, "a\n~~~\nb\n", "\u{1B}[1;31mred\u{1B}[0m \u{1B}]8;;https://a.org\u{7}b",
            ],
        words: pieces)
    private static let module =
        #"{"format":"{icon} {}","format-icons":{"a":["b","c"],"default":"d"},"on-click":"e","max-length":3}"#
    private static let headers = Fuzzer(
        corpus: Fuzzer.files(in: "data/examples/scripts", suffix: "")
            + [
                "#!/usr/bin/env -S python3 -u\n# <xbar.title>A</xbar.title>\n# <xbar.var>number(A=5): b</xbar.var>\n",
                "#!/bin/sh\n# today.format: waybar\n# today.waybar: \(module)\n# today.schedule: */5 * * * 1-5\n",
            ].map { Array($0.utf8) },
        words: pieces)

    private func check(_ printed: [UInt8], _ header: ScriptHeader, _ input: inout FuzzInput) throws {
        let output = ScriptOutput(reading: printed, header: header, exitCode: 33)
        _ = output.failure(exitCode: 1, standardError: printed)
        let view = ScriptView(output, name: "Test")
        try input.expect(try view.content.validated() == view.content, "the content is valid")
        try input.expect(view.content.byteCount <= Limits.contentBytes, "the content stays below its limit")
        for (name, action) in view.actions {
            try input.expect(!name.hasPrefix("today.") && !action.isEmpty, "the action \(name)")
            if let url = action.href { try input.expect((try? WidgetURL(url)) != nil, "the URL \(url)") }
        }
        let text = view.content.plainText(.init(now: Timestamp(microseconds: 0), displayMode: .expanded))
        try input.expect(text.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" }, "a plain text: \(text)")
    }

    @Test func output() throws {
        try Self.prints.run("output of scripts", inputs: 1200) { input in
            let printed = input.bytes()
            var header = ScriptHeader()
            header.format = input.pick(ScriptFormat.allCases.map { $0 } + [nil, nil])
            if input.chance(of: 4) { header.waybar = try? WaybarModule(json: Self.module) }
            try check(printed, header, &input)
            var stream = ScriptStream(header: header, hasInterval: input.chance(of: 2))
            var rest = printed[...]
            while !rest.isEmpty {
                let piece = rest.prefix(input.number(1...400))
                stream.append(piece)
                rest = rest.dropFirst(piece.count)
                if let update = stream.update(), input.chance(of: 4) { try check(update, header, &input) }
            }
            try input.expect(stream.finish().count <= ScriptOutput.bytes + 2, "what is kept of a stream is bounded")
        }
    }

    @Test func headers() throws {
        try Self.headers.run("headers of scripts", inputs: 1200) { input in
            let file = input.bytes()
            let header = ScriptHeader(reading: file)
            try check(Array(Self.menu.utf8), header, &input)
            try check(Array(Self.json.utf8), header, &input)
            for variable in header.variables { _ = try? variable.value(of: variable.standard?.scriptText ?? "") }
        }
    }

    @Test func namesAndTimes() throws {
        let texts = [
            "cpu.5s.sh", "001-cpu.1.10m+.py", "*/5 1-3 * jan,feb sun", "0 0 30 2 *",
            "select(A=\"b\"): c [\"b\", \"d\"]",
            "string(A=b): c", "{\"A\":\"b\",\"C\":1}", Self.module, "#!/usr/bin/env -S A=b python3 -c 'x y'",
        ]
        try Fuzzer(texts: texts, words: Self.pieces, maximumBytes: 2000).run("names and times", inputs: 1200) { input in
            let bytes = input.bytes()
            let text = String(decoding: bytes, as: UTF8.self)
            if let name = ScriptFileName(text) {
                _ = (name.widgetIdentifier, name.displayName)
                let schedule = ScriptSchedule(name: name, header: ScriptHeader(reading: bytes))
                let moments = [0, 1, 1_700_000_000_000_000, UInt64.max / 2, .max].map { Timestamp(microseconds: $0) }
                let (now, last) = (input.pick(moments), input.pick(moments))
                _ = schedule.next(now: now, lastStart: last, isViewed: true, offset: { _ in -43_200 })
            }
            _ = Shebang(firstLine: text).start(ending: text, lookup: { $0 == "sh" ? $0 : nil })
            _ = try? ScriptVariable(text)
            _ = try? ScriptVariableValues(json: text)
            if let cron = CronExpression(text), let next = cron.next(afterLocal: 1_700_000_000) {
                try input.expect(next > 1_700_000_000, "the next time of \(cron.text) is later")
                try input.expect(CronExpression(cron.text) == cron, "the same times again: \(cron.text)")
            }
            if let interval = ScriptInterval(text) {
                try input.expect(ScriptInterval(interval.description) == interval, "an interval again: \(interval)")
            }
            if let module = try? WaybarModule(json: text) {
                var header = ScriptHeader()
                (header.format, header.waybar) = (.waybar, module)
                try check(Array(Self.json.utf8), header, &input)
            }
            for script in (try? WaybarConfiguration("{\"custom/\(text)\":{\"format\":\"a\"}}"))?.scripts ?? [] {
                try input.expect(ScriptFileName(script.file) != nil, "a file for a script: \(script.file)")
            }
        }
    }

    /// Much of one thing: as much as a script may print, where there is time.
    @Test func muchOfOneThing() throws {
        let units = [
            "\0", "\n", "|", "-", "a\n", "--a\n", "'", "\" ", "a|b=c\n", "\u{1B}[31ma", "<b", "&", "{\"a\":", "[",
            "<xbar.title>", "e\u{301}", ":", " |a=", "'a ", "b'", "\u{301}",
        ]
        // The first inputs are one of these each, the others are random.
        var used = 0
        try Fuzzer(words: Self.pieces, maximumBytes: 64).run("much of one thing", inputs: 23) { input in
            let unit = used < units.count ? Array(units[used].utf8) : input.bytes()
            used += 1
            if unit.isEmpty { return }
            let count = min((Fuzzer.isLong ? ScriptOutput.bytes : 48 << 10) / unit.count + 1, 100_000)
            let bytes = Array(Array(repeating: unit, count: count).joined())
            for format in ScriptFormat.allCases {
                var header = ScriptHeader(reading: bytes)
                header.format = format
                try check(bytes, header, &input)
            }
            for start in ["H\n---\n", "a | b=", "a | b=c", "'", "a |"] {
                try check(Array(start.utf8) + bytes.prefix(32 << 10) + Array("x|".utf8), ScriptHeader(), &input)
            }
            var stream = ScriptStream(header: ScriptHeader(), hasInterval: false)
            stream.append(bytes)
            _ = stream.update()
            try check(stream.finish(), ScriptHeader(), &input)
            _ = try? WaybarConfiguration(String(decoding: bytes, as: UTF8.self))
        }
    }
}
