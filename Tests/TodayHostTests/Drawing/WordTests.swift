import Testing
import TodayModel

@testable import TodayHost

/// Panels know the words of the vocabulary, and no others.
@Suite struct WordTests {
    private func expect<Word: RawRepresentable<String> & CaseIterable>(
        _ attribute: String, of kinds: ContentKind..., are type: Word.Type
    ) {
        for kind in kinds {
            #expect(Set(Vocabulary.words(for: attribute, of: kind)) == Set(type.allCases.map(\.rawValue)), "\(kind)")
        }
    }

    @Test func theWordsAreThoseOfTheVocabulary() {
        expect("alignment", of: .column, .row, .text, are: NodeAlignment.self)
        expect("style", of: .text, are: NodeTextStyle.self)
        expect("color", of: .text, are: NodeColor.self)
        expect("style", of: .progress, are: NodeProgressStyle.self)
        expect("style", of: .button, are: NodeButtonStyle.self)
        expect("style", of: .chart, are: NodeChartStyle.self)
    }
}
