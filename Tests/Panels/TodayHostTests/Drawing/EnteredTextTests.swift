import Testing
import TodayHost
import TodayModel

@Suite struct EnteredTextTests {
    @Test(
        arguments: [
            ("", ""), ("Call Ann", "Call Ann"), ("two\nlines\tand\u{1B}[1m", "two lines and [1m"), ("a\r\nb", "a  b"),
            ("Ä 👩‍👩‍👧 ﷽", "Ä 👩‍👩‍👧 ﷽"), ("\u{7F}\u{85}", "\u{7F}\u{85}"),
        ]) func controlCharactersAreSpaces(_ text: String, _ allowed: String)
    {
        #expect(EnteredText.allowed(text) == allowed)
    }

    @Test func longTextsEndBeforeTheLimit() {
        let full = String(repeating: "a", count: Limits.stringBytes)
        #expect(EnteredText.allowed(full) == full)
        #expect(EnteredText.allowed(full + "b") == full)
        // A letter of several bytes isn't cut in two.
        #expect(EnteredText.allowed(full.dropLast() + "ä") == full.dropLast())
        #expect(EnteredText.allowed(full.dropLast(2) + "äb") == full.dropLast(2) + "ä")
    }
}
