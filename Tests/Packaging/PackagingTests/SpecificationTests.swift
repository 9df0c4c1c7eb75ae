import Foundation
import Testing

@testable import TodayModel

/// The specification matches the schema of content. After a change, run the tests once with `UPDATE_DATA=1` to write
/// its tables again.
@Suite struct SpecificationTests {
    private static let file = Repository.root.appending(path: "data/specification/content.md")

    @Test func contentHasTheTablesOfTheSchema() throws {
        let isUpdating = ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil
        var text = try String(contentsOf: Self.file, encoding: .utf8)
        for (mark, part) in SpecificationTables.parts {
            let start = try #require(text.range(of: "<!-- \(mark), from the schema -->\n"), "\(mark)").upperBound
            let end = try #require(text.range(of: "<!-- end of \(mark) -->\n"), "\(mark)").lowerBound
            if isUpdating {
                text.replaceSubrange(start..<end, with: part)
            } else {
                #expect(text[start..<end] == part, "\(mark)")
            }
        }
        if isUpdating { try text.write(to: Self.file, atomically: true, encoding: .utf8) }
    }

    /// If the attributes of a kind depend on one another, its section has a rule for that.
    @Test(arguments: ContentSchema.kinds.map(\.kind)) func everyDemandIsARule(_ kind: ContentKind) throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let part = try #require(text.split(separator: "\n### ").first { $0.hasPrefix("\(kind.rawValue)\n") })
        let rules = part.split(separator: "\n\n").filter { $0.contains(">**T-") }
        for demand in try #require(ContentSchema.kinds.first { $0.kind == kind }).rules {
            let names = demand.names.map { "`\($0.rawValue)`" }
            #expect(rules.contains { rule in names.allSatisfy { rule.contains($0) } }, "\(names)")
        }
    }
}

extension ContentSchema.Rule {
    fileprivate var names: [ContentAttribute] {
        switch self {
        case .exactlyOne(let first, let second), .together(let first, let second), .without(let first, let second),
            .notBefore(let first, let second), .notAbove(let first, let second), .filled(let first, let second),
            .below(let first, let second):
            [first, second]
        case .within(let name, let low, let high): [name, low, high]
        case .sendsValue(let name): [name]
        }
    }
}
