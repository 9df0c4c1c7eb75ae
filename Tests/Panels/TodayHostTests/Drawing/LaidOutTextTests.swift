import Testing
import TodayModel

@testable import TodayHost

@Suite struct LaidOutTextTests {
    @Test func ordinaryTextStaysAsItIs() {
        for text in ["", "Buy milk", "A sentence of several words, none of which is long.", "日本語\nとても"] {
            #expect(LaidOutText.prepare(text) == text)
        }
    }

    @Test func longWordsCanBeBroken() {
        #expect(
            LaidOutText.prepare(String(repeating: "W", count: 250)).count == 250,
            "where a line ends is the toolkit's to say")
        let word = String(repeating: "W", count: 600)
        let prepared = LaidOutText.prepare("a " + word)
        #expect(prepared.replacing("\u{200B}", with: "") == "a " + word)
        #expect(prepared.split(whereSeparator: { $0 == "\u{200B}" || $0 == " " }).allSatisfy { $0.count <= 250 })
    }

    /// A toolkit applies a maximum number of lines to each paragraph by itself.
    @Test func aTextOfSoManyLinesIsOneParagraph() {
        #expect(LaidOutText.prepare("one\ntwo", lines: 0) == "one\ntwo")
        #expect(LaidOutText.prepare("one", lines: 1) == "one")
        #expect(LaidOutText.prepare("one\ntwo", lines: 1) == "one…")
        #expect(LaidOutText.prepare("one\n \n", lines: 1) == "one")
        #expect(LaidOutText.prepare("one\ntwo", lines: 2) == "one \u{2028}two")
        #expect(LaidOutText.prepare("one\ntwo\n\nfour", lines: 2) == "one \u{2028}two…")
        #expect(LaidOutText.prepare("\n\n", lines: 3) == " \u{2028} \u{2028}")
    }

    @Test func whatNobodySeesIsCutOff() {
        let prepared = LaidOutText.prepare(String(repeating: "ab ", count: 1300))
        #expect(prepared.count == TextRoom.limit + 1 && prepared.hasSuffix("…"))
        #expect(LaidOutText.prepare(String(repeating: "ab ", count: 40), limit: 100).count == 101)
        #expect(LaidOutText.prepare("short", limit: 100) == "short")
    }

    @Test func charactersHaveAsManyMarksAsWritingTakes() {
        let family = "👨🏽\u{200D}👩🏽\u{200D}👧🏽\u{200D}👦🏽"
        for text in ["Ế ở đâu và ở đây", "בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים", "हिन्दी में लिखा हुआ", family + family + family] {
            #expect(LaidOutText.prepare(text).replacing("\u{200B}", with: "") == text)
        }
        let marked = "a" + String(repeating: "\u{301}\u{323}", count: 1000)
        #expect(LaidOutText.prepare(marked + "b") == "a\u{301}\u{323}\u{301}\u{323}\u{301}\u{323}\u{301}\u{323}b")
        // No more of them in all than there is room for.
        let many = LaidOutText.prepare(String(repeating: String(marked.prefix(1)), count: 200), limit: 100)
        #expect(many.unicodeScalars.count < 200 && many.hasSuffix("…"))
        // Other joined sequences are cut as well.
        let chain = String(repeating: "👧\u{200D}", count: 1000)
        #expect(LaidOutText.prepare(chain).unicodeScalars.count <= 16)
    }
}
