/// Strings and numbers.
extension JSONParser {
    /// Reads a string from its opening quote on. A string that is too long is refused while it is read.
    ///
    /// - Parameter limit: The maximum number of bytes, with escapes resolved.
    mutating func string(limit: Int) throws(Fault) -> String {
        let open = position
        position += 1
        // The text after the last escape is copied in one piece, and so is a string without escapes.
        var resolved: [UInt8] = []
        var copied = position
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""):
                let rest = bytes[copied..<position]
                position += 1
                if resolved.isEmpty { return String(decoding: rest, as: UTF8.self) }
                resolved += rest
                return String(decoding: resolved, as: UTF8.self)
            case UInt8(ascii: "\\"):
                resolved += bytes[copied..<position]
                try escape(into: &resolved)
                copied = position
            case 0..<0x20:
                throw syntax("a control character in a string is not escaped", at: position)
            default:
                position += 1
            }
            if resolved.count + position - copied > limit {
                let start = String(decoding: resolved + bytes[copied..<position], as: UTF8.self)
                throw placed("\(start.excerpt) is longer than \(limit) bytes", at: open)
            }
        }
        throw syntax("the string isn't closed", at: open)
    }

    private mutating func escape(into buffer: inout [UInt8]) throws(Fault) {
        let start = position
        position += 1
        guard let code = peek() else { throw syntax("the string isn't closed", at: start) }
        position += 1
        switch code {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(code)
        case UInt8(ascii: "b"): buffer.append(0x08)
        case UInt8(ascii: "f"): buffer.append(0x0C)
        case UInt8(ascii: "n"): buffer.append(0x0A)
        case UInt8(ascii: "r"): buffer.append(0x0D)
        case UInt8(ascii: "t"): buffer.append(0x09)
        case UInt8(ascii: "u"):
            guard let scalar = unicodeEscape() else { throw syntax("invalid \\u escape", at: start) }
            buffer += String(scalar).utf8
        default: throw syntax("invalid escape", at: start)
        }
    }

    /// Reads the digits after `\u`, and the second half of a surrogate pair.
    private mutating func unicodeEscape() -> Unicode.Scalar? {
        guard let first = hexadecimal() else { return nil }
        guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) }
        guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")), let second = hexadecimal(),
            second & 0xFC00 == 0xDC00
        else { return nil }
        return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
    }

    private mutating func hexadecimal() -> UInt32? {
        guard bytes.count - position >= 4 else { return nil }
        var value: UInt32 = 0
        for byte in bytes[position..<(position + 4)] {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        position += 4
        return value
    }

    mutating func number() throws(Fault) -> JSON {
        let start = position
        var isInteger = true
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")), !readDigits() { throw unexpected("a digit") }
        if skip(UInt8(ascii: ".")) {
            isInteger = false
            if !readDigits() { throw unexpected("a digit") }
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isInteger = false
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            if !readDigits() { throw unexpected("a digit") }
        }
        if position - start > Limits.stringBytes {
            throw placed("a number of \(position - start) bytes is longer than \(Limits.stringBytes)", at: start)
        }
        // Most numbers are short and need no string.
        if isInteger, position - start <= 18 { return .integer(integer(bytes[start..<position])) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger {
            if let integer = Int64(text) { return .integer(integer) }
            if let integer = UInt64(text) { return .unsigned(integer) }
        } else if let number = Double(text), number.isFinite {
            return .number(number)
        }
        throw syntax("the number \(text.excerpt) is out of range", at: start)
    }

    /// Returns the value of at most 17 digits and a sign, or of 18 digits.
    private func integer(_ text: ArraySlice<UInt8>) -> Int64 {
        let isNegative = text.first == UInt8(ascii: "-")
        let value = text.reduce(0 as Int64) { $1 == UInt8(ascii: "-") ? $0 : $0 * 10 + Int64($1 - 0x30) }
        return isNegative ? -value : value
    }

    private mutating func readDigits() -> Bool {
        let start = position
        while let byte = peek(), (0x30...0x39).contains(byte) { position += 1 }
        return position > start
    }
}
