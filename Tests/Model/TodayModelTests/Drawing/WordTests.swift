import Testing
import TodayModel

/// Panels know the words of the vocabulary, and no others.
@Suite struct WordTests {
    private func expect<Word: RawRepresentable<String> & CaseIterable>(
        _ attribute: ContentAttribute, of kinds: ContentKind..., are type: Word.Type
    ) {
        for kind in kinds {
            #expect(Set(ContentSchema.words(for: attribute, of: kind)) == Set(type.allCases.map(\.rawValue)), "\(kind)")
        }
    }

    @Test func theWordsAreThoseOfTheVocabulary() {
        expect(.alignment, of: .column, .row, .text, are: ContentAlignment.self)
        expect(.style, of: .text, are: ContentTextStyle.self)
        expect(.color, of: .text, are: ContentColor.self)
        expect(.style, of: .timer, are: ContentTimerStyle.self)
        expect(.style, of: .progress, are: ContentProgressStyle.self)
        expect(.style, of: .button, are: ContentButtonStyle.self)
        expect(.style, of: .chart, are: ContentChartStyle.self)
    }
}
