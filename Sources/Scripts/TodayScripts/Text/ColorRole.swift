internal import TodayModel

/// The role of a color: reds are errors, oranges and yellows warnings, greens success, grays secondary, black and white
/// primary, all others accent.
enum ColorRole {
    /// Returns the role of a color in the syntax of CSS, X11 and Pango. If a comma separates two colors, as in
    /// SwiftBar, the first counts. Nil if the text isn't a color.
    static func role(of text: String) -> ContentColor? {
        let whole = text.lowercased().trimmed
        if let rgb = function(whole) { return role(rgb) }
        let word = Substring(whole.utf8.prefix { $0 != UInt8(ascii: ",") }).trimmed
        if let own = ContentColor(rawValue: String(word)) { return own }
        if word.hasPrefix("#") { return hexadecimal(word.dropFirst()).map(role) }
        return ColorNames.values[String(String.UnicodeScalarView(word.unicodeScalars.filter { $0 != " " }))].map {
            value in
            role(red: Int(value >> 16), green: Int(value >> 8 & 255), blue: Int(value & 255))
        }
    }

    private static func role(_ rgb: (Int, Int, Int)) -> ContentColor {
        role(red: rgb.0, green: rgb.1, blue: rgb.2)
    }

    /// Parses `rgb(1, 2, 3)` and `rgba(1, 2, 3, 0.5)`, also with percentages.
    private static func function(_ text: Substring) -> (Int, Int, Int)? {
        let scalars = text.unicodeScalars
        guard text.hasPrefix("rgb"), let open = scalars.firstIndex(of: "("), scalars.last == ")" else { return nil }
        let parts = scalars[scalars.index(after: open)...].dropLast().split { $0 == "," || $0 == " " || $0 == "/" }
            .map(Substring.init)
        guard (3...4).contains(parts.count) else { return nil }
        let numbers = parts.prefix(3).compactMap { part -> Int? in
            let isPercent = part.hasSuffix("%")
            guard let number = Double(isPercent ? part.dropLast() : part), number.isFinite else { return nil }
            return Int(min(max(isPercent ? number * 2.55 : number, 0), 255))
        }
        return numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }

    /// Parses three, four, six or eight digits; the last quarter of four and eight is the opacity.
    private static func hexadecimal(_ digits: Substring) -> (Int, Int, Int)? {
        let values = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard values.count == digits.count else { return nil }
        switch values.count {
        case 3, 4: return (values[0] * 17, values[1] * 17, values[2] * 17)
        case 6, 8: return (values[0] * 16 + values[1], values[2] * 16 + values[3], values[4] * 16 + values[5])
        default: return nil
        }
    }

    /// Returns the role of a color with components from 0 to 255.
    static func role(red: Int, green: Int, blue: Int) -> ContentColor {
        let high = max(red, green, blue)
        let low = min(red, green, blue)
        let range = high - low
        if high < 48 || low > 224 { return .primary }
        // A low saturation: the range is small for this brightness.
        if range * 100 < 18 * high { return .secondary }
        let hue =
            switch high {
            case red: (60 * (green - blue) / range + 360) % 360
            case green: 60 * (blue - red) / range + 120
            default: 60 * (red - green) / range + 240
            }
        return switch hue {
        case ..<18, 340...: .error
        case ..<66: .warning
        case ..<165: .success
        default: .accent
        }
    }
}
