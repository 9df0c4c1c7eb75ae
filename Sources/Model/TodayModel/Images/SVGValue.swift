/// How the value of an attribute or a property of an SVG image is written. Whatever does not fit is refused.
enum SVGValue {
    /// Words and lengths, none of which draws more than the rest.
    case words
    /// Text that nobody interprets.
    case text
    /// Words and strings of CSS.
    case string
    /// Lengths of a shape.
    case geometry
    /// The outline of a shape.
    case path
    case transform
    case color
    /// A colour, or a gradient of this file.
    case paint
    case strokeWidth
    case dashes
    case fontSize
    /// As ``words``; where it is not as at first, what is drawn is put together in a layer of its own.
    case layer
    /// A rectangle of this file to clip by.
    case clip
    /// Only `none` and the like: what it could do otherwise is not allowed.
    case off
    /// Always the same few words.
    case only([String])
    /// The id of an element of this file.
    case link
}

/// Reads a value from its beginning to its end.
struct SVGValueScanner {
    private let bytes: [UInt8]
    private var position = 0
    /// What a hundredth is of that shares are of.
    private let percent: Double

    init(_ text: String, percent: Double = 1) {
        bytes = Array(text.utf8)
        self.percent = percent
    }

    var isAtEnd: Bool { position >= bytes.count }

    func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip() { position += 1 }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    /// Skips spaces and, where a list allows it, commas.
    mutating func skipSpaces(commas: Bool = false) {
        while let byte = peek(), XMLReader.isSpace(byte) || commas && byte == UInt8(ascii: ",") { position += 1 }
    }

    /// Reads a word of letters, digits and hyphens in lower case; empty if there is none.
    mutating func word() -> String {
        let start = position
        while let byte = peek(),
            Self.isLetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "_")
        {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    }

    /// Reads a flag of an arc, which needs nothing behind it.
    mutating func flag() -> Double? {
        if take(UInt8(ascii: "0")) { return 0 }
        return take(UInt8(ascii: "1")) ? 1 : nil
    }

    /// Reads a number; nil if there is none, or one that nobody needs.
    mutating func number() -> Double? {
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        var value = 0.0
        var digits = 0
        var scale = 1.0
        while let digit = digit() {
            value = value * 10 + digit
            digits += 1
        }
        if take(UInt8(ascii: ".")) {
            while let digit = digit() {
                scale /= 10
                value += digit * scale
                digits += 1
            }
        }
        guard digits > 0, digits <= Self.maximumDigits else { return nil }
        if let exponent = exponent() {
            guard exponent <= 9 else { return nil }
            for _ in 0..<min(abs(exponent), 30) { value = exponent < 0 ? value / 10 : value * 10 }
        }
        return isNegative ? -value : value
    }

    /// As many as a program may write that writes exactly what it computed.
    private static let maximumDigits = 40

    private mutating func digit() -> Double? {
        guard let byte = peek(), (0x30...0x39).contains(byte) else { return nil }
        position += 1
        return Double(byte - 0x30)
    }

    /// Reads an exponent, unless the letter begins a unit such as `em`.
    private mutating func exponent() -> Int? {
        let start = position
        guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return nil }
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        var value: Int?
        while let digit = digit() { value = min((value ?? 0) * 10 + Int(digit), 1000) }
        guard let value else {
            position = start
            return nil
        }
        return isNegative ? -value : value
    }

    /// Reads a number with its unit, in user units as far as that is known.
    ///
    /// - Parameter isAbsolute: whether units are refused that depend on something else.
    mutating func length(isAbsolute: Bool = false) -> Double? {
        guard let number = number() else { return nil }
        if take(UInt8(ascii: "%")) { return isAbsolute ? nil : number * percent }
        let start = position
        while let byte = peek(), Self.isLetter(byte) { position += 1 }
        switch String(decoding: bytes[start..<position], as: UTF8.self).lowercased() {
        case "", "px": return number
        case "pt": return number * 4 / 3
        case "pc": return number * 16
        case "mm": return number * 96 / 25.4
        case "cm": return number * 96 / 2.54
        case "in": return number * 96
        case "em", "ex": return isAbsolute ? nil : number * 16
        case "deg": return isAbsolute ? nil : number
        default: return nil
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

extension SVGValueScanner {
    /// Reads a list of lengths to its end; nil if there is anything else.
    static func lengths(_ text: String, percent: Double = 1, isAbsolute: Bool = false) -> [Double]? {
        var scanner = Self(text, percent: percent)
        var lengths: [Double] = []
        while true {
            scanner.skipSpaces(commas: true)
            if scanner.isAtEnd { return lengths }
            guard let length = scanner.length(isAbsolute: isAbsolute) else { return nil }
            lengths.append(length)
        }
    }

    /// Whether a text is a list of words and lengths, none of them huge, and nothing else, such as a function.
    static func isWords(_ text: String) -> Bool {
        var scanner = Self(text)
        while true {
            scanner.skipSpaces(commas: true)
            guard let byte = scanner.peek() else { return true }
            if Self.isLetter(byte) {
                _ = scanner.word()
            } else if !scanner.take(UInt8(ascii: "/")) {
                guard let number = scanner.length(), abs(number) <= 100_000 else { return false }
            }
        }
    }

    /// Whether a text is one word, such as `inherit`.
    static func isWord(_ text: String) -> Bool {
        var scanner = Self(text)
        scanner.skipSpaces()
        guard let byte = scanner.peek(), Self.isLetter(byte) else { return false }
        _ = scanner.word()
        scanner.skipSpaces()
        return scanner.isAtEnd
    }

    /// Whether a text has nothing in it that a style sheet could take for more than a string.
    static func isPlain(_ text: String) -> Bool {
        !text.utf8.contains { #"(){}[]\@<>;!"#.utf8.contains($0) }
    }

    /// Reads a list of transformations. Returns how far they move, and by how much they enlarge, at least 1.
    static func transform(_ text: String) -> (shift: Double, growth: Double)? {
        var scanner = Self(text)
        var shift = 0.0
        var growth = 1.0
        while true {
            scanner.skipSpaces(commas: true)
            if scanner.isAtEnd { return (shift, growth) }
            let name = scanner.word()
            scanner.skipSpaces()
            guard scanner.take(UInt8(ascii: "(")) else { return nil }
            var arguments: [Double] = []
            while true {
                scanner.skipSpaces(commas: true)
                if scanner.take(UInt8(ascii: ")")) { break }
                guard arguments.count < 6, let number = scanner.number() else { return nil }
                arguments.append(number)
            }
            switch (name, arguments.count) {
            case ("translate", 1), ("translate", 2): shift += arguments.map(abs).max() ?? 0
            case ("rotate", 1): break
            case ("rotate", 3): shift += max(abs(arguments[1]), abs(arguments[2]))
            case ("scale", 1), ("scale", 2): growth *= max(1, arguments.map(abs).max() ?? 1)
            // Steeper than that, and nothing can be seen any more.
            case ("skewx", 1) where abs(arguments[0]) <= 80, ("skewy", 1) where abs(arguments[0]) <= 80: growth *= 6
            case ("matrix", 6):
                growth *= max(1, norm(arguments))
                shift += max(abs(arguments[4]), abs(arguments[5]))
            default: return nil
            }
        }
    }

    /// How long a vector of length 1 can become.
    private static func norm(_ matrix: [Double]) -> Double {
        let squares = matrix[..<4].reduce(0) { $0 + $1 * $1 }
        let determinant = matrix[0] * matrix[3] - matrix[1] * matrix[2]
        let rest = max(0, squares * squares - 4 * determinant * determinant).squareRoot()
        return ((squares + rest) / 2).squareRoot()
    }

    /// Reads a colour, or `none`, to the end.
    mutating func color() -> Bool {
        skipSpaces()
        if take(UInt8(ascii: "#")) {
            let digits = word()
            guard [3, 4, 6, 8].contains(digits.utf8.count), UInt32(digits, radix: 16) != nil else { return false }
        } else {
            let name = word()
            if name.isEmpty { return false }
            if take(UInt8(ascii: "(")) {
                guard ["rgb", "rgba", "hsl", "hsla"].contains(name) else { return false }
                while true {
                    skipSpaces(commas: true)
                    if take(UInt8(ascii: ")")) { break }
                    if take(UInt8(ascii: "/")) { continue }
                    guard length() != nil else { return false }
                }
            }
        }
        skipSpaces()
        return isAtEnd
    }

    /// Reads `url(#id)`, quoted or not; nil if what begins here is anything else.
    mutating func localURL() -> String? {
        skipSpaces()
        guard word() == "url", take(UInt8(ascii: "(")) else { return nil }
        skipSpaces()
        let quote = [UInt8(ascii: "\""), UInt8(ascii: "'")].first { take($0) }
        guard take(UInt8(ascii: "#")) else { return nil }
        let start = position
        while let byte = peek(), Self.isIdentifier(byte) { position += 1 }
        let identifier = String(decoding: bytes[start..<position], as: UTF8.self)
        if let quote, !take(quote) { return nil }
        skipSpaces()
        guard take(UInt8(ascii: ")")), !identifier.isEmpty else { return nil }
        return identifier
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        byte > 0x20 && !#"()"'\;"#.utf8.contains(byte)
    }
}
