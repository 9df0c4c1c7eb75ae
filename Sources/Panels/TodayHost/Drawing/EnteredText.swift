internal import TodayModel

/// The text that a user may enter in an entry of content. Pure.
package enum EnteredText {
    /// Returns the text as a field takes it: control characters are spaces, and it ends before the longest length of a
    /// string.
    package static func allowed(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var length = 0
        for scalar in text.unicodeScalars {
            length += UTF8.width(scalar)
            if length > Limits.stringBytes { break }
            result.append(scalar.value < 0x20 ? " " : scalar)
        }
        return String(result)
    }
}
