import Fuzzing
import Testing
import TodayPlatform

/// The documents, as pages of the website, are plain American English: no word of `words.txt`, and short sentences.
@Suite(.enabled(if: Environment.locate("cmark-gfm") != nil, "cmark-gfm is not installed"))
struct DocumentWordsTests {
    private static let longest = 25

    /// The fault of a sentence; nil for a good one.
    private static func fault(of sentence: String, _ words: WordList) -> String? {
        if let wayOut = words.wayOut(of: sentence) { return wayOut }
        let count = sentence.split { $0.isWhitespace || $0 == "–" || $0 == "—" }
            .count { $0.contains { $0.isLetter || $0.isNumber } }
        return count > longest ? "\(count) words" : nil
    }

    @Test(.longComputation) func documentsArePlainEnglish() async throws {
        let words = try WordList()
        let site = try await Site.shared.value
        var count = 0
        // The change log is history, the license is Apache's, and the index of headings repeats other pages.
        let others: Set = ["CHANGELOG.html", "LICENSE.html", "headings.html"]
        for path in site.pages.keys.sorted() where !others.contains(path) {
            for sentence in try site.sentences(of: path) {
                count += 1
                if let fault = Self.fault(of: sentence, words) { Issue.record("\(path): \(fault): \(sentence)") }
            }
        }
        #expect(count > 5000)
    }

    @Test(arguments: [
        ("Nobody hears of it", false), ("The center reports it", true),
        (
            "One two three four five six seven eight nine ten one two three four five six seven eight nine ten one "
                + "two three four five six", false
        ),
    ])
    func aFaultIsFound(_ sentence: String, _ isGood: Bool) throws {
        #expect((Self.fault(of: sentence, try WordList()) == nil) == isGood)
    }
}
