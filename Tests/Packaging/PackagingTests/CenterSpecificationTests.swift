import DBus
import Foundation
import Testing

@testable import TodayModel
@testable import TodayService
import TodayServiceRules

/// `data/specification/center.md` names the members of the contract. After a change, run the tests once with
/// `UPDATE_DATA=1` to write its list of members again; its other tables are compared.
@Suite struct CenterSpecificationTests {
    private static let file = Repository.root.appending(path: "data/specification/center.md")

    // MARK: Members

    @Test func theMembersAreThoseOfTheContract() throws {
        var text = try String(contentsOf: Self.file, encoding: .utf8)
        let start = try #require(text.range(of: "<!-- members, from the contract -->\n")).upperBound
        let end = try #require(text.range(of: "<!-- end of members -->\n")).lowerBound
        let members = Self.text(
            of: IntrospectionDocument(
                describing: [
                    IntrospectableInterface(CenterContract.center), IntrospectableInterface(CenterContract.widget),
                    IntrospectableInterface(CenterContract.apps), IntrospectableInterface(AppGroups.interface),
                ]
            ).text)
        if ProcessInfo.processInfo.environment["UPDATE_DATA"] != nil {
            text.replaceSubrange(start..<end, with: members)
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start..<end] == members)
        }
    }

    /// Interfaces from their introspection: a heading for each, and a paragraph for each member.
    private static func text(of xml: String) -> String {
        var result = ""
        for interface in xml.split(separator: "<interface ").dropFirst() {
            result += "### `\(attribute("name", interface))`\n\n"
            for part in interface.split(separator: /\n    (?=<(?:method|property|signal) )/).dropFirst() {
                let kind = part.dropFirst().prefix { $0.isLetter }
                let name = attribute("name", part)
                let documentation = part.firstMatch(of: /DocString" value="([^"]*)"/).map { unescaped($0.1) } ?? ""
                result += "- `\(signature(String(kind), name, part))` \(documentation)\n"
            }
            result += "\n"
        }
        return String(result.dropLast())
    }

    private static func signature(_ kind: String, _ name: String, _ part: Substring) -> String {
        if kind == "property" { return "\(attribute("type", part)) \(name)" }
        let arguments = part.split(separator: "<arg ").dropFirst()
        func list(_ direction: String) -> [String] {
            arguments.filter { attribute("direction", $0) == direction }.map {
                "\(attribute("type", $0)) \(attribute("name", $0))"
            }
        }
        let results = list("out")
        return "\(name)(\(list(kind == "signal" ? "" : "in").joined(separator: ", ")))"
            + (results.isEmpty ? "" : " → " + results.joined(separator: ", "))
    }

    private static func attribute(_ name: String, _ element: Substring) -> String {
        let tag = element.prefix { $0 != ">" }
        return (try? Regex("\(name)=\"([^\"]*)\"", as: (Substring, Substring).self).firstMatch(in: tag))
            .map { String($0.1) } ?? ""
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
    }

    // MARK: Tables

    /// The second column of the table whose first name this is, by name.
    private static func table(from first: String, _ title: String) throws -> [String: String] {
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(
            lines.indices.first {
                lines[$0].hasPrefix("| `\(first)` |") && lines[$0 - 2].hasPrefix("| \(title) |")
            })
        let rows = lines[start...].prefix { $0.hasPrefix("|") }.map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") }
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    private static func types(_ values: [String: DBusValue]) -> [String: String] {
        values.mapValues(\.signature.rawValue)
    }

    @Test func theKeysOfADefinition() throws {
        var expected = Self.types(try WidgetDefinition.withEveryKey().dictionary)
        expected["Sample"]? += " or s"
        #expect(try Self.table(from: "Name", "key") == expected)
    }

    @Test func theKeysOfChanges() throws {
        var changes = WidgetChanges()
        changes.content = .empty
        changes.hasContent = true
        changes.preferredContentSize = .zero
        changes.largestDisplayMode = .compact
        changes.displayMode = .compact
        changes.marginInsets = .asProposed
        changes.nextUpdate = .never
        changes.error = ""
        changes.errorKind = .app
        (changes.attention, changes.badge, changes.updatedAt) = (.badge, 1, .never)
        var expected = Self.types(changes.dictionary)
        expected["Content"]? += " or s"
        #expect(try Self.table(from: "Content", "key") == expected)
    }

    @Test func theOptionsOfViewing() throws {
        var options = ViewingOptions()
        options.name = "a"
        options.compactSize = .zero
        options.expandedSize = .zero
        options.proposedMarginInsets = .asProposed
        options.colorScheme = .dark
        options.locale = "C"
        options.smallSize = .zero
        options.version = 3
        #expect(try Self.table(from: "Name", "option") == Self.types(options.dictionary))
    }

    @Test func theKeysOfASetting() throws {
        let declarations = [
            try SettingDeclaration(
                "A", .string, name: "b", default: .text("a"), placeholder: "a", description: "a", isRequired: true),
            try SettingDeclaration("A", .choice, choices: ["a"], choiceNames: ["b"]),
            try SettingDeclaration("A", .integer, minimum: .integer(0), maximum: .integer(1)),
        ]
        let keys = declarations.reduce(into: [:]) { $0.merge(Self.types($1.dictionary)) { first, _ in first } }
        let table = try Self.table(from: "Key", "key")
        #expect(Set(table.keys) == Set(keys.keys))
        for (key, type) in table where type != "of its type" { #expect(type == keys[key], "\(key)") }
    }

    @Test func theLimits() throws {
        let values = Limits.dictionary.mapValues { "\($0)" }
        #expect(try Self.table(from: "IdentifierBytes", "limit") == values)
    }

    /// The keys in the reply of `Explain` are in the introspection, and so in the list of members.
    @Test func theKeysOfAnExplanation() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let sentences = try #require(text.firstMatch(of: /why a widget is or isn't fresh\. Keys: (.*?) Message is/)).1
            .replacing("Since version 3: ", with: "")
        var keys: [String: String] = [:]
        for part in sentences.matches(of: /([^()]*)\(([a-z{}]+)\)/) {
            for name in part.1.matches(of: /[A-Z][A-Za-z]+/) { keys[String(name.0)] = String(part.2) }
        }
        #expect(try Self.table(from: "State", "key") == keys)
    }

    // MARK: Words

    @Test func theErrors() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        for code in CenterError.Code.allCases { #expect(text.contains("`\(code.rawValue)`"), "\(code)") }
    }

    @Test func theReasonsOfFreshness() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        let rule = try #require(text.split(separator: "\n\n").first { $0.contains(">**C-121**") })
        for reason in FreshnessReason.allCases { #expect(rule.contains("`\(reason.rawValue)`"), "\(reason)") }
    }
}
