/// Style sheets, and the declarations of the attribute `style`.
enum SVGStyle {
    struct Declaration {
        /// In lower case.
        let property: String
        let value: String
    }

    /// What is wrong with a style sheet.
    struct Fault: Error { let message: String }

    /// How many rules a style sheet may have.
    static let maximumRules = 256

    /// Reads `property: value; …`.
    ///
    /// - Parameter text: without comments.
    static func declarations(_ text: Substring) throws(Fault) -> [Declaration] {
        var declarations: [Declaration] = []
        for part in text.utf8.split(separator: UInt8(ascii: ";")) {
            let part = trimmed(Substring(part))
            if part.isEmpty { continue }
            guard let colon = part.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                throw Fault(message: "\(String(part).excerpt) is no declaration")
            }
            var value = trimmed(part[part.utf8.index(after: colon)...])
            if value.utf8.suffix(10).elementsEqual("!important".utf8) { value = trimmed(value.dropLast(10)) }
            declarations.append(
                Declaration(property: trimmed(part[..<colon]).lowercased(), value: String(value)))
        }
        return declarations
    }

    /// Reads the rules of a style sheet: plain selectors, and declarations. There are no rules with `@`.
    static func rules(_ sheet: String) throws(Fault) -> [Declaration] {
        var declarations: [Declaration] = []
        var rules = 0
        var rest = Substring(try withoutComments(sheet))
        while true {
            rest = trimmed(rest)
            if rest.isEmpty { return declarations }
            guard let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
                let close = rest.utf8.firstIndex(of: UInt8(ascii: "}")), open < close
            else { throw Fault(message: "\(String(rest).excerpt) is no rule") }
            let selector = rest[..<open]
            guard selector.utf8.allSatisfy({ isOfSelector($0) }) else {
                throw Fault(message: "\(String(selector).excerpt) is no plain selector")
            }
            rules += 1
            if rules > maximumRules { throw Fault(message: "there are more than \(maximumRules) rules") }
            declarations += try Self.declarations(rest[rest.utf8.index(after: open)..<close])
            rest = rest[rest.utf8.index(after: close)...]
        }
    }

    private static func isOfSelector(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
        default: XMLReader.isSpace(byte) || ".#*,>+~-_:".utf8.contains(byte)
        }
    }

    /// The text with a space for each comment.
    static func withoutComments(_ text: String) throws(Fault) -> String {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "*")) else { return text }
        var kept: [UInt8] = []
        var index = 0
        var isComment = false
        var sawQuote = false
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if !isComment, bytes[index] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
                // It may be in a string, and what follows live.
                if sawQuote { throw Fault(message: "there is a comment behind a quotation mark") }
                isComment = true
                kept.append(0x20)
                index += 2
            } else if isComment, bytes[index] == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
                isComment = false
                index += 2
            } else {
                if !isComment {
                    kept.append(bytes[index])
                    if bytes[index] == 0x22 || bytes[index] == 0x27 { sawQuote = true }
                }
                index += 1
            }
        }
        if isComment { throw Fault(message: "a comment does not end") }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var bytes = text.utf8
        while let byte = bytes.first, XMLReader.isSpace(byte) { bytes.removeFirst() }
        while let byte = bytes.last, XMLReader.isSpace(byte) { bytes.removeLast() }
        return Substring(bytes)
    }
}
