/// Text that other programs read and write.
///
/// A `Character` is what a person sees: `<` followed by a combining mark is one `Character`, which differs from `"<"`.
/// Other programs read bytes. So text with a meaning for them is searched and escaped scalar by scalar.
extension StringProtocol {
    /// Returns the text with some scalars replaced by other text.
    ///
    /// - Parameter replacement: returns the replacement of a scalar; nil to keep it.
    package func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    /// Returns the parts between the separators. The parameters have the same meaning as in `split(separator:)`.
    package func split(
        at separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        Substring(self).unicodeScalars.split(
            separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences
        ).map(Substring.init)
    }
}
