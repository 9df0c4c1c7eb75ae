import Testing

@testable import TodayModel

@Suite("What others say")
struct ForeignTextTests {
    @Test(arguments: [
        ("", ""), ("a b", "a b"), ("日本 – ü", "日本 – ü"), ("\u{1B}[31mred\u{7}", "[31mred"),
        ("one\r\n\ttwo\n", "one two"), ("\n\n a", " a"), ("\n\n", ""), ("\u{9B}2J\u{7F}\u{0}", "2J"),
        ("a\u{85}b\u{2028}c\u{2029}d\u{B}e\u{C}f", "a b c d e f"),
        ("safe\u{202E}gnp.exe\u{2066}x\u{2069}\u{202A}", "safegnp.exex"),
        // Combining marks and joiners are part of the letters beside them.
        ("a\u{200B}b\u{FEFF}c\u{2060}d\u{AD}e", "abcde"),
        ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴\u{E0067}\u{E0062}\u{E007F}"),
        ("א\u{200F}!", "א\u{200F}!"), ("👩\u{200D}🚀", "👩\u{200D}🚀"),
    ])
    func cleaned(_ text: String, _ expected: String) {
        #expect(ForeignText.cleaned(text) == expected)
        #expect(ForeignText.cleaned(expected) == expected)
    }

    @Test func linesStayWhereTheyMay() {
        #expect(ForeignText.cleaned("a\r\nb\n\n\u{1B}c", keepsLines: true) == "a\nb\n\nc")
    }

    @Test(arguments: [
        (String(repeating: "a", count: 4096), String(repeating: "a", count: 4096)),
        (String(repeating: "a", count: 4097), String(repeating: "a", count: 4093) + "…"),
        (String(repeating: "é", count: 3000), String(repeating: "é", count: 2046) + "…"),
        (String(repeating: "\u{1B}", count: 5000) + "a", "a"),
        (String(repeating: "a", count: 2_000_000), String(repeating: "a", count: 4093) + "…"),
    ])
    func cut(_ text: String, _ expected: String) {
        #expect(ForeignText.cleaned(text) == expected)
        #expect(expected.utf8.count <= Limits.stringBytes)
    }

    @Test(arguments: [
        (" \u{202E}live <b>name</b>\n", "live <b>name</b>"), ("  ", ""), ("\u{2800}\u{3164}\u{200D}", ""),
        ("a b", "a b"),
        ("خبر\u{200F}", "خبر\u{200F}"),
    ])
    func titles(_ text: String, _ expected: String) { #expect(ForeignText.title(text) == expected) }

    /// In content, marks and isolates are what keeps two directions apart.
    @Test(arguments: [
        ("a\u{202A}b\u{202B}c\u{202C}d\u{202D}e\u{202E}f", "abcdef"),
        ("\u{2068}א\u{2069}\u{200E}…", "\u{2068}א\u{2069}\u{200E}…"),
    ])
    func content(_ text: String, _ expected: String) { #expect(ForeignText.content(text) == expected) }

    /// Nothing is added to typed text, unless it would be invisible.
    @Test(arguments: [
        ("it's", #""it's""#), (#"say "a""#, #"'say "a"'"#), (#"it's "a""#, #""it's \"a\"""#), (#"a\b"#, #""a\b""#),
        ("a\u{202E}b\n\u{FEFF}", #""a\u{202E}b\n\u{FEFF}""#),
    ])
    func quoted(_ text: String, _ expected: String) {
        #expect(text.excerpt == expected)
        #expect(!text.jsonQuoted.unicodeScalars.contains("\u{202E}"))
    }

    @Test func ofATracebackTheLastLineIsForPeople() {
        let traceback = "Traceback (most recent call last):\n  File \"x.py\", line 3\n    ^^^\nValueError: no sensor\n"
        let text = ErrorText(traceback)
        #expect(text.summary == "ValueError: no sensor" && text.details == traceback)
        #expect(ErrorText(text.text) == text)
    }

    @Test func aLineOfTheLog() {
        #expect(ForeignText.logLine("a\r\n\u{1B}[2J\u{9B}\u{202E}é") == #"a\r\n\u{1B}[2J\u{009B}\u{202E}é"#)
        let long = ForeignText.logLine(String(repeating: "\u{1B}", count: 5000))
        #expect(long.utf8.count <= 1024 && long.hasSuffix(#"\u{1B}…"#))
        #expect(ForeignText.logLine(String(repeating: "x", count: 1024)) == String(repeating: "x", count: 1024))
    }
}
