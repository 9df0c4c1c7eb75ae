/// One line of a menu, split into its text and the keys after the first bar.
struct MenuLine {
    /// The text before the bar, including dashes and spaces.
    var text: Substring
    /// The keys with their values, in order; a word without an equals sign has no value.
    var parameters: [(key: String, value: String?)] = []

    init(_ line: Substring) {
        guard let bar = Self.bar(in: line.utf8) else {
            text = line
            return
        }
        text = line[..<bar]
        var reader = ParameterReader(line.utf8[line.utf8.index(after: bar)...])
        while let parameter = reader.next() { parameters.append(parameter) }
    }

    /// Returns the first bar outside quotes. A quote begins where a word begins and ends where one ends, so an
    /// apostrophe isn't a quote.
    private static func bar(in line: Substring.UTF8View) -> Substring.Index? {
        let mark = UInt8(ascii: "|")
        guard var bar = line.firstIndex(of: mark) else { return nil }
        var rest = line
        // If a quote isn't closed, later quotes of its kind aren't closed either.
        var endless: Set<UInt8> = []
        while let quote = rest.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }), quote < bar {
            rest = line[line.index(after: quote)...]
            let isOpening = quote == line.startIndex || line[line.index(before: quote)].isMenuBlank
            guard isOpening, !endless.contains(line[quote]) else { continue }
            guard let close = closing(line[quote], in: rest) else {
                endless.insert(line[quote])
                continue
            }
            rest = line[line.index(after: close)...]
            if bar < close {
                guard let next = rest.firstIndex(of: mark) else { return nil }
                bar = next
            }
        }
        return bar
    }

    /// Returns the quote of the same kind that ends a word.
    private static func closing(_ quote: UInt8, in rest: Substring.UTF8View) -> Substring.Index? {
        var rest = rest
        while let index = rest.firstIndex(of: quote) {
            let behind = rest[rest.index(after: index)...]
            guard let next = behind.first else { return index }
            if next.isMenuBlank || next == UInt8(ascii: "|") { return index }
            rest = behind
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isMenuBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}

/// Reads a series of `key=value`, separated by spaces and bars, with quotes as in a shell.
private struct ParameterReader {
    private var rest: Substring.UTF8View
    /// The kinds of quotes that aren't closed on this line.
    private var endless: Set<UInt8> = []
    /// The maximum distance to look ahead for a key.
    private static let longestKey = 128

    init(_ text: Substring.UTF8View) { rest = text }

    mutating func next() -> (key: String, value: String?)? {
        rest = rest.drop { $0.isMenuBlank || $0 == UInt8(ascii: "|") }
        if rest.isEmpty { return nil }
        let key = rest.prefix { !$0.isMenuBlank && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "|") }
        rest = rest[key.endIndex...]
        let name = String(Substring(key))
        guard rest.first == UInt8(ascii: "=") else { return (name, nil) }
        rest = rest.dropFirst()
        return (name, value())
    }

    private mutating func value() -> String {
        var bytes: [UInt8] = []
        while let byte = rest.first {
            switch byte {
            case _ where byte.isMenuBlank: return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "|") where endsHere: return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if !endless.contains(byte), let inside = quoted(byte, isAtStart: bytes.isEmpty) {
                    bytes += inside
                } else {
                    bytes.append(byte)
                    rest = rest.dropFirst()
                }
            case UInt8(ascii: "\\"):
                rest = rest.dropFirst()
                // Only unescape characters with a special meaning: Windows paths have backslashes too.
                if let next = rest.first, next.isMenuBlank || "|\"'\\".utf8.contains(next) {
                    bytes.append(next)
                    rest = rest.dropFirst()
                } else {
                    bytes.append(byte)
                }
            default:
                bytes.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the next bar ends the value: the line ends after it, or another key follows.
    private var endsHere: Bool {
        let behind = rest.dropFirst().prefix(Self.longestKey).drop { $0.isMenuBlank || $0 == UInt8(ascii: "|") }
        guard let first = behind.first else { return true }
        let key = behind.prefix { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
        return (0x61...0x7A).contains(first | 0x20) && behind[key.endIndex...].first == UInt8(ascii: "=")
    }

    /// Reads and skips a quoted text; nil if the quote isn't closed. At the beginning of a value, an unclosed quote
    /// extends to the end of the line.
    private mutating func quoted(_ quote: UInt8, isAtStart: Bool) -> [UInt8]? {
        var bytes: [UInt8] = []
        var index = rest.index(after: rest.startIndex)
        while index < rest.endIndex {
            let byte = rest[index]
            index = rest.index(after: index)
            if byte == quote {
                rest = rest[index...]
                return bytes
            }
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), index < rest.endIndex,
                "\"\\$`".utf8.contains(rest[index])
            {
                bytes.append(rest[index])
                index = rest.index(after: index)
            } else {
                bytes.append(byte)
            }
        }
        guard isAtStart else {
            endless.insert(quote)
            return nil
        }
        rest = rest[rest.endIndex...]
        return bytes
    }
}
