import Foundation
import Testing

@testable import TodayModel

/// The manual page and the JSON Schema of content match the schema, and the modules of other languages know its names.
/// After a change, run the tests once with `UPDATE_DATA=1` to write them again.
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

    /// They warn about other names.
    @Test(arguments: ["python/todaycenter.py", "javascript/todaycenter.js"])
    func theModuleKnowsTheNamesOfTheSchema(_ module: String) throws {
        let file = Repository.root.appending(path: "data/" + module)
        var text = try Self.text(file)
        let isPython = module.hasSuffix(".py")
        let comment = isPython ? "#" : "//"
        func names(_ attributes: [ContentSchema.Attribute]) -> [String] { attributes.map(\.name.rawValue) }
        let every = names(ContentSchema.common).joined(separator: " ")
        var table =
            isPython ? "_EVERY = \"\(every)\"\n_ATTRIBUTES = {\n" : "const EVERY = '\(every)';\nconst ATTRIBUTES = {\n"
        for kind in ContentSchema.kinds {
            let own = (kind.showsChildren ? ["children"] : []) + names(kind.attributes)
            let (name, value) = (kind.kind.rawValue, own.joined(separator: " "))
            table += isPython ? "    \"\(name)\": \"\(value)\",\n" : "    \(name): '\(value)',\n"
        }
        table += isPython ? "}\n" : "};\n"
        let mark = "\(comment) from the schema: UPDATE_DATA=1 swift test --filter ContentFilesTests\n"
        let start = try #require(text.range(of: mark)).upperBound
        let end = try #require(text.range(of: "\(comment) end of the schema\n")).lowerBound
        if Self.isUpdating {
            text.replaceSubrange(start..<end, with: table)
            try text.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start..<end] == table)
        }
    }

    /// A reader who copies an example gets the result that the page describes.
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
