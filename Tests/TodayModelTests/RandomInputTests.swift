import DBus
import DBusTesting
import Testing
import TodayManifests
import TodayModel

/// Nothing that arrives may stop the program, and what is accepted survives a round trip.
@Suite("Random input")
struct RandomInputTests {
    @Test(arguments: 0..<20)
    func json(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"kind\"", "\"text\"", "\"children\"", "\"value\"", "\"data\"", "\"", "\\",
            "\\u", "d83d", "1", "-", ".", "e", "9999999999999999999", "true", "null", " ", "\n", "é", "\u{0}",
            "\u{FEFF}",
        ]
        let valid = #"{"kind":"row","children":[{"kind":"text","text":"a\u00e9"},{"kind":"progress","value":0.5}]}"#
        for _ in 0..<300 {
            let soup = (0..<Int.random(in: 0..<24, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            check(soup)
            var damaged = Array(valid.utf8)
            for _ in 0..<Int.random(in: 1..<4, using: &generator) {
                let index = Int.random(in: damaged.indices, using: &generator)
                damaged[index] = UInt8.random(in: 0...255, using: &generator)
            }
            check(String(decoding: damaged, as: UTF8.self))
            check(String(valid.prefix(Int.random(in: 0..<valid.count, using: &generator))))
        }
    }

    private func check(_ json: String) {
        guard let content = try? Content.validating(.string(json)) else { return }
        #expect((try? Content.parse(json: content.json())) == content)
        checkText(content)
    }

    private func checkText(_ content: Content) {
        let text = content.plainText(.init(now: Timestamp(microseconds: 50), displayMode: .expanded, width: 7))
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        _ = content.nextChange(after: Timestamp(microseconds: 50))
    }

    @Test(arguments: 0..<20)
    func values(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let value = randomNode(depth: 0, using: &generator)
            guard let content = try? Content.validating(value) else { continue }
            #expect((try? Content.validating(content.dbusValue)) == content)
            #expect((try? content.validated()) == content)
            #expect(content.byteCount <= Limits.contentBytes)
            _ = content.json(pretty: true)
            checkText(content)
        }
    }

    @Test(arguments: 0..<20)
    func dictionaries(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let keys = [
            "Name", "BusName", "Exec", "ObjectPath", "UpdateInterval", "MemoryMax", "AppGroups", "Content",
            "HasContent", "PreferredContentSize", "DisplayMode", "MarginInsets", "NextUpdate",
        ]
        for _ in 0..<300 {
            var dictionary: [String: DBusValue] = [:]
            for key in keys where Int.random(in: 0..<4, using: &generator) == 0 {
                dictionary[key] = randomValue(depth: 0, using: &generator)
            }
            if let changes = try? WidgetChanges(dictionary) {
                #expect((try? WidgetChanges(changes.dictionary)) == changes)
            }
            if let definition = try? WidgetDefinition(dictionary) {
                #expect((try? WidgetDefinition(definition.dictionary)) == definition)
                _ = definition.provider(for: "org.example.A")
            }
        }
    }

    @Test(arguments: 0..<20)
    func manifests(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let pieces = [
            "[Widget]\n", "[", "]", "=", ";", "\\", "\\s", "\n", "\r\n", "#", "Name", "[de]", "[de_AT@x]", "Exec", "\"",
            "%", "%%u", "UpdateInterval=", "MemoryMax=", "AppGroups=", "99999999999999999999", "15", "min", "K", " ",
            "é", "\u{0}", "Content={", "MarginInsets=", "-", ".", "true", "Hidden=", "PreferredHeight=",
        ]
        for _ in 0..<500 {
            let text =
                "[Widget]\n"
                + (0..<Int.random(in: 0..<24, using: &generator))
                .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            _ = try? Manifest.parse(text, identifier: "org.example.A", locale: "de_AT.UTF-8@x")
            _ = try? Manifest.parse(String(text.dropFirst(5)), identifier: "org.example.A", locale: text)
            _ = try? ExecLine.split(text)
            _ = try? WidgetURL(text)
            _ = try? WidgetIdentifier(text)
        }
    }

    private func randomNode(depth: Int, using generator: inout SeededRandom) -> DBusValue {
        let kinds = [
            "column", "row", "grid", "list", "text", "timer", "progress", "image", "button", "toggle", "chart",
            "divider",
            "gauge", "",
        ]
        let names = [
            "text", "label", "value", "values", "until", "since", "columns", "visible-rows", "id", "url", "action",
            "parameter", "modes", "data", "icon", "description", "show-after", "style", "odd",
        ]
        var attributes: [String: DBusValue] = [:]
        for name in names where Int.random(in: 0..<5, using: &generator) == 0 {
            attributes[name] = randomValue(depth: 0, using: &generator)
        }
        let count = depth > 3 ? 0 : Int.random(in: 0..<3, using: &generator)
        let children = (0..<count).map { _ in randomNode(depth: depth + 1, using: &generator) }
        return node(kinds.randomElement(using: &generator) ?? "", attributes, children)
    }

    private func randomValue(depth: Int, using generator: inout SeededRandom) -> DBusValue {
        func inner() -> [DBusValue] {
            (0..<Int.random(in: 0..<4, using: &generator)).map { _ in randomValue(depth: depth + 1, using: &generator) }
        }
        switch Int.random(in: 0..<(depth > 3 ? 9 : 14), using: &generator) {
        case 0: return .boolean(Bool.random(using: &generator))
        case 1: return .int64(Int64.random(in: -2...20, using: &generator))
        case 2: return .uint64(UInt64.random(in: 0...UInt64.max, using: &generator))
        case 3: return .double([0, 0.5, -1, .nan, .infinity, 1e300].randomElement(using: &generator) ?? 0)
        case 4:
            return .string(
                ["", "a", "x:y", "compact", "/a", "{}", "\u{1B}", "b\nc"].randomElement(using: &generator) ?? "")
        case 5: return .objectPath("/a")
        case 6: return .bytes((0..<Int.random(in: 0..<40, using: &generator)).map { _ in 0x3C })
        case 7: return .bytes(png())
        case 8: return .byte(UInt8.random(in: 0...255, using: &generator))
        case 9: return .variants(inner())
        case 10: return .array(inner(), of: "d")
        case 11: return .structure(inner())
        case 12: return .dictionary(inner().map { .init($0, $0) }, key: "s", value: "v")
        default: return .variant(randomNode(depth: 4, using: &generator))
        }
    }
}
