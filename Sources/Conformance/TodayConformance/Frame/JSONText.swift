/// A JSON value (RFC 8259) as written in a text: members keep their order, and numbers their digits.
///
/// The suite reads its cases and the answers of subjects with this parser, because the project's own parser is itself
/// under test.
struct JSONText: Hashable {
    enum Value: Hashable {
        case null
        case boolean(Bool)
        /// The number as written.
        case number(Substring)
        case string(String)
        case array([JSONText])
        case object([Member])
    }

    struct Member: Hashable {
        let name: String
        let value: JSONText
    }

    let value: Value
    /// The value as written.
    let source: Substring

    /// A text that isn't JSON.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    init(_ text: String) throws(Fault) {
        var reader = JSONTextReader(text)
        self = try reader.document()
    }

    fileprivate init(_ value: Value, _ source: Substring) {
        self.value = value
        self.source = source
    }

    /// The member of an object; nil if it is missing.
    subscript(_ name: String) -> JSONText? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.name == name }?.value
    }

    var string: String? { if case .string(let text) = value { text } else { nil } }
    // The optimizer of Swift 6.3.1 crashes with `if case` as in the neighboring properties.
    var boolean: Bool? { [true, false].first { value == .boolean($0) } }
    var integer: Int? { if case .number(let digits) = value { Int(digits) } else { nil } }
    var elements: [JSONText]? { if case .array(let elements) = value { elements } else { nil } }
    var members: [Member]? { if case .object(let members) = value { members } else { nil } }

    /// The value without white space and with the fewest escapes, with numbers in a normal form. Two texts mean the
    /// same, in the same order, if their normal forms are equal.
    var normal: String {
        switch value {
        case .null: "null"
        case .boolean(let flag): flag ? "true" : "false"
        case .number(let digits): Self.normal(digits)
        case .string(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.normal).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.name) + ":" + $0.value.normal }.joined(separator: ",") + "}"
        }
    }

    /// Returns digits alone for a number without a fraction or exponent, else the shortest form of the double.
    private static func normal(_ digits: Substring) -> String {
        let isInteger = !digits.contains { ".eE".contains($0) }
        if isInteger { return digits == "-0" ? "0" : String(digits) }
        return Double(digits).map { "\($0)" } ?? String(digits)
    }

    /// Returns a text as JSON writes it, in quotes.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Reads JSON. It is recursive, because cases and the answers of subjects have at most 1,000 levels.
private struct JSONTextReader {
    private let text: String
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    mutating func document() throws(JSONText.Fault) -> JSONText {
        let value = try value()
        skipSpaces()
        if position < bytes.count { throw fault("the end") }
        return value
    }

    private mutating func value() throws(JSONText.Fault) -> JSONText {
        skipSpaces()
        depth += 1
        defer { depth -= 1 }
        if depth > 1000 { throw JSONText.Fault(description: "more than 1,000 levels") }
        let start = position
        let value: JSONText.Value
        switch peek {
        case UInt8(ascii: "{"): value = try object()
        case UInt8(ascii: "["): value = try array()
        case UInt8(ascii: "\""): value = .string(try string())
        default:
            if consume("true") {
                value = .boolean(true)
            } else if consume("false") {
                value = .boolean(false)
            } else if consume("null") {
                value = .null
            } else {
                value = .number(try number())
            }
        }
        return JSONText(value, slice(start..<position))
    }

    private mutating func object() throws(JSONText.Fault) -> JSONText.Value {
        var members: [JSONText.Member] = []
        position += 1
        skipSpaces()
        if consume("}") { return .object([]) }
        while true {
            skipSpaces()
            let name = try string()
            skipSpaces()
            if !consume(":") { throw fault("a colon") }
            members.append(JSONText.Member(name: name, value: try value()))
            skipSpaces()
            if consume("}") { return .object(members) }
            if !consume(",") { throw fault("a comma or }") }
        }
    }

    private mutating func array() throws(JSONText.Fault) -> JSONText.Value {
        var elements: [JSONText] = []
        position += 1
        skipSpaces()
        if consume("]") { return .array([]) }
        while true {
            elements.append(try value())
            skipSpaces()
            if consume("]") { return .array(elements) }
            if !consume(",") { throw fault("a comma or ]") }
        }
    }

    private mutating func string() throws(JSONText.Fault) -> String {
        if !consume("\"") { throw fault("a string") }
        var result: [UInt16] = []
        var start = position
        while let byte = peek, byte != UInt8(ascii: "\"") {
            if byte < 0x20 { throw fault("no control character") }
            position += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            result += slice(start..<(position - 1)).utf16
            result.append(try escape())
            start = position
        }
        result += slice(start..<position).utf16
        if !consume("\"") { throw fault("the end of the string") }
        guard let text = String(validating: result, as: UTF16.self) else { throw fault("both halves of a pair") }
        return text
    }

    /// Reads the code unit of an escape, after its backslash.
    private mutating func escape() throws(JSONText.Fault) -> UInt16 {
        let names: [UInt8: UInt16] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09,
        ]
        guard let code = peek else { throw fault("an escape") }
        position += 1
        if let unit = names[code] { return unit }
        guard code == UInt8(ascii: "u"), bytes.count >= position + 4,
            bytes[position..<(position + 4)].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(slice(position..<(position + 4)), radix: 16)
        else { throw fault("an escape") }
        position += 4
        return unit
    }

    /// Reads a number; RFC 8259, section 6.
    private mutating func number() throws(JSONText.Fault) -> Substring {
        let start = position
        _ = consume("-")
        let first = peek
        let count = skipDigits()
        var isNumber = count == 1 || count > 1 && first != UInt8(ascii: "0")
        if isNumber, consume(".") { isNumber = skipDigits() > 0 }
        if isNumber, consume("e") || consume("E") {
            if !consume("+") { _ = consume("-") }
            isNumber = skipDigits() > 0
        }
        guard isNumber else {
            position = start
            throw fault("a value")
        }
        return slice(start..<position)
    }

    /// Returns the number of digits that it skipped.
    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = peek, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func consume(_ word: StaticString) -> Bool {
        let isNext = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if isNext { position += word.utf8CodeUnitCount }
        return isNext
    }

    private mutating func skipSpaces() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func slice(_ range: Range<Int>) -> Substring {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return text[start..<utf8.index(start, offsetBy: range.count)]
    }

    private func fault(_ expected: String) -> JSONText.Fault {
        let line = 1 + bytes[..<min(position, bytes.count)].count { $0 == 0x0A }
        return JSONText.Fault(description: "line \(line), byte \(position): expected \(expected)")
    }
}
