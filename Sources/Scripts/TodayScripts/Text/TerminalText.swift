internal import TodayModel

/// Text with escape sequences of a terminal: ECMA-48. Colors become roles; all other sequences are removed.
enum TerminalText {
    private static let escape: UInt8 = 0x1B

    static func spans(_ text: String) -> [ScriptRow.Span] {
        var spans: [ScriptRow.Span] = []
        var color: ContentColor?
        var rest = Substring(text).utf8
        while !rest.isEmpty {
            let plain = rest.prefix { $0 != escape }
            if !plain.isEmpty { spans.append(ScriptRow.Span(String(Substring(plain)), color: color)) }
            rest = rest[plain.endIndex...].dropFirst()
            guard let kind = rest.first else { break }
            switch kind {
            case UInt8(ascii: "["):
                let body = rest.dropFirst()
                let parameters = body.prefix { (0x20...0x3F).contains($0) }
                rest = body[parameters.endIndex...]
                if rest.first == UInt8(ascii: "m") { select(Substring(parameters), &color) }
                if let final = rest.first, (0x40...0x7E).contains(final) { rest = rest.dropFirst() }
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
                // A string, such as a title or a link, up to BEL or ESC \.
                rest = rest.drop { $0 != 0x07 && $0 != escape }
                if rest.first == 0x07 {
                    rest = rest.dropFirst()
                } else if rest.dropFirst().first == UInt8(ascii: "\\") {
                    rest = rest.dropFirst(2)
                }
            case 0x20...0x2F:
                rest = rest.drop { (0x20...0x2F).contains($0) }
                if let final = rest.first, (0x30...0x7E).contains(final) { rest = rest.dropFirst() }
            case 0x30...0x7E: rest = rest.dropFirst()
            default: break
            }
        }
        return spans
    }

    /// Reads the parameters of SGR.
    private static func select(_ parameters: Substring, _ color: inout ContentColor?) {
        var codes = parameters.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == ";" || $0 == ":" }
            .prefix(32).map { Int(Substring($0)) ?? 0 }[...]
        while let code = codes.popFirst() {
            switch code {
            case 0, 39: color = nil
            case 30...37: color = basic[code - 30]
            case 90: color = .secondary
            case 91...97: color = basic[code - 90]
            case 38: color = extended(&codes)
            case 48: _ = extended(&codes)
            default: break
            }
        }
    }

    /// Black, red, green, yellow, blue, magenta, cyan, white.
    private static let basic: [ContentColor] = [
        .primary, .error, .success, .warning, .accent, .accent, .accent, .primary,
    ]

    /// Parses a color of the palette (`5;n`) or a direct one (`2;r;g;b`).
    private static func extended(_ codes: inout ArraySlice<Int>) -> ContentColor? {
        switch codes.popFirst() {
        case 5:
            guard let index = codes.popFirst() else { return nil }
            switch index {
            case 0...7: return basic[index]
            case 8: return .secondary
            case 9...15: return basic[index - 8]
            case 16...231:
                let cube = index - 16
                let levels = [0, 95, 135, 175, 215, 255]
                return ColorRole.role(red: levels[cube / 36], green: levels[cube / 6 % 6], blue: levels[cube % 6])
            case 232...255:
                let level = 8 + (index - 232) * 10
                return ColorRole.role(red: level, green: level, blue: level)
            default: return nil
            }
        case 2:
            guard codes.count >= 3 else { return nil }
            let values = codes.prefix(3).map { min(max($0, 0), 255) }
            codes = codes.dropFirst(3)
            return ColorRole.role(red: values[0], green: values[1], blue: values[2])
        default: return nil
        }
    }
}
