/// What a panel shows, as text. Where lines break, and how things are spaced, is up to the panel.
struct ShownText: Sendable {
    /// As the panel says it.
    let whole: String
    private let bare: String

    init(_ text: String) {
        whole = text
        bare = Self.bare(text)
    }

    /// Whether a text is shown.
    func has(_ text: String) -> Bool { bare.contains(Self.bare(text)) }

    /// Whether texts are shown, one behind the other.
    func has(inOrder texts: [String]) -> Bool {
        var rest = bare[...]
        for text in texts {
            guard let range = rest.firstRange(of: Self.bare(text)) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }

    /// Without blanks, and without what only tells the direction of a text.
    private static func bare(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace && !isMark($0) }))
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x2066...0x2069: true
        default: false
        }
    }

    /// A character that controls a terminal, and neither ends a line nor parts columns; nil if no text has one.
    var control: Unicode.Scalar? {
        whole.unicodeScalars.first { scalar in
            switch scalar.value {
            case 0x9...0xD: false
            case ..<0x20, 0x7F...0x9F: true
            default: false
            }
        }
    }

    /// A character that overrides or embeds a direction, and is neither closed on its line nor isolated; nil if there is
    /// none.
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
