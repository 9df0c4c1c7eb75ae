import DBus
import Fuzzing
import Testing
import TodayManifests
import TodayModel

extension Fuzzer {
    /// The content of the cases of the specification, as JSON.
    static let contents: [[UInt8]] = files(in: "data/specification/cases/content", suffix: ".json").flatMap { file in
        let cases = try? DBusValue(relaxedJSON: String(decoding: file, as: UTF8.self))
        return (cases?.elements ?? []).compactMap { element -> [UInt8]? in
            guard case .dictionary(let members, _, _) = element.unwrapped else { return nil }
            let content = members.first { $0.key == .string("content") || $0.key == .string("json") }?.value.unwrapped
            if case .string(let text)? = content { return Array(text.utf8) }
            return content.map { Array($0.json().utf8) }
        }
    }
}

/// Content from anywhere is refused, or kept whole.
@Suite(.longComputation) struct ContentFuzzTests {
    /// Checks what holds for any content that is accepted.
    private static func check(_ content: Content, _ input: inout FuzzInput) throws {
        let json = content.json()
        try input.expect(content.byteCount <= Limits.contentBytes, "content stays below its limit")
        try input.expect(try Content.validating(content.dbusValue) == content, "it is the same as a value: \(json)")
        try input.expect(try content.validated() == content, "it is valid already: \(json)")
        let kept = try MarshalledValue.encode(content)
        try input.expect(
            try kept.withUnsafeBytes { try MarshalledValue.decode(Content.self, from: $0) } == content,
            "it is the same when it was kept: \(json)")
        let now = Timestamp(microseconds: input.pick([0, 50, 1_700_000_000_000_000, .max]))
        let mode = input.pick([DisplayMode.compact, .expanded])
        let width = input.pick([1, 7, 60, 1000, 5000])
        let text = content.plainText(.init(now: now, displayMode: mode, width: width, locked: input.chance(of: 2)))
        try input.expect(text.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" }, "a plain text: \(text)")
        try input.expect(text.utf8.count < 4 << 20, "a plain text is bounded")
        if let next = content.nextChange(after: now, displayMode: mode) {
            try input.expect(next > now, "the next change is later")
        }
        _ = content.fileURLFault
    }

    /// Checks what holds for any fault.
    private static func check(_ fault: Fault, _ input: inout FuzzInput) throws {
        try input.expect(!fault.message.isEmpty, "a fault says what is wrong")
        try input.expect("\(fault)".utf8.count < 16_000, "a fault is short: \(fault)")
        try input.expect(fault.message.unicodeScalars.allSatisfy { !$0.isControl }, "no controls are told: \(fault)")
    }

    @Test func json() throws {
        #expect(Fuzzer.contents.count > 300)
        var accepted = 0
        let words =
            JSONFuzzTests.words + ContentKind.allCases.map { "{\"kind\":\"\($0.rawValue)\"," }
            + ContentAttribute.allCases.map { "\"\($0.rawValue)\":" } + ["\"https://a.org\"", "\"error\"", "0.25"]
        try Fuzzer(corpus: Fuzzer.contents, words: words).run("content as JSON", inputs: 2500) { input in
            let text = input.text()
            let findings = Content.findings(json: text)
            let hasError = findings.contains { $0.severity == .error }
            let content: Content
            do throws(Fault) { content = try Content.parse(json: text) } catch {
                try input.expect(hasError, "the check says nothing of \(error)")
                return try Self.check(error, &input)
            }
            accepted += 1
            try input.expect(!hasError, "the check refuses what is accepted: \(findings)")
            try input.expect(
                try Content.parse(json: content.json()).json() == content.json(), "JSON again: \(content.json())")
            try Self.check(content, &input)
        }
        #expect(accepted > 100)
    }

    @Test func values() throws {
        var accepted = 0
        try Fuzzer(texts: ["", "x:y", "compact", "/a", "{}", "b\nc"]).run("content as values", inputs: 3000) { input in
            let value = Self.node(depth: 0, &input)
            do throws(Fault) {
                _ = try Content.validating(value)
            } catch {
                return try Self.check(error, &input)
            }
            accepted += 1
            try Self.check(try Content.validating(value), &input)
        }
        #expect(accepted > 100)
    }

    @Test func dictionaries() throws {
        let keys = [
            "Name", "BusName", "Exec", "ObjectPath", "UpdateInterval", "MemoryMax", "AppGroups", "Content", "Icon",
            "HasContent", "PreferredContentSize", "DisplayMode", "MarginInsets", "NextUpdate", "Settings", "Error",
            "LargestDisplayMode", "Description", "Transient", "Instances", "Key", "Type", "Default", "Choices",
            "Minimum", "Maximum", "Placeholder", "Required",
        ]
        try Fuzzer(texts: ["", "/a", "a.b.c", "15", "bool", "choice"]).run("dictionaries", inputs: 2500) { input in
            var dictionary: [String: DBusValue] = [:]
            for key in keys where input.chance(of: 4) { dictionary[key] = Self.value(depth: 0, &input) }
            if let changes = try? WidgetChanges(dictionary) {
                try input.expect(try WidgetChanges(changes.dictionary) == changes, "changes again: \(dictionary)")
            }
            if let definition = try? WidgetDefinition(dictionary) {
                try input.expect(
                    try WidgetDefinition(definition.dictionary) == definition, "a definition again: \(dictionary)")
                _ = definition.provider(for: "org.example.A")
            }
            _ = try? SettingDeclaration(dictionary)
        }
    }

    // MARK: Made from scratch

    private static func node(depth: Int, _ input: inout FuzzInput) -> DBusValue {
        var attributes: [String: DBusValue] = [:]
        for name in ContentAttribute.allCases.map(\.rawValue) + ["odd"] where input.chance(of: 12) {
            attributes[name] = value(depth: 0, &input)
        }
        let count = depth > 3 ? 0 : input.number(0...2)
        let kind = input.pick(ContentKind.allCases.map(\.rawValue) + ["gauge", ""])
        return .structure([
            .string(kind), .properties(attributes), .variants((0..<count).map { _ in node(depth: depth + 1, &input) }),
        ])
    }

    private static func value(depth: Int, _ input: inout FuzzInput) -> DBusValue {
        func inner(_ input: inout FuzzInput) -> [DBusValue] {
            (0..<input.number(0...3)).map { _ in value(depth: depth + 1, &input) }
        }
        switch input.number(0...(depth > 3 ? 9 : 14)) {
        case 0: return .boolean(input.chance(of: 2))
        case 1: return .int64(input.pick([-2, 0, 1, 2, 3, 7, 20, .max, .min]))
        case 2: return .uint64(input.pick([0, 5, .max, UInt64(Int64.max) + 1]))
        case 3: return .uint32(input.pick([0, 1, 2, 12, .max]))
        case 4: return .double(input.pick([0, 0.5, 1, -1, .nan, .infinity, 1e300, -0.0, .leastNonzeroMagnitude]))
        case 5: return .string(input.text())
        case 6: return .objectPath("/a")
        case 7: return .bytes((0..<input.number(0...40)).map { _ in 0x3C })
        case 8: return .bytes(png())
        case 9: return .byte(UInt8(input.number(0...255)))
        case 10: return .variants(inner(&input))
        case 11: return .array(inner(&input).filter { if case .double = $0 { true } else { false } }, of: "d")
        case 12:
            let fields = inner(&input)
            return fields.isEmpty ? .string("") : .structure(fields)
        case 13:
            let entries = inner(&input).map { DBusValue.DictionaryEntry(.string($0.json()), .variant($0)) }
            return .dictionary(entries, key: "s", value: "v")
        default: return .variant(node(depth: 4, &input))
        }
    }
}
