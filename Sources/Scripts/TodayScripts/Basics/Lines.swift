/// The lines of a text with their numbers from 1, without line endings of any system.
struct Lines: Sequence, IteratorProtocol {
    private var rest: Substring.UTF8View
    private var number = 0
    private var isAtEnd: Bool

    init(_ text: some StringProtocol) {
        rest = Substring(text).utf8
        isAtEnd = rest.isEmpty
    }

    mutating func next() -> (number: Int, text: Substring)? {
        if isAtEnd { return nil }
        number += 1
        // Split by bytes: Swift treats CR LF as one character.
        let end = rest.firstIndex(of: UInt8(ascii: "\n"))
        var line = rest[..<(end ?? rest.endIndex)]
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
        isAtEnd = rest.isEmpty
        return (number, Substring(line))
    }
}

extension StringProtocol {
    /// The text without the spaces and tabs around it.
    var trimmed: Substring {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        var bytes = Substring(self).utf8.drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return Substring(bytes)
    }

    /// The Boolean that the text stands for; nil for other texts.
    var boolValue: Bool? {
        switch lowercased() {
        case "true", "1", "t", "yes", "on": true
        case "false", "0", "f", "no", "off": false
        default: nil
        }
    }
}

extension StringProtocol {
    /// Returns the range of the first occurrence of a text, compared by bytes.
    func range(ofText text: StaticString, from start: Index? = nil) -> Range<Index>? {
        let bytes = utf8
        var index = start ?? bytes.startIndex
        return text.withUTF8Buffer { wanted in
            guard let first = wanted.first else { return nil }
            while let found = bytes[index...].firstIndex(of: first) {
                if bytes[found...].starts(with: wanted) {
                    return found..<bytes.index(found, offsetBy: wanted.count)
                }
                index = bytes.index(after: found)
            }
            return nil
        }
    }
}

extension String {
    /// The text without leading spaces and line endings.
    var trimmedOfLines: Substring { Substring(utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }) }
}
