import DBus
import Foundation
import Testing
import TodayModel

@testable import TodayConformance

/// The tables of `provider.md` and `panel.md` in the specification are those of the code.
@Suite struct ProviderAndPanelTextTests {
    private static func text(_ file: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        return try String(contentsOf: root.appending(path: file), encoding: .utf8)
    }

    /// The cells of a table's rows, without the quotation marks of code; the table is the one with this head.
    private static func rows(_ head: String, in text: String) throws -> [[String]] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix(head) })
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
                $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "")
            }
        }
    }

    @Test func theMethodsOfAProvider() throws {
        let text = try Self.text("data/specification/provider.md")
        var table: [String: IntrospectedInterface.Signatures] = [:]
        func types(_ cell: String) -> String {
            cell.split(separator: ",").compactMap { $0.split(separator: " ").first }.joined()
        }
        for row in try Self.rows("| method | in | out |", in: text) {
            table[row[0]] = .init(input: types(row[1]), output: types(row[2]))
        }
        let xml = try Self.text("data/dbus-1/interfaces/\(TodayBus.provider).xml")
        let interface = try #require(IntrospectedInterface(TodayBus.provider.rawValue, in: xml))
        #expect(table == Dictionary(interface.methods.map { ($0.name, $0.signatures) }) { $1 })
        #expect(table == IntrospectedInterface.provider)
    }

    @Test func theKeysOfTheContext() throws {
        let text = try Self.text("data/specification/provider.md")
        let table = try Self.rows("| key | type | |", in: text).map { "\($0[0]) \($0[1])" }
        let context = UpdateContext(identifier: "org.example.A", reason: .start).dictionary
        #expect(Set(table) == Set(context.map { "\($0.key) \($0.value.signature)" }))
        for reason in UpdateReason.allCases { #expect(text.contains("`\(reason.rawValue)`")) }
        for result in UpdateResult.allCases { #expect(text.contains("| `\(result.rawValue)` |")) }
    }

    @Test func thePropertiesOfAWidget() throws {
        let text = try Self.text("data/specification/panel.md")
        let table = try Self.rows("| property |", in: text).map { $0[0] }
        #expect(table.sorted() == WidgetMember.allCases.map(\.rawValue).sorted())
    }
}
