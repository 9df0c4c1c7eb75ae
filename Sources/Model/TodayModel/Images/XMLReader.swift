/// Reads an XML document piece by piece, from its beginning to its end, each byte once.
///
/// It is strict where leniency would let two readers see different things: tags nest and match, attributes are quoted
/// and there once, and there are no entities but the five of XML, and no processing instructions. A document type may
/// say where others find it, which is not looked at; one that defines anything is refused.
struct XMLReader {
    /// An attribute, its references resolved.
    struct Attribute {
        let name: String
        let value: String
        /// Where it begins in the file.
        let offset: Int
    }

    enum Piece {
        case start(name: String, attributes: [Attribute])
        /// The end of the element that was started last and is open; an empty one has an end as well.
        case end
        /// Text, its references resolved; CDATA too.
        case text(String)
    }

    /// What is wrong, and where in the file.
    struct Fault: Error {
        let message: String
        let offset: Int
    }

    /// Attributes of one element, and elements within one another.
    static let maximumAttributes = 64
    static let maximumDepth = 32

    let bytes: [UInt8]
    /// Where the piece begins that was read last.
    private(set) var start = 0
    private(set) var position: Int
    /// The names of the elements that are open.
    private var open: [String] = []
    private var isEmptyElement = false
    private var sawRoot = false
    private var sawDocumentType = false

    /// - Parameter bytes: the document, in UTF-8.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next piece; nil at the end of the document.
    mutating func next() throws(Fault) -> Piece? {
        if isEmptyElement {
            isEmptyElement = false
            open.removeLast()
            return .end
        }
        while position < bytes.count {
            start = position
            guard bytes[position] == UInt8(ascii: "<") else {
                let text = try text(until: UInt8(ascii: "<"))
                if !open.isEmpty { return .text(text) }
                if bytes[start..<position].contains(where: { !Self.isSpace($0) }) {
                    throw fault("there is text outside of it")
                }
                continue
            }
            position += 1
            if take("!--") {
                try skipComment()
            } else if take("![CDATA[") {
                if open.isEmpty { throw fault("there is text outside of it") }
                return .text(try characterData())
            } else if take("!") {
                try skipDocumentType()
            } else if take("?") {
                try skipDeclaration()
            } else if take("/") {
                return try endTag()
            } else {
                return try startTag()
            }
        }
        if !open.isEmpty || !sawRoot { throw Fault(message: "it ends too early", offset: position) }
        return nil
    }

    // MARK: Tags

    private mutating func startTag() throws(Fault) -> Piece {
        let name = try name("a tag has no name")
        if open.isEmpty, sawRoot { throw fault("it has a second root, <\(name)>") }
        if open.count >= Self.maximumDepth { throw fault("there are more than \(Self.maximumDepth) levels") }
        sawRoot = true
        var attributes: [Attribute] = []
        var names: Set<String> = []
        while true {
            let isApart = skipSpaces()
            if take(">") { break }
            if take("/>") {
                isEmptyElement = true
                break
            }
            if position >= bytes.count { throw fault("it ends inside of <\(name)>") }
            let attribute = try attribute(of: name)
            if !isApart {
                throw Fault(message: "\(attribute.name) of <\(name)> needs a space before it", offset: attribute.offset)
            }
            if !names.insert(attribute.name).inserted {
                throw Fault(message: "\(attribute.name) of <\(name)> is there twice", offset: attribute.offset)
            }
            attributes.append(attribute)
            if attributes.count > Self.maximumAttributes {
                throw fault("<\(name)> has more than \(Self.maximumAttributes) attributes")
            }
        }
        open.append(name)
        return .start(name: name, attributes: attributes)
    }

    private mutating func attribute(of element: String) throws(Fault) -> Attribute {
        let offset = position
        let name = try name("<\(element)> has something that is no attribute")
        skipSpaces()
        guard take("=") else { throw Fault(message: "\(name) of <\(element)> has no value", offset: offset) }
        skipSpaces()
        guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw Fault(message: "\(name) of <\(element)> has no quotes", offset: offset)
        }
        position += 1
        let value = try text(until: quote, isValue: true)
        guard position < bytes.count else {
            throw Fault(message: "\(name) of <\(element)> does not end", offset: offset)
        }
        position += 1
        return Attribute(name: name, value: value, offset: offset)
    }

    private mutating func endTag() throws(Fault) -> Piece {
        let name = try name("a tag has no name")
        skipSpaces()
        // By bytes, as XML has it: to Swift, two spellings of one letter are equal.
        guard take(">"), let last = open.last, name.utf8.elementsEqual(last.utf8) else {
            throw fault("</\(name)> ends no element that is open")
        }
        open.removeLast()
        return .end
    }

    /// Reads a name, which may have a prefix.
    private mutating func name(_ message: String) throws(Fault) -> String {
        let start = position
        while let byte = peek(), Self.isName(byte) { position += 1 }
        let name = bytes[start..<position]
        guard let first = name.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "."),
            !(0x30...0x39).contains(first), name.count <= 100
        else { throw fault(message) }
        return String(decoding: name, as: UTF8.self)
    }

    // MARK: Text

    /// Reads up to a byte, and not that.
    private mutating func text(until end: UInt8, isValue: Bool = false) throws(Fault) -> String {
        var resolved: [UInt8] = []
        var copied = position
        while let byte = peek(), byte != end {
            switch byte {
            case UInt8(ascii: "&"):
                resolved += bytes[copied..<position]
                try reference(into: &resolved)
                copied = position
            case UInt8(ascii: "]") where !isValue && bytes[position...].starts(with: "]]>".utf8):
                throw Fault(message: "there is a ]]> in text", offset: position)
            case UInt8(ascii: "<") where isValue: throw Fault(message: "there is a < in a value", offset: position)
            default:
                try check(byte)
                position += 1
            }
        }
        if resolved.isEmpty { return String(decoding: bytes[copied..<position], as: UTF8.self) }
        resolved += bytes[copied..<position]
        return String(decoding: resolved, as: UTF8.self)
    }

    private mutating func reference(into text: inout [UInt8]) throws(Fault) {
        let start = position
        let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        let name = end.map { String(decoding: bytes[(start + 1)..<$0], as: UTF8.self) } ?? ""
        position = end.map { $0 + 1 } ?? start
        let scalar: Unicode.Scalar?
        switch name {
        case "amp": scalar = "&"
        case "lt": scalar = "<"
        case "gt": scalar = ">"
        case "quot": scalar = "\""
        case "apos": scalar = "'"
        case _ where name.utf8.contains(UInt8(ascii: "+")): scalar = nil
        case _ where name.hasPrefix("#x"): scalar = UInt32(name.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
        case _ where name.hasPrefix("#"): scalar = UInt32(name.dropFirst(1)).flatMap { Unicode.Scalar($0) }
        default: throw Fault(message: "there is an entity other than those of XML", offset: start)
        }
        guard let scalar, scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" || scalar == "\r",
            scalar != "\u{FFFE}", scalar != "\u{FFFF}"
        else {
            throw Fault(message: "there is a reference to no character", offset: start)
        }
        text += String(scalar).utf8
    }

    private mutating func characterData() throws(Fault) -> String {
        let start = position
        while !take("]]>") {
            guard let byte = peek() else { throw fault("it ends inside of CDATA") }
            try check(byte)
            position += 1
        }
        return String(decoding: bytes[start..<(position - 3)], as: UTF8.self)
    }

    private mutating func skipComment() throws(Fault) {
        while !take("--") {
            guard let byte = peek() else { throw fault("it ends inside of a comment") }
            try check(byte)
            position += 1
        }
        if !take(">") { throw fault("a comment has -- in it") }
    }

    /// Skips `<?xml …?>` at the beginning, the only processing instruction there may be.
    private mutating func skipDeclaration() throws(Fault) {
        let isFirst = start == 0 || start == 3 && bytes[0] == 0xEF
        guard isFirst, take("xml"), let byte = peek(), Self.isSpace(byte) else {
            throw fault("it has a processing instruction")
        }
        while !take("?>") {
            if skipSpaces() { continue }
            if position >= bytes.count { throw fault("it ends inside of its XML declaration") }
            let attribute = try attribute(of: "?xml")
            switch (attribute.name, attribute.value) {
            case ("version", "1.0"), ("standalone", _): continue
            case ("encoding", let encoding) where encoding.lowercased() == "utf-8": continue
            default: throw fault("its XML declaration says \(attribute.name) \(attribute.value.excerpt)")
            }
        }
    }

    /// Skips `<!DOCTYPE name PUBLIC "…" "…">`, as many programs write before the root. Extensible Markup Language (XML) 1.0,
    /// 2.8, `doctypedecl` without what may stand in brackets.
    private mutating func skipDocumentType() throws(Fault) {
        let refusal = fault("it has a document type that is more than a name, which can hide what it does")
        guard take("DOCTYPE"), skipSpaces(), !sawRoot, !sawDocumentType else { throw refusal }
        sawDocumentType = true
        _ = try name("its document type has no name")
        if skipSpaces() {
            let literals = take("PUBLIC") ? 2 : take("SYSTEM") ? 1 : 0
            for _ in 0..<literals {
                guard skipSpaces(), try skipLiteral() else { throw refusal }
            }
            skipSpaces()
        }
        if !take(">") { throw refusal }
    }

    /// Skips what stands in quotes. Returns whether it does.
    private mutating func skipLiteral() throws(Fault) -> Bool {
        guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return false }
        repeat {
            position += 1
            guard let byte = peek() else { return false }
            try check(byte)
        } while peek() != quote
        position += 1
        return true
    }

    private func check(_ byte: UInt8) throws(Fault) {
        if byte < 0x20, !Self.isSpace(byte) { throw Fault(message: "there is a control character", offset: position) }
        // U+FFFE and U+FFFF in UTF-8.
        if byte == 0xBE || byte == 0xBF, bytes[..<position].suffix(2).elementsEqual([0xEF, 0xBF]) {
            throw Fault(message: "there is a character that XML does not have", offset: position)
        }
    }

    // MARK: Bytes

    private func fault(_ message: String) -> Fault { Fault(message: message, offset: start) }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ text: StaticString) -> Bool {
        let isThere = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
        if isThere { position += text.utf8CodeUnitCount }
        return isThere
    }

    @discardableResult
    private mutating func skipSpaces() -> Bool {
        let start = position
        while let byte = peek(), Self.isSpace(byte) { position += 1 }
        return position > start
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
        default:
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
                || byte == UInt8(ascii: ".")
        }
    }
}
