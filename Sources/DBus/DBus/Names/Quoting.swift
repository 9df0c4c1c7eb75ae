extension StringProtocol {
    /// The text in double quotes, with what is not printed escaped as in Swift.
    ///
    /// It takes time in proportion to the text. `debugDescription` does not: 64 KiB of U+0D4E take it ten seconds, and
    /// anybody on the bus can send a text that is longer.
    package var quoted: String {
        var result = "\""
        var isBehindEscape = true
        for scalar in unicodeScalars {
            // A mark behind a quote or an escape would join it.
            let isPlain = !(isBehindEscape && scalar.properties.isGraphemeExtend)
            let piece = scalar.escaped(asASCII: !isPlain)
            isBehindEscape = piece.utf8.first == UInt8(ascii: "\\")
            result += piece
        }
        return result + "\""
    }
}
