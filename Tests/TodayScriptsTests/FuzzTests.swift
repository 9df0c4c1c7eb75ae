import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayScripts

/// Nothing that a script prints or says of itself stops the program, and whatever it is gives valid content.
@Suite struct FuzzTests {
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
            "* * * * *", "<swiftbar.schedule>", "</swiftbar.schedule>", String(repeating: "x", count: 5000),
            String(repeating: "--", count: 40),
        ]

    private func soup(_ count: Int, using generator: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 0...count, using: &generator) {
            if Int.random(in: 0..<12, using: &generator) == 0 {
                bytes.append(UInt8.random(in: 0...255, using: &generator))
            } else {
                bytes += (Self.pieces.randomElement(using: &generator) ?? "").utf8
            }
        }
        return bytes
    }

    private func check(_ printed: [UInt8], _ header: ScriptHeader) {
        let output = ScriptOutput(reading: printed, header: header, exitCode: 33)
        _ = output.failure(exitCode: 1, standardError: printed)
        let view = ScriptView(output, name: "Test")
        let valid = try? view.content.validated()
        #expect(valid == view.content, "\(String(decoding: printed.prefix(500), as: UTF8.self).debugDescription)")
        #expect(view.content.byteCount <= Limits.contentBytes)
        for (name, action) in view.actions {
            #expect(!name.hasPrefix("today.") && !action.isEmpty)
            if let url = action.href { #expect((try? WidgetURL(url)) != nil) }
        }
    }

    @Test(arguments: 0..<16) func soup(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<150 {
            let header = ScriptHeader(reading: soup(12, using: &generator))
            check(soup(40, using: &generator), header)
            var forced = header
            forced.format = ScriptFormat.allCases.randomElement(using: &generator)
            check(soup(40, using: &generator), forced)
        }
    }

    @Test(arguments: 0..<8) func damaged(seed: UInt64) {
        let menu =
            "CPU 3% | color=red image=\(pixel)\n---\nLoad: 1 | href=https://a.org bash='b c' param1=\"d\"\n--deep | checked=true badge=3\n-----\n--\u{1B}[32mgreen\u{1B}[0m <b>x</b>\n---\nlast | alternate=true\n"
        let json = #"{"text":"a","alt":"b","tooltip":"c\nd","class":["x","warning"],"percentage":50}"#
        var generator = SeededRandom(seed: seed)
        for _ in 0..<300 {
            var bytes = Array((Bool.random(using: &generator) ? menu : json).utf8)
            for _ in 0..<Int.random(in: 1..<6, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            check(bytes, ScriptHeader())
            check(Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))), ScriptHeader())
        }
    }

    /// Whatever a quarter of a MiB is made of.
    @Test(arguments: 0..<24) func muchOfOneThing(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let unit: [UInt8] =
            switch seed {
            case 0: [0]
            case 1: [0xFF]
            case 2: Array("\n".utf8)
            case 3: Array("|".utf8)
            case 4: Array("-".utf8)
            case 5: Array("a\n".utf8)
            case 6: Array("--a\n".utf8)
            case 7: Array("'".utf8)
            case 8: Array("\" ".utf8)
            case 9: Array("a|b=c\n".utf8)
            case 10: Array("\u{1B}[31ma".utf8)
            case 11: Array("<b".utf8)
            case 12: Array("&".utf8)
            case 13: Array("{\"a\":".utf8)
            case 14: Array("[".utf8)
            case 15: Array("<xbar.title>".utf8)
            case 16: Array("e\u{301}".utf8)
            case 17: Array(":".utf8)
            case 18: Array(" |a=".utf8)
            case 19: Array("'a ".utf8)
            case 20: Array("b'".utf8)
            default: soup(30, using: &generator)
            }
        let count = min(ScriptOutput.bytes / max(1, unit.count) + 1, 100_000)
        let bytes = Array(Array(repeating: unit, count: count).joined())
        for format in ScriptFormat.allCases {
            var header = ScriptHeader(reading: bytes)
            header.format = format
            check(bytes, header)
        }
        for start in ["H\n---\n", "a | b=", "a | b=c", "'", "a |"] {
            check(Array(start.utf8) + bytes.prefix(32 << 10) + Array("x|".utf8), ScriptHeader())
        }
        var stream = ScriptStream(header: ScriptHeader(), hasInterval: false)
        stream.append(bytes)
        _ = stream.update()
        check(stream.finish(), ScriptHeader())
        _ = try? WaybarConfiguration(String(decoding: bytes, as: UTF8.self))
    }

    @Test(arguments: 0..<8) func otherReaders(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let bytes = soup(20, using: &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            if let name = ScriptFileName(text) {
                _ = name.widgetIdentifier
                let schedule = ScriptSchedule(name: name, header: ScriptHeader(reading: bytes))
                for moment in [0, 1, UInt64.max / 2, .max] {
                    let now = Timestamp(microseconds: moment)
                    _ = schedule.next(now: now, lastStart: now, isViewed: true, offset: { _ in -43_200 })
                }
            }
            _ = Shebang(firstLine: text).start(ending: text, lookup: { $0 == "sh" ? $0 : nil })
            _ = try? ScriptVariable(text)
            _ = try? ScriptVariableValues(json: text)
            _ = CronExpression(text)
            _ = try? WaybarModule(json: text)
            for script in (try? WaybarConfiguration("{\"custom/\(text)\":{\"format\":\"a\"}}"))?.scripts ?? [] {
                #expect(ScriptFileName(script.file) != nil)
            }
            var stream = ScriptStream(header: ScriptHeader(reading: bytes), hasInterval: Bool.random(using: &generator))
            for piece in bytes.split(maxSplits: 4, whereSeparator: { $0 == 0x61 }) {
                stream.append(piece)
                if let update = stream.update() { check(update, ScriptHeader()) }
            }
        }
    }
}
