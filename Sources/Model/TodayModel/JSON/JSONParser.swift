/// A strict JSON parser (RFC 8259) that also refuses null and duplicate names in one object. The relaxed mode accepts
/// what other programs write and read: comments, commas before a closing bracket, null, which is ignored, and
/// duplicate names.
///
/// By default it reads at most ``Limits/jsonBytes``, and always at most ``Limits/jsonDepth`` levels, so hostile text
/// costs little.
struct JSONParser {
    private enum Step {
        case name(String)
        case index(Int)
    }

    let bytes: [UInt8]
    var position = 0
    private var path: [Step] = []
    private let isContent: Bool
    private let isRelaxed: Bool
    private let maximumBytes: Int

    private init(_ bytes: [UInt8], isContent: Bool, isRelaxed: Bool, maximumBytes: Int) {
        self.bytes = bytes
        self.isContent = isContent
        self.isRelaxed = isRelaxed
        self.maximumBytes = maximumBytes
    }

    /// - Parameters:
    ///   - isContent: Whether the text is a content tree, whose strings are at most ``Limits/stringBytes`` long, except
    ///     for the base64 of `data`.
    ///   - maximumBytes: The maximum length of the text.
    static func parse(
        _ text: String, isContent: Bool, isRelaxed: Bool = false, maximumBytes: Int = Limits.jsonBytes
    ) throws(Fault) -> JSON {
        let length = text.utf8.count
        if length > maximumBytes {
            throw Fault(message: "the JSON text of \(length) bytes is longer than \(maximumBytes)")
        }
        var parser = JSONParser(
            Array(text.utf8), isContent: isContent, isRelaxed: isRelaxed, maximumBytes: maximumBytes)
        parser.skipSpaces()
        let value = try parser.value()
        parser.skipSpaces()
        if parser.position < parser.bytes.count { throw parser.unexpected("the end") }
        return value
    }

    private mutating func value() throws(Fault) -> JSON {
        guard let byte = peek() else { throw unexpected("a value") }
        switch byte {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string(limit: valueLimit))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default:
            if readWord("true") { return .boolean(true) }
            if readWord("false") { return .boolean(false) }
            let start = position
            if readWord("null") { throw placed("null is not allowed", at: start) }
            throw unexpected("a value")
        }
    }

    private mutating func object() throws(Fault) -> JSON {
        try enter()
        var members: [JSON.Member] = []
        var names: Set<String> = []
        skipSpaces()
        if skip(UInt8(ascii: "}")) { return .object([]) }
        while true {
            skipSpaces()
            if isRelaxed, skip(UInt8(ascii: "}")) { return .object(members) }
            let start = position
            guard peek() == UInt8(ascii: "\"") else { throw unexpected("a name in quotes") }
            let name = try string(limit: nameLimit)
            path.append(.name(name))
            if !names.insert(name).inserted, !isRelaxed { throw placed("\(name.excerpt) appears twice", at: start) }
            skipSpaces()
            if !skip(UInt8(ascii: ":")) { throw unexpected("a colon") }
            skipSpaces()
            if !readNull() { members.append(JSON.Member(name, try value())) }
            path.removeLast()
            skipSpaces()
            if skip(UInt8(ascii: ",")) { continue }
            if skip(UInt8(ascii: "}")) { return .object(members) }
            throw unexpected("a comma or }")
        }
    }

    private mutating func array() throws(Fault) -> JSON {
        try enter()
        var elements: [JSON] = []
        skipSpaces()
        if skip(UInt8(ascii: "]")) { return .array([]) }
        while true {
            skipSpaces()
            if isRelaxed, skip(UInt8(ascii: "]")) { return .array(elements) }
            path.append(.index(elements.count))
            if !readNull() { elements.append(try value()) }
            path.removeLast()
            skipSpaces()
            if skip(UInt8(ascii: ",")) { continue }
            if skip(UInt8(ascii: "]")) { return .array(elements) }
            throw unexpected("a comma or ]")
        }
    }

    /// Skips a null, which is ignored.
    private mutating func readNull() -> Bool { isRelaxed && readWord("null") }

    private var nameLimit: Int { isContent ? Limits.stringBytes : maximumBytes }

    /// The maximum length of a string value here. Base64 is a third longer than its bytes, and may have line breaks.
    private var valueLimit: Int {
        if case .name(ContentAttribute.data.rawValue)? = path.last, isContent { return 2 * Limits.contentBytes }
        return nameLimit
    }

    /// Skips the bracket that opens an array or object.
    private mutating func enter() throws(Fault) {
        // Every level but the innermost has one step of the path.
        if path.count >= Limits.jsonDepth { throw syntax("more than \(Limits.jsonDepth) levels", at: position) }
        position += 1
    }

    /// Returns a fault of a value that JSON allows, with its path in the tree and its location in the text.
    func placed(_ message: String, at offset: Int) -> Fault {
        var place = ""
        for step in path {
            switch step {
            case .name(let name):
                let name = name.utf8.count > 60 ? name.excerpt : name
                place += place.isEmpty ? name : "." + name
            case .index(let index): place += "[\(index)]"
            }
        }
        return Fault(path: place, message: "\(message) (\(location(of: offset)))")
    }
}

extension JSONParser {
    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func readWord(_ word: StaticString) -> Bool {
        let isMatch = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if isMatch { position += word.utf8CodeUnitCount }
        return isMatch
    }

    mutating func skipSpaces() {
        repeat {
            while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
        } while isRelaxed && skipComment()
    }

    /// Skips `// …` or `/* … */`; an unterminated comment extends to the end of the text.
    private mutating func skipComment() -> Bool {
        if readWord("//") {
            while let byte = peek(), byte != 0x0A { position += 1 }
            return true
        }
        guard readWord("/*") else { return false }
        while position < bytes.count, !readWord("*/") { position += 1 }
        return true
    }

    func unexpected(_ expected: String) -> Fault {
        guard position < bytes.count else { return syntax("expected \(expected), found the end", at: position) }
        let found = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars.first.map(String.init)
        return syntax("expected \(expected), found \((found ?? "").excerpt)", at: position)
    }

    /// Returns a syntax fault.
    func syntax(_ message: String, at offset: Int) -> Fault {
        Fault(message: "JSON, \(location(of: offset)): \(message)")
    }

    /// Returns the line and column, both from 1; columns count Unicode scalars.
    private func location(of offset: Int) -> String {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let column = before[start...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        return "line \(line), column \(column)"
    }
}
