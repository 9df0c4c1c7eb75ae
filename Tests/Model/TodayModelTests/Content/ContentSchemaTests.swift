import DBus
import Testing

@testable import TodayModel

/// The table of content is whole.
@Suite struct ContentSchemaTests {
    private static let attributes = ContentSchema.common + ContentSchema.kinds.flatMap(\.attributes)

    @Test func everyNameIsInTheTable() {
        #expect(ContentSchema.kinds.map(\.kind) == ContentKind.allCases)
        #expect(Set(Self.attributes.map(\.name)) == Set(ContentAttribute.allCases))
    }

    /// Panels fall back to it, and have nothing else.
    @Test func everyDefaultIsOfItsType() throws {
        let validator = ContentValidator(source: .values)
        for attribute in Self.attributes {
            guard case .value(let value) = attribute.absence else { continue }
            let changed = try validator.normalized(value, as: attribute.type, name: attribute.name.rawValue)
            #expect(changed == nil, "\(attribute.name)")
            if case .word(let words) = attribute.type, case .string(let word) = value {
                #expect(words.contains(word), "\(attribute.name)")
            }
        }
    }

    @Test func everyExampleIsGood() {
        for kind in ContentSchema.kinds {
            #expect(Content.findings(json: kind.example).map(\.fault.description) == [], "\(kind.kind)")
        }
    }

    /// An attribute at its default is drawn as one that is not given.
    @Test func whatIsNotGivenReadsAsItsDefault() {
        #expect(Content(kind: .grid).integer(.columns) == 2)
        #expect(Content(kind: .column).number(.spacing) == 6)
        #expect(Content(kind: .text).string(.alignment) == "leading")
        #expect(Content(kind: .row).string(.alignment) == "fill")
        #expect(Content(kind: .text).boolean(.enabled) && !Content(kind: .text).boolean(.private))
        // Also where the kind is unknown, and where the value is of another type.
        #expect(Content(kind: "gauge").boolean(.enabled))
        #expect(Content(kind: .grid, [.columns: "two"]).integer(.columns) == 2)
        #expect(Content(kind: .image).number(.width) == nil)
    }
}
