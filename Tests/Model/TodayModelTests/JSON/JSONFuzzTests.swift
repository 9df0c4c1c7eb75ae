import DBus
import Fuzzing
import Testing
import TodayModel

/// JSON from anywhere is read as Python reads it, or refused.
struct JSONFuzzTests {
    static let words = [
        "{", "}", "[", "]", ":", ",", "\"kind\"", "\"text\"", "\"children\"", "\"value\"", "\"data\"", "\"a\":", "\"",
        "\\", "\\u", "\\u0000", "\\u0022", "\\ud83d", "\\ude00", "\\ud83d\\ude00", "d83d", "1", "-", ".", "e", "E+",
        "true", "false", "null", "0.5", "1e5", "//", "/*", "*/", "[[[[[[[[", "{\"a\":{\"b\":", "\"\"",
    ]

    private static let python = """
        import json
        def refuse(word):
            raise ValueError(word)
        def judge(data):
            text, written = data.split(b'\\xff')
            try:
                value = json.loads(text.decode(), parse_constant=refuse)
                json.dumps(value, ensure_ascii=False).encode()
            except (ValueError, RecursionError):
                return 'refused'
            if not written:
                return 'accepted'
            def exact(value):
                if isinstance(value, list):
                    return [exact(element) for element in value]
                if isinstance(value, dict):
                    return [[name, exact(value[name])] for name in sorted(value)]
                return [type(value).__name__, value]
            return 'same' if exact(json.loads(written.decode())) == exact(value) else 'other'
        """

    @Test func pythonReadsTheSame() throws {
        let python = try SecondOpinion(python: Self.python)
        var accepted = 0
        try Fuzzer(corpus: Fuzzer.contents, words: Self.words).run("JSON", inputs: 2500) { input in
            let text = input.text()
            _ = try? DBusValue(relaxedJSON: text)
            let value: DBusValue
            do throws(Fault) { value = try DBusValue(json: text) } catch {
                try input.expect("\(error)".contains("line "), "a fault names its line: \(error)")
                try input.expect("\(error)".utf8.count < 8000, "a fault is short: \(error)")
                if !error.message.hasPrefix("JSON, ") || error.message.hasSuffix(" is out of range") { return }
                let answer = try python.judge(Array(text.utf8) + [0xFF])
                return try input.expect(answer == "refused", "Python refuses it as well: \(error)")
            }
            accepted += 1
            let line = value.json()
            let answer = try python.judge(Array(text.utf8) + [0xFF] + Array(line.utf8))
            try input.expect(answer == "same", "Python reads \(line): \(answer)")
            try input.expect(try DBusValue(json: line).json() == line, "it is the same when read again: \(line)")
            try input.expect(try DBusValue(json: value.json(pretty: true)).json() == line, "and when written on lines")
            try input.expect(line.unicodeScalars.allSatisfy { !$0.isControl }, "no controls are written: \(line)")
        }
        #expect(accepted > 150)
    }
}
