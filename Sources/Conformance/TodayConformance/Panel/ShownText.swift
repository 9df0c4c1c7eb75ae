/// The output of a panel as text. Line breaks and spacing are up to the panel.
struct ShownText: Sendable {
    /// The output as printed by the panel.
    let whole: String
    private let bare: String

    init(_ text: String) {
        whole = text
        bare = Self.bare(text)
    }

    /// Returns whether a text is shown.
    func has(_ text: String) -> Bool { bare.contains(Self.bare(text)) }

    /// Returns whether texts are shown, one after another.
    func has(inOrder texts: [String]) -> Bool {
        var rest = bare[...]
        for text in texts {
            guard let range = rest.firstRange(of: Self.bare(text)) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// Returns the text without white space and direction marks.
    private static func bare(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace && !isMark($0) }))
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x2066...0x2069: true
        default: false
        }
    }

    /// A terminal control character other than line ends and column separators; nil if no text has one.
    var control: Unicode.Scalar? {
        whole.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x9...0xD: false
            case ..<0x20, 0x7F...0x9F: true
            default: false
            }
        }
    }

    /// A character that overrides or embeds a direction, and is neither closed on its line nor isolated; nil if no text
    /// has one.
    var openOverride: Unicode.Scalar? {
        for line in whole.unicodeScalars.split(whereSeparator: { $0 == "\n" }) {
            var open: [Unicode.Scalar] = []
            var isolates = 0
            for scalar in line {
                switch scalar.value {
                case 0x2066...0x2068: isolates += 1
                case 0x2069: isolates = max(isolates - 1, 0)
                case 0x202A, 0x202B, 0x202D, 0x202E: if isolates == 0 { open.append(scalar) }
                case 0x202C: _ = open.popLast()
                default: break
                }
            }
            if let scalar = open.last { return scalar }
        }
        return nil
    }
}
