internal import DBus

/// Writes JSON text.
struct JSONWriter {
    private(set) var text = ""
    private let isPretty: Bool
    private var level = 0
    private var isFirst = true

    init(pretty: Bool) { isPretty = pretty }

    mutating func write(emptyObject: Void) { text += "{}" }

    /// Writes an object; `body` writes its members.
    mutating func object(_ body: (inout JSONWriter) -> Void) { container("{", "}", body) }

    /// Writes one member of the object that is being written.
    mutating func member(_ name: String, _ value: (inout JSONWriter) -> Void) {
        startElement()
        write(name)
        text += isPretty ? ": " : ":"
        value(&self)
    }

    /// Writes an array.
    mutating func array<Element>(_ elements: [Element], _ write: (inout JSONWriter, Element) -> Void) {
        if elements.isEmpty {
            text += "[]"
            return
        }
        container("[", "]") { writer in
            for element in elements {
                writer.startElement()
                write(&writer, element)
            }
        }
    }

    /// Writes a value. The reader gives a value of known type that type again, so `6.0` may be written `6`.
    mutating func write(_ value: DBusValue, hasKnownType: Bool) {
        switch value {
        case .boolean(let flag): text += flag ? "true" : "false"
        case .double(let number):
            // JSON has no other numbers; a valid tree has none either.
            text += !number.isFinite ? "null" : hasKnownType ? number.excerpt : number.description
        case .string(let string): write(string)
        case .objectPath(let path): write(path.rawValue)
        case .signature(let signature): write(signature.rawValue)
        case .bytes(let bytes): write(Base64.encode(bytes))
        case .variant(let inner): write(inner, hasKnownType: hasKnownType)
        case .array(let elements, _), .structure(let elements):
            array(elements) { $0.write($1, hasKnownType: hasKnownType) }
        case .dictionary(let entries, _, _):
            if entries.isEmpty {
                write(emptyObject: ())
                return
            }
            object { writer in
                for entry in entries {
                    let key = if case .string(let key) = entry.key { key } else { entry.key.description }
                    writer.member(key) { $0.write(entry.value, hasKnownType: hasKnownType) }
                }
            }
        case .fileDescriptor: text += "null"
        case .byte, .int16, .uint16, .int32, .uint32, .int64, .uint64: text += value.description
        }
    }

    mutating func write(_ string: String) { text += string.jsonQuoted }

    private mutating func container(_ open: String, _ close: String, _ body: (inout JSONWriter) -> Void) {
        text += open
        level += 1
        isFirst = true
        body(&self)
        level -= 1
        isFirst = false
        breakLine()
        text += close
    }

    private mutating func startElement() {
        if !isFirst { text += "," }
        isFirst = false
        breakLine()
    }

    private mutating func breakLine() {
        if isPretty { text += "\n" + String(repeating: "  ", count: level) }
    }
}

extension String {
    /// The string as JSON writes it, in quotes. Control characters are escaped, so that text for a terminal has none, and
    /// none that turns a direction.
    package var jsonQuoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case "\u{00}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
