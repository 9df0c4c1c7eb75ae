/// Refuses an SVG image that could do more than be drawn: run scripts, or fetch something.
///
/// It reads the tags of the file, and where it is not sure, it refuses. What XML or CSS could hide from it – entities,
/// escapes, processing instructions, encodings other than UTF-8 – is refused too.
struct SVGScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var sawRoot = false
    private var isInStyle = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether the file starts as an XML document does.
    static func looksLikeSVG(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].first { !isSpace($0) }
        return first == UInt8(ascii: "<")
    }

    /// Returns what is wrong with the image, or nil.
    mutating func fault() -> String? {
        if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil { return "an SVG that is not in UTF-8" }
        while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
            if isInStyle, let reason = Self.faultInStyle(bytes[position..<open]) { return reason }
            position = open + 1
            if let reason = faultInMarkup() { return reason }
        }
        return sawRoot ? nil : "a file without the element svg"
    }

    private mutating func faultInMarkup() -> String? {
        if starts(with: "!--") { return skip(past: "-->") }
        if starts(with: "![CDATA[") {
            let start = position
            if let reason = skip(past: "]]>") { return reason }
            return isInStyle ? Self.faultInStyle(bytes[start..<position]) : nil
        }
        if starts(with: "!") { return "an SVG with a document type, which can hide external references" }
        if starts(with: "?xml ") { return faultInDeclaration() }
        if starts(with: "?") { return "an SVG with a processing instruction" }
        return faultInTag()
    }

    private mutating func faultInDeclaration() -> String? {
        let start = position
        if let reason = skip(past: "?>") { return reason }
        let words = Self.lowercased(bytes[start..<position]).split { !$0.isLetter && !$0.isNumber && $0 != "-" }
        for (index, word) in words.enumerated() where word == "encoding" {
            if words[index...].dropFirst().first != "utf-8" { return "an SVG that is not in UTF-8" }
        }
        return nil
    }

    private mutating func faultInTag() -> String? {
        let isClosing = starts(with: "/")
        if isClosing { position += 1 }
        let element = Self.localName(takeName())
        if element.isEmpty { return "an SVG with a < that starts no tag" }
        if Self.activeElements.contains(element) { return "an SVG with the element \(element.excerpt)" }
        if !sawRoot, element != "svg" { return "a file whose root is \(element.excerpt), not svg" }
        sawRoot = true
        if element == "style" { isInStyle = !isClosing }
        while true {
            skipSpaces()
            guard position < bytes.count else { return Self.unclosed }
            switch bytes[position] {
            case UInt8(ascii: ">"):
                position += 1
                return nil
            case UInt8(ascii: "/"):
                position += 1
                if element == "style" { isInStyle = false }
            default:
                if let reason = faultInAttribute() { return reason }
            }
        }
    }

    private mutating func faultInAttribute() -> String? {
        let name = Self.localName(takeName())
        skipSpaces()
        guard !name.isEmpty, starts(with: "=") else { return "an SVG with a malformed attribute" }
        position += 1
        skipSpaces()
        guard position < bytes.count, bytes[position] == 0x22 || bytes[position] == 0x27 else {
            return "an SVG with a malformed attribute"
        }
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: bytes[position]) else { return Self.unclosed }
        position = end + 1
        let value = bytes[start..<end]
        if name.hasPrefix("on") { return "an SVG with the event handler \(name.excerpt)" }
        let text = Self.lowercased(value)
        switch name {
        case "href", "src":
            if Self.isInternal(text) { return nil }
            return "an SVG with the external reference \(text.excerpt)"
        case "base": return "an SVG with the base \(text.excerpt)"
        case "attributename":
            let target = Self.localName(value)
            return target == "href" || target.hasPrefix("on") ? "an SVG that animates \(target.excerpt)" : nil
        default: return Self.faultInStyle(value)
        }
    }

    private static let unclosed = "an SVG that ends inside a tag"
    private static let activeElements: Set<String> = [
        "script", "foreignobject", "iframe", "embed", "object", "handler", "listener", "audio", "video", "link",
    ]

    /// A reference into the same file, or pixels that are written out.
    private static func isInternal(_ reference: String) -> Bool {
        let pixels = ["data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;"]
        return reference.hasPrefix("#") || pixels.contains { reference.hasPrefix($0) }
    }

    /// Checks CSS, or the value of an attribute that may hold some.
    private static func faultInStyle(_ value: ArraySlice<UInt8>) -> String? {
        var isEscaped = false
        for (index, byte) in zip(value.indices, value) {
            switch byte {
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "&"): if value[index...].starts(with: "&#".utf8) { isEscaped = true }
            case UInt8(ascii: "@"):
                if lowercased(value[index...].prefix(7)) == "@import" { return "an SVG with @import in its style" }
            case UInt8(ascii: "("):
                let name = lowercased(value[..<index].suffix(24))
                guard functionsThatFetch.contains(where: { name.hasSuffix($0) }) else { continue }
                let target = value[(index + 1)...].drop { isSpace($0) || $0 == 0x22 || $0 == 0x27 }
                if !isInternal(lowercased(target.prefix(24))) {
                    return "an SVG with the external reference \(lowercased(target.prefix(48)).excerpt)"
                }
            default: continue
            }
        }
        return isEscaped ? "an SVG with escapes in its style" : nil
    }

    private static let functionsThatFetch = ["url", "src", "image", "image-set"]

    /// The name without its prefix, in lower case.
    private static func localName(_ name: ArraySlice<UInt8>) -> String {
        let start = name.lastIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? name.startIndex
        return lowercased(name[start...])
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private mutating func skipSpaces() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }

    private mutating func takeName() -> ArraySlice<UInt8> {
        let start = position
        let ends: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "<")]
        while position < bytes.count, !Self.isSpace(bytes[position]), !ends.contains(bytes[position]) { position += 1 }
        return bytes[start..<position]
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    }

    /// Moves behind the next `text`; a file without it is refused.
    private mutating func skip(past text: StaticString) -> String? {
        text.withUTF8Buffer { pattern in
            while position < bytes.count {
                if bytes[position...].starts(with: pattern) {
                    position += pattern.count
                    return nil
                }
                position += 1
            }
            return Self.unclosed
        }
    }
}
