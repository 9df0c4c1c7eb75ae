import Foundation
import Testing

@testable import TodayModel

/// The manual page and the JSON Schema of content are those of the schema. After a change, run the tests once with
/// `UPDATE_DATA=1` to write them anew.
@Suite struct ContentFilesTests {
    private static let page = Repository.root.appending(path: "data/man/todaycenter-content.7")
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil

    private static func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    @Test func thePageHasTheTablesOfTheSchema() throws {
        var page = try Self.text(Self.page)
        for (mark, table) in ContentTables.parts {
            let start = try #require(page.range(of: ".\\\" \(mark), from the schema\n")).upperBound
            let end = try #require(page.range(of: ".\\\" end of \(mark)\n")).lowerBound
            if Self.isUpdating {
                page.replaceSubrange(start..<end, with: table)
            } else {
                #expect(page[start..<end] == table, "\(mark)")
            }
        }
        if Self.isUpdating { try page.write(to: Self.page, atomically: true, encoding: .utf8) }
    }

    @Test func theJSONSchemaIsThatOfTheSchema() throws {
        let file = Repository.root.appending(path: "data/schema/todaycenter-content.schema.json")
        if Self.isUpdating { try ContentJSONSchema.text.write(to: file, atomically: true, encoding: .utf8) }
        #expect(try Self.text(file) == ContentJSONSchema.text)
        #expect(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) is NSDictionary)
    }

    /// Whoever copies an example gets what the page says.
    @Test func everyExampleOfThePageIsGood() throws {
        let page = try Self.text(Self.page)
        var count = 0
        for block in page.split(separator: "\n.nf\n").dropFirst() {
            let example = block.split(separator: "\n.fi").first.map(String.init) ?? ""
            guard example.hasPrefix("{") else { continue }
            let json = example.replacing("\\(dq", with: "\"").replacing("\\-", with: "-").replacing("\\(aq", with: "'")
            #expect(Content.findings(json: json).map(\.fault.description) == [], "\(json)")
            count += 1
        }
        #expect(count > ContentSchema.kinds.count)
    }
}
