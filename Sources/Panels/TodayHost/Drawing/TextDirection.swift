/// The reading direction of a text.
package enum TextDirection: Hashable, Sendable {
    case leftToRight, rightToLeft

    /// Creates the direction of a text's first letter; nil if it has no letter. Unicode Standard Annex 9, rule P2.
    package init?(of text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x200E: self = .leftToRight
            case 0x200F, 0x061C: self = .rightToLeft
            // Unassigned code points in these blocks are right to left too; their digits aren't.
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
                if !scalar.properties.isAlphabetic { continue }
                self = .rightToLeft
            default:
                if !scalar.properties.isAlphabetic { continue }
                self = .leftToRight
            }
            return
        }
        return nil
    }
}
