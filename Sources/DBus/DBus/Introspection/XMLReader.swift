/// Reads XML for introspection: elements, attributes, text and comments, one after the other.
///
/// It is strict where XML is: input that isn't well formed is an error with its line. A document type is skipped. An
/// entity that it declares stays unchanged, `&name;`, so that the output is never larger than the input. Elements
/// deeper than `maximumDepth`, and more attributes than `maximumAttributes`, are also errors. Its only state is the
/// position and the names of the open elements.
struct XMLReader {
    enum Event {
        /// `<name …>`, or `<name …/>`; an `end` follows in both cases.
        case start(name: String, attributes: [String: String])
        /// `</name>`
        case end
        /// The text between tags, with its entities replaced.
        case text(String)
        case comment(String)
        /// The document has ended, and is complete.
        case finished
    }

    static let maximumDepth = 64
    static let maximumAttributes = 64

    private static let carriageReturn = UInt8(ascii: "\r")

    private let bytes: [UInt8]
    private var position = 0
    private var open: [String] = []
    /// Whether the last element was empty, so that its end comes next.
    private var endIsDue = false
    private var hasRoot = false
    private var declaresEntities = false
    private var isChecked = false

    init(_ document: String) {
        var bytes = Array(document.utf8)
        // XML's rules for line endings.
        if bytes.contains(Self.carriageReturn) {
            for index in bytes.indices where bytes[index] == Self.carriageReturn {
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                bytes[index] = UInt8(ascii: next == UInt8(ascii: "\n") ? " " : "\n")
            }
        }
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Makes an error at the current position.
    func error(_ reason: String) -> IntrospectionError {
        let line = bytes[..<min(position, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        return IntrospectionError(line: line, reason: reason)
    }

    mutating func next() throws(IntrospectionError) -> Event {
        try check()
        if endIsDue {
            endIsDue = false
            open.removeLast()
            return .end
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                let start = position
                let text = try self.text()
                if !open.isEmpty { return .text(text) }
                guard bytes[start..<position].allSatisfy(Self.isSpace) else {
                    throw error("text outside of the elements")
                }
                continue
            }
            if skip("<!--") { return .comment(try upTo("-->", in: "a comment")) }
            if skip("<?") {
                _ = try upTo("?>", in: "a processing instruction")
            } else if skip("<![CDATA[") {
                guard !open.isEmpty else { throw error("text outside of the elements") }
                return .text(try upTo("]]>", in: "a CDATA section"))
            } else if skip("<!DOCTYPE") {
                guard !hasRoot else { throw error("a document type after the first element") }
                try skipDocumentType()
            } else if skip("</") {
                return try endTag()
            } else {
                position += 1
                return try startTag()
            }
        }
        if let last = open.last { throw error("<\(last)> is not closed") }
        guard hasRoot else { throw error("no element") }
        return .finished
    }

    /// Rejects a document with a character that XML doesn't allow.
    private mutating func check() throws(IntrospectionError) {
        if isChecked { return }
        isChecked = true
        if let place = bytes.firstIndex(where: { $0 < 0x20 && !Self.isSpace($0) }) {
            position = place
            throw error("a control character")
        }
        // U+FFFE and U+FFFF in UTF-8.
        if let place = bytes.indices.dropLast(2).first(where: {
            bytes[$0] == 0xEF && bytes[$0 + 1] == 0xBF && bytes[$0 + 2] >= 0xBE
        }) {
            position = place
            throw error("a character that XML doesn't allow")
        }
    }

    // MARK: Tags

    private mutating func startTag() throws(IntrospectionError) -> Event {
        let name = try self.name()
        if open.isEmpty, hasRoot { throw error("a second root element") }
        hasRoot = true
        guard open.count < Self.maximumDepth else {
            throw error("elements are nested deeper than \(Self.maximumDepth)")
        }
        open.append(name)
        var attributes: [String: String] = [:]
        while true {
            let isSeparate = skipSpace()
            if skip("/>") {
                endIsDue = true
                break
            }
            if skip(">") { break }
            guard isSeparate else { throw error("the tag <\(name)> is malformed") }
            let attribute = try self.name()
            skipSpace()
            guard skip("=") else { throw error("the attribute \(attribute) has no value") }
            skipSpace()
            let value = try attributeValue()
            guard attributes.updateValue(value, forKey: attribute) == nil else {
                throw error("duplicate attribute \(attribute)")
            }
            guard attributes.count <= Self.maximumAttributes else {
                throw error("<\(name)> has more than \(Self.maximumAttributes) attributes")
            }
        }
        return .start(name: name, attributes: attributes)
    }

    private mutating func endTag() throws(IntrospectionError) -> Event {
        let name = try self.name()
        skipSpace()
        guard skip(">") else { throw error("the tag </\(name)> is malformed") }
        guard let expected = open.last else { throw error("</\(name)> has no start tag") }
        // By bytes, as XML requires: Swift treats two encodings of one letter as equal.
        guard name.utf8.elementsEqual(expected.utf8) else {
            throw error("found </\(name)>, expected </\(expected)>")
        }
        open.removeLast()
        return .end
    }

    /// Skips a document type with its declarations.
    private mutating func skipDocumentType() throws(IntrospectionError) {
        var depth = 1
        while position < bytes.count {
            if skip("<!--") {
                _ = try upTo("-->", in: "a comment")
                continue
            }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                _ = try upTo(byte == UInt8(ascii: "'") ? "'" : "\"", in: "the document type")
            case UInt8(ascii: "<"):
                depth += 1
                declaresEntities = true
            case UInt8(ascii: ">"):
                depth -= 1
                if depth == 0 { return }
            default: break
            }
        }
        throw error("the document type is not closed")
    }

    // MARK: Words

    private mutating func name() throws(IntrospectionError) -> String {
        let start = position
        while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
        let letters = bytes[start..<position]
        guard let first = letters.first, !(UInt8(ascii: "-")...UInt8(ascii: "9")).contains(first) else {
            throw error("a name is missing")
        }
        return String(decoding: letters, as: UTF8.self)
    }

    private mutating func attributeValue() throws(IntrospectionError) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else { throw error("the value of an attribute is not in quotes") }
        let quote = bytes[position]
        position += 1
        var value: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case quote:
                position += 1
                return String(decoding: value, as: UTF8.self)
            case UInt8(ascii: "<"): throw error("the value of an attribute contains <")
            case UInt8(ascii: "&"): value += try entity().utf8
            default:
                value.append(Self.isSpace(byte) ? UInt8(ascii: " ") : byte)
                position += 1
            }
        }
        throw error("the value of an attribute is not closed")
    }

    private mutating func text() throws(IntrospectionError) -> String {
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
            if bytes[position] == UInt8(ascii: "&") {
                text += try entity().utf8
            } else if bytes[position] == UInt8(ascii: "]"), skip("]]>") {
                throw error("]]> in text")
            } else {
                text.append(bytes[position])
                position += 1
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads one of the five entities of XML, a character by its number, or the name of an entity that the document
    /// declares.
    private mutating func entity() throws(IntrospectionError) -> String {
        let longest = 64
        let end = bytes[position...].prefix(longest).firstIndex(of: UInt8(ascii: ";"))
        guard let end else { throw error("& without an entity") }
        let name = bytes[position + 1..<end]
        defer { position = end + 1 }
        switch String(decoding: name, as: UTF8.self) {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case let word where word.hasPrefix("#"):
            let isHex = word.hasPrefix("#x")
            // Swift would accept a sign.
            let digits = word.utf8.dropFirst(isHex ? 2 : 1)
            guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-"),
                let number = UInt32(Substring(digits), radix: isHex ? 16 : 10), let character = Unicode.Scalar(number),
                number >= 32 ? number != 0xFFFE && number != 0xFFFF : Self.isSpace(UInt8(number))
            else { throw error("&\(word); is not a character") }
            return String(character)
        case let word:
            guard declaresEntities, !name.isEmpty, name.allSatisfy(Self.isName) else {
                throw error("&\(word); is not an entity of XML")
            }
            return "&\(word);"
        }
    }

    // MARK: Bytes

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        return position > start
    }

    /// Skips a text if it comes next.
    private mutating func skip(_ expected: StaticString) -> Bool {
        let found = expected.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if found { position += expected.utf8CodeUnitCount }
        return found
    }

    /// Returns the text before `end`, and continues after it.
    private mutating func upTo(_ end: StaticString, in what: String) throws(IntrospectionError) -> String {
        let start = position
        while position < bytes.count {
            let before = position
            if skip(end) { return String(decoding: bytes[start..<before], as: UTF8.self) }
            position += 1
        }
        throw error("\(what) is not closed")
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }
}
