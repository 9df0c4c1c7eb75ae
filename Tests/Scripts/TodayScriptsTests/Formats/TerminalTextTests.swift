import Testing
import TodayModel

@testable import TodayScripts

/// Escape sequences of a terminal.
@Suite struct TerminalTextTests {
    private func spans(_ text: String) -> [ScriptRow.Span] {
        StyledText.spans(text.split(separator: "^", omittingEmptySubsequences: false).joined(separator: "\u{1B}"))
    }

    @Test(arguments: [
        (30, ContentColor.primary), (31, .error), (32, .success), (33, .warning), (34, .accent), (35, .accent),
        (36, .accent), (37, .primary), (90, .secondary), (91, .error), (92, .success), (93, .warning), (97, .primary),
    ])
    func aColour(_ code: Int, _ role: ContentColor) {
        #expect(spans("^[\(code)ma") == [.init("a", color: role)])
        #expect(spans("^[1;\(code);4ma") == [.init("a", color: role)])
    }

    @Test(arguments: [
        ("38;5;1", ContentColor.error), ("38;5;8", .secondary), ("38;5;10", .success), ("38;5;196", .error),
        ("38;5;240", .secondary), ("38;5;16", .primary), ("38;2;255;0;0", .error), ("38:2:0:200:0", .success),
        ("48;5;1;32", .success), ("31;48;2;0;255;0", .error),
    ])
    func aColourOfThePalette(_ codes: String, _ role: ContentColor) {
        #expect(spans("^[\(codes)ma") == [.init("a", color: role)])
    }

    @Test(arguments: ["^[31ma^[0m", "^[31ma^[m", "^[31ma^[39m"]) func theEndOfAColour(_ text: String) {
        #expect(spans(text + "b") == [.init("a", color: .error), .init("b")])
    }

    @Test(arguments: [
        "^[2Ja", "^]0;title\u{7}a", "^]8;;https://a.org^\\a", "^(Ba", "^=a", "^[?25la", "^[1;1Ha", "^Pq^\\a", "a^",
        "a^[",
        "a^[31", "^[38;5ma", "^[38ma", "^[99999999999999999999ma", "\u{7}a\u{8}",
    ])
    func otherSequencesAreLeftOut(_ text: String) { #expect(spans(text).map(\.text) == ["a"]) }

    @Test func piecesOfOneColourAreOne() {
        #expect(spans("^[31ma^[1mb ^[0m ^[32mc") == [.init("ab  ", color: .error), .init("c", color: .success)])
    }

    @Test func tooManyPiecesAreOneText() {
        #expect(spans((0..<9).map { "^[\(31 + $0 % 2)m\($0)" }.joined()) == [.init("012345678")])
    }
}
