/// The width of text in terminal cells.
package enum CellWidth {
    package static func cells(of text: some StringProtocol) -> Int {
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        return isPlain ? text.utf8.count : text.reduce(0) { $0 + cells(of: $1) }
    }

    /// Returns 2 for wide characters and emoji, 0 for marks that stand alone, and otherwise 1.
    static func cells(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.isASCII, character.utf8.count == 1 { return 1 }
        if first.properties.isEmojiPresentation || isWide(first.value) { return 2 }
        // A variation selector requests the emoji form.
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }

    /// The blocks of Unicode whose East Asian Width (UAX #11) is wide or full.
    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
