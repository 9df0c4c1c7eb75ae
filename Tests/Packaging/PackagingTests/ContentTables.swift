import DBus

@testable import TodayModel

/// The parts of the manual page todaycenter-content(7) that come from the schema of content.
enum ContentTables {
    /// The generated parts by the names of their marks in the page.
    static let parts: [(mark: String, text: String)] = [
        ("types", types), ("common", lines(ContentSchema.common.flatMap(item))),
        ("kinds", lines(ContentSchema.kinds.flatMap(section))), ("limits", table(limits)),
    ]

    private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

    // MARK: Kinds and attributes

    private static func section(_ kind: ContentSchema.Kind) -> [String] {
        var result = [".SS " + kind.kind.rawValue]
        result += paragraph(version(kind.since) + kind.summary + (kind.showsChildren ? " It has children." : ""))
        for attribute in kind.attributes { result += item(attribute) }
        let rules = kind.rules.map(sentence).joined(separator: " ")
        if !rules.isEmpty { result += [".PP"] + paragraph(rules) }
        return result + [".PP", ".nf"] + kind.example.split(separator: "\n").map { roff(String($0)) } + [".fi"]
    }

    private static func item(_ attribute: ContentSchema.Attribute) -> [String] {
        let description = AttributeDescription(attribute)
        return [
            ".TP",
            ".BR \(roff(attribute.name.rawValue)) \" (\(roff(description.type)); \(roff(description.absence)))\"",
        ]
            + paragraph(version(attribute.since) + description.summary)
    }

    private static func version(_ since: Int) -> String { since > 1 ? "(Version \(since)) " : "" }

    private static func sentence(_ rule: ContentSchema.Rule) -> String {
        switch rule {
        case .exactlyOne(let first, let second):
            "Exactly one of `\(first.rawValue)` and `\(second.rawValue)` is required."
        case .together(let first, let second):
            "`\(first.rawValue)` and `\(second.rawValue)` require each other."
        case .without(let name, let other): "`\(name.rawValue)` isn't allowed with `\(other.rawValue)`."
        case .notBefore(let late, let early): "`\(late.rawValue)` can't be before `\(early.rawValue)`."
        case .notAbove(let low, let high): "`\(low.rawValue)` can't be above `\(high.rawValue)`."
        case .filled(let name, let cause): "`\(cause.rawValue)` requires a `\(name.rawValue)` that isn't empty."
        case .below(let low, let high): "`\(low.rawValue)` must be below `\(high.rawValue)`."
        case .within(let name, let low, let high):
            "`\(name.rawValue)` must be from `\(low.rawValue)` to `\(high.rawValue)`."
        case .sendsValue(let name): "`\(name.rawValue)` isn't allowed, because a tap sends the new value."
        }
    }

    // MARK: Types

    private static let types: String = {
        var result: [String] = []
        for description in TypeDescription.all {
            result += [".TP", ".BR \(roff(description.name)) \" (\(description.signature))\""]
            result += paragraph(description.summary)
            result += [".br", "JSON " + bold(description.json) + ", GVariant " + bold(description.gvariant)]
        }
        return lines(result)
    }()

    private static func bold(_ text: String) -> String { "\\fB\(roff(text))\\fP" }

    // MARK: Limits

    /// The limits of a tree.
    static let limits: [(value: String, text: String)] = [
        ("\(Limits.contentBytes)", "bytes in a decoded tree: kinds, names, values, and the bytes of images"),
        ("\(Limits.nodes)", "nodes in a tree"), ("\(Limits.depth)", "levels in a tree; a single node has one"),
        ("\(Limits.stringBytes)", "bytes in a string, in UTF-8"), ("\(Limits.urlBytes)", "bytes in a URL"),
        ("\(Int(Limits.drawnLength))", "points drawn for a length; larger lengths are accepted"),
        ("\(Limits.contentNesting)", "D-Bus containers around a value, including those of the tree"),
        ("\(Limits.jsonBytes)", "bytes in JSON text"),
        ("\(Limits.jsonDepth)", "levels of arrays and objects in JSON text"),
    ]

    private static func table(_ rows: [(value: String, text: String)]) -> String {
        lines(rows.flatMap { [".TP 10", ".B " + $0.value] + paragraph($0.text) })
    }

    // MARK: Text

    /// The lines of a text in which names stand in backticks.
    private static func paragraph(_ text: String) -> [String] {
        var result: [String] = []
        var line = ""
        var isName = false
        for word in text.split(separator: " ") {
            var shown = ""
            for character in word {
                if character == "`" {
                    isName.toggle()
                    shown += isName ? "\\fB" : "\\fP"
                } else {
                    shown += roff(String(character))
                }
            }
            if !line.isEmpty, line.count + 1 + shown.count > 79 {
                result.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + shown
        }
        return result + [line]
    }

    private static func roff(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .replacing("\"", with: "\\(dq").replacing("'", with: "\\(aq")
    }
}

/// The description of an attribute in texts. Names stand in backticks.
struct AttributeDescription {
    /// Its type with its range.
    let type: String
    /// The meaning of a missing attribute.
    let absence: String
    /// Its effect, and the words that it accepts.
    let summary: String

    init(_ attribute: ContentSchema.Attribute) {
        let description = TypeDescription(attribute.type)
        type = "\(description.name)\(description.range.map { ", " + $0 } ?? "")"
        absence =
            switch attribute.absence {
            case .refused: "required"
            case .nothing: "none"
            case .value(.string(let text)): text.isEmpty ? "empty" : text
            case .value(.double(let number)): number.excerpt
            case .value(let value): value.json()
            case .meaning(let words): words
            }
        func list(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }
        summary =
            switch attribute.type {
            case .word(let words): attribute.summary + " One of " + list(words) + "."
            case .words(let words): attribute.summary + " Any of " + list(words) + "."
            default: attribute.summary
            }
    }
}

/// The description of a type of attribute on the page.
struct TypeDescription {
    let name: String
    /// The limits of its values, if they aren't the same for the whole type.
    var range: String?
    let signature: String
    let summary: String
    let json: String
    let gvariant: String

    init(_ type: AttributeType) {
        switch type {
        case .boolean: self.init("boolean", "b", "True or false.", "true", "<true>")
        case .integer(let range):
            self.init(
                "integer", "u", "A whole number. Any integer type is accepted; in JSON, also 6.0.", "3", "<uint32 3>")
            if range.upperBound < .max {
                self.range = "\(range.lowerBound) to \(range.upperBound)"
            } else if range.lowerBound == 0 {
                self.range = "0 or more"
            }
        case .timestamp:
            self.init(
                "moment", "t", "Microseconds since the start of 1970 in UTC; any integer type is accepted.",
                "1893456000000000", "<uint64 1893456000000000>")
        case .number(let range):
            self.init("number", "d", "Any finite number; any integer type is accepted too.", "0.71", "<0.71>")
            if range.upperBound < .greatestFiniteMagnitude {
                self.range = "\(range.lowerBound.excerpt) to \(range.upperBound.excerpt)"
            } else if range.lowerBound == 0 {
                self.range = "0 or more"
            }
        case .length:
            self.init("length", "d", "A number of points (logical pixels), 0 or more.", "48", "<48.0>")
        case .text:
            self.init(
                "text", "s", "Text in UTF-8 without control characters except the line feed.", "\"Rain\"", "<'Rain'>")
        case .name: self.init("name", "s", "Text that isn't empty.", "\"refresh\"", "<'refresh'>")
        case .icon:
            self.init(
                "icon", "s", "The name of an icon in the theme; not empty, without a slash.", "\"mail-unread\"",
                "<'mail-unread'>")
        case .url:
            self.init(
                "URL", "s", "An absolute URL; see TAPS.", "\"mailto:a@b.c\"", "<'mailto:a@b.c'>")
        case .zone:
            self.init(
                "zone", "s", "The name of a time zone in the IANA database, at most 64 bytes.", "\"Europe/Berlin\"",
                "<'Europe/Berlin'>")
        case .word:
            self.init(
                "word", "s", "One of the listed words; any other word means the default.", "\"bar\"", "<'bar'>")
        case .words: self.init("words", "as", "A list of such words.", "[\"compact\"]", "<['compact']>")
        case .numbers: self.init("numbers", "ad", "A list of finite numbers.", "[0.4, 1.2]", "<[0.4, 1.2]>")
        case .image:
            self.init("image", "ay", "The bytes of a file; base64 in JSON.", "\"iVBORw0K...\"", "<[byte 0x89, ...]>")
        case .any:
            self.init(
                "any", "v",
                "A value of any type except file descriptors. In JSON, true and false become b, and text becomes s. "
                    + "Whole numbers become x, or t above its range; other numbers become d. Arrays become av, and objects "
                    + "a{sv}.",
                "{\"room\": 3}", "<{'room': <int64 3>}>")
        }
    }

    private init(_ name: String, _ signature: String, _ summary: String, _ json: String, _ gvariant: String) {
        (self.name, self.signature, self.summary, self.json, self.gvariant) = (name, signature, summary, json, gvariant)
    }

    /// Each type once, in the order of the page.
    static let all = [
        AttributeType.boolean, .integer(0...1), .finite, .length, .timestamp, .text, .name, .icon, .url, .zone,
        .word([]), .words([]), .numbers, .image, .any,
    ].map(TypeDescription.init)
}
