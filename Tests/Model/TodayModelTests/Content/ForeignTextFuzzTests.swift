import Fuzzing
import Testing
import TodayModel

/// Texts of others are harmless wherever they are shown.
struct ForeignTextFuzzTests {
    @Test func texts() throws {
        let texts = ["a b", "grüße\nx", "\u{202E}abc", "👩‍👩‍👧‍👦", " a ", "\u{1B}[31mred"]
        try Fuzzer(texts: texts).run("texts of others", inputs: 1000) { input in
            let text = input.text()
            func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { !$0.isControl && !$0.isDeceptive } }
            let cleaned = ForeignText.cleaned(text)
            try input.expect(isPlain(cleaned), "cleaned: \(cleaned.debugDescription)")
            try input.expect(cleaned.utf8.count <= Limits.stringBytes, "cleaned is bounded")
            try input.expect(ForeignText.cleaned(cleaned) == cleaned, "cleaned again: \(cleaned.debugDescription)")
            let title = ForeignText.title(text)
            try input.expect(isPlain(title), "a title: \(title.debugDescription)")
            let line = ForeignText.logLine(text)
            try input.expect(isPlain(line), "a line of the log: \(line.debugDescription)")
            try input.expect(line.utf8.count <= ForeignText.logBytes, "a line of the log is bounded")
            let lines = ForeignText.cleaned(text, keepsLines: true)
            try input.expect(lines.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" }, lines)
            let quoted = text.jsonQuoted
            try input.expect(isPlain(text.excerpt), "an excerpt: \(text.excerpt)")
            try input.expect(quoted.unicodeScalars.allSatisfy { !$0.isControl }, "quoted: \(quoted)")
        }
    }
}
