import DBus
import Foundation
import Testing
@testable import TodayModel

@testable import NotificationCenter
@testable import TodayService
import TodayServiceRules

/// `todaycenter-bus(7)` names what the contract has, and nothing else. In its sections each entry is a line behind `.TP`.
@Suite struct BusManualTests {
    private static func page() throws -> String {
        try String(contentsOf: Repository.root.appending(path: "data/man/todaycenter-bus.7"), encoding: .utf8)
            .replacing("\\-", with: "-")
    }

    /// The names that the entries of a section, or of a subsection of it, are about.
    private static func entries(_ section: String, _ subsection: String? = nil) throws -> Set<String> {
        var text = try #require(try page().split(separator: ".SH \(section)\n").dropFirst().first)
        text = text.split(separator: "\n.SH ")[0]
        if let subsection {
            text = try #require(
                text.split(separator: ".SS \(subsection)\n", omittingEmptySubsequences: false).dropFirst().first
            ).split(
                separator: "\n.SS ")[0]
        }
        let tags = text.split(separator: ".TP\n", omittingEmptySubsequences: false).dropFirst().map {
            $0.split(separator: "\n")[0].dropFirst(3)
        }
        // Types, arguments and numbers aren't names.
        let words = tags.flatMap {
            $0.replacing(/\([^)]*\)*/, with: "").matches(of: /[A-Z][A-Za-z]+/).map { String($0.0) }
        }
        return Set(words).subtracting(["JSON"])
    }

    private static func members(_ interface: IntrospectableInterface, _ kind: String) -> Set<String> {
        let xml = IntrospectionDocument(describing: [interface]).text
        return Set(
            xml.matches(of: try! Regex("<\(kind) name=\"(\\w+)\"", as: (Substring, Substring).self)).map {
                String($0.1)
            })
    }

    @Test func theCenter() throws {
        let center = IntrospectableInterface(CenterContract.center)
        #expect(try Self.entries("THE CENTER", "Methods") == Self.members(center, "method"))
        #expect(try Self.entries("THE CENTER", "Properties") == Self.members(center, "property"))
        #expect(try Self.entries("THE CENTER", "Signals") == Self.members(center, "signal"))
    }

    @Test func theOtherObjects() throws {
        #expect(
            try Self.entries("A WIDGET") == Self.members(IntrospectableInterface(CenterContract.widget), "property"))
        let provider = IntrospectableInterface(ProviderEndpoint.interface)
        #expect(try Self.entries("PROVIDERS") == Self.members(provider, "method"))
        let group = IntrospectableInterface(AppGroups.interface)
        #expect(
            try Self.entries("APP GROUPS") == Self.members(group, "method").union(Self.members(group, "signal")))
        let apps = Self.members(IntrospectableInterface(CenterContract.apps), "method")
        let page = try Self.page()
        #expect(apps.allSatisfy { page.contains($0) } && apps.count == 5)
    }

    @Test func theKeysOfDictionaries() throws {
        let definition = try WidgetDefinition.withEveryKey()
        let setting = try #require(definition.settingsSchema.declarations.first)
        // For the keys of changes, the page says what their absence means.
        #expect(try Self.entries("DEFINITION") == Set(definition.dictionary.keys).union(["HasContent"]))
        #expect(try Self.entries("SETTINGS") == Set(SettingDeclaration.keys))
        #expect(Set(setting.dictionary.keys).union(["Minimum", "Maximum"]) == Set(SettingDeclaration.keys))
        #expect(try Self.entries("CHANGES") == Set(WidgetChanges.keys))
        let identifier: WidgetIdentifier = "org.example.A"
        let context = UpdateContext(identifier: identifier, reason: .start)
        #expect(try Self.entries("CONTEXT") == Set(context.dictionary.keys))
        var options = ViewingOptions()
        options.name = "a"
        options.compactSize = Size(width: 1, height: 1)
        options.expandedSize = Size(width: 1, height: 1)
        options.proposedMarginInsets = .asProposed
        options.colorScheme = .dark
        options.locale = "C"
        options.smallSize = Size(width: 1, height: 1)
        options.version = 3
        #expect(try Self.entries("VIEWING") == Set(options.dictionary.keys))
    }

    @Test func theExplanation() throws {
        let xml = IntrospectionDocument(describing: [IntrospectableInterface(CenterContract.center)]).text
        let sentences = try #require(xml.firstMatch(of: /why a widget is or isn't fresh\. Keys: (.*?) Message is/)).1
        let keys = sentences.replacing("Since version 3: ", with: "").matches(of: /[A-Z][A-Za-z]+/).map { String($0.0) }
        #expect(try Self.entries("EXPLANATION") == Set(keys))
    }

    @Test func theWords() throws {
        let page = try Self.page()
        func expect(_ words: [String], in section: String) throws {
            let text = try #require(page.split(separator: ".SH \(section)\n").dropFirst().first).split(
                separator: "\n.SH ")[0]
            for word in words {
                #expect(text.contains(try Regex("[\\s\"]\(word)[\\s\";,.]")), "\(word) in \(section)")
            }
        }
        try expect(UpdateReason.allCases.map(\.rawValue), in: "CONTEXT")
        try expect(FreshnessReason.allCases.map(\.rawValue), in: "EXPLANATION")
        try expect(WidgetState.allCases.map(\.rawValue), in: "A WIDGET")
        try expect(UpdateResult.allCases.map(\.rawValue), in: "A WIDGET")
        try expect(SettingType.allCases.map(\.rawValue), in: "SETTINGS")
        try expect(WidgetSource.allCases.map(\.rawValue), in: "A WIDGET")
        try expect(CenterAction.allCases.map(\.rawValue), in: "THE CENTER")
    }

    @Test func theErrors() throws {
        #expect(try Self.entries("ERRORS") == Set(CenterError.Code.allCases.map(\.rawValue)))
    }

    @Test func theLimits() throws {
        #expect(try Self.entries("LIMITS") == Set(Limits.dictionary.keys))
        let page = try Self.page()
        for (name, value) in Limits.dictionary {
            guard case .uint64(let number) = value else { continue }
            #expect(page.contains(try Regex("\(name) \" \(number)[\",]")), "\(name) \(number)")
        }
    }
}
