/// The rules for names of time zones.
enum TimeZoneName {
    /// The maximum length in bytes.
    static let greatestLength = 64

    /// Returns why a text can't be the name of a zone in the IANA database: it isn't words of `A-Z a-z 0-9 _ + -` that
    /// are separated by `/`, or it is too long.
    static func fault(in text: String) -> String? {
        if text.utf8.count > greatestLength {
            return "\(text.excerpt) is \(text.utf8.count) bytes long, more than \(greatestLength)"
        }
        let words = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if words.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isPartOfWord) }) { return nil }
        return "\(text.excerpt) is not the name of a time zone, such as Europe/Berlin"
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
