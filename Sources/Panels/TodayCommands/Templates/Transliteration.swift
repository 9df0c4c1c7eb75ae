/// Transliterates words of any script to the letters A-Z and digits. Latin script follows passports (ICAO Doc 9303), so
/// ö is oe.
enum Transliteration {
    /// Returns the text with every letter and digit in ASCII, by its sound or its name. Returns nil if the text has
    /// anything but letters, digits, marks, spaces and hyphens.
    static func ascii(_ text: String) -> String? {
        var result = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            guard let part = ascii(scalar) else { return nil }
            // A letter can be a base letter and a separate mark.
            let whole = last.flatMap { composed["\($0)\(scalar)".lowercased()] }
            result += whole.map { String($0.dropFirst()) } ?? part
            last = scalar
        }
        return result
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> String? {
        if scalar.isASCII {
            let character = Character(scalar)
            return character.isLetter || character.isNumber || scalar == " " || scalar == "-" ? String(scalar) : nil
        }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return ""
        case .decimalNumber: return properties.numericValue.map { "\(Int($0))" }
        case .uppercaseLetter, .titlecaseLetter, .lowercaseLetter, .modifierLetter, .otherLetter: break
        default: return nil
        }
        let letters = letters(scalar)
        return properties.isUppercase ? letters.prefix(1).uppercased() + letters.dropFirst() : letters
    }

    /// Returns lowercase ASCII letters for a letter that isn't ASCII.
    private static func letters(_ scalar: Unicode.Scalar) -> String {
        let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        if let known = special[small] { return known }
        // For example, LATIN SMALL LETTER O WITH DIAERESIS or HIRAGANA LETTER KA.
        let words = (small.properties.name ?? "").split(separator: " ")
        let base = words.split(separator: "WITH").first?.last ?? ""
        let isWord = !base.isEmpty && base.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        return isWord ? base.lowercased() : "u" + String(small.value, radix: 16)
    }

    /// Letters followed by a separate mark, and their replacements.
    private static let composed = ["a\u{308}": "ae", "a\u{30A}": "aa", "o\u{308}": "oe", "u\u{308}": "ue"]

    /// Letters whose Unicode names don't give their replacements.
    private static let special: [Unicode.Scalar: String] = {
        var letters: [Unicode.Scalar: String] = [
            "ä": "ae", "å": "aa", "ö": "oe", "ø": "oe", "ü": "ue", "ß": "ss", "ð": "d", "þ": "th", "ŋ": "ng", "ĸ": "k",
            "ſ": "s",
        ]
        let cyrillic =
            [
                "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "ё": "yo", "є": "ye", "ж": "zh",
                "з": "z", "и": "i", "і": "i", "ї": "yi", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o",
                "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh",
                "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya",
            ] as [Unicode.Scalar: String]
        let greek =
            [
                "α": "a", "ά": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "έ": "e", "ζ": "z", "η": "i", "ή": "i",
                "θ": "th", "ι": "i", "ί": "i", "ϊ": "i", "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o",
                "ό": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t", "υ": "y", "ύ": "y", "φ": "f", "χ": "ch",
                "ψ": "ps", "ω": "o", "ώ": "o",
            ] as [Unicode.Scalar: String]
        letters.merge(cyrillic) { $1 }
        letters.merge(greek) { $1 }
        return letters
    }()
}
