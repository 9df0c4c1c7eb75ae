import Testing

@testable import TodayHost

@Suite struct LaidOutTextTests {
    @Test func ordinaryTextStaysAsItIs() {
        for text in ["", "Buy milk", "A sentence of several words, none of which is long.", "日本語\nとても"] {
            #expect(LaidOutText.prepare(text) == text)
        }
    }

    @Test func longWordsCanBeBroken() {
        let word = String(repeating: "W", count: 60)
        let prepared = LaidOutText.prepare("a " + word)
        #expect(prepared.replacing("\u{200B}", with: "") == "a " + word)
        #expect(prepared.split(whereSeparator: { $0 == "\u{200B}" || $0 == " " }).allSatisfy { $0.count <= 24 })
    }

    @Test func whatNobodySeesIsCutOff() {
        let prepared = LaidOutText.prepare(String(repeating: "ab ", count: 1300))
        #expect(prepared.count == LaidOutText.limit + 1 && prepared.hasSuffix("…"))
        #expect(LaidOutText.prepare(String(repeating: "ab ", count: 40), limit: 100).count == 101)
        #expect(LaidOutText.prepare("short", limit: 100) == "short")
    }
}
