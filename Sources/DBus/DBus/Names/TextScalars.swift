/// Text that other programs read and write.
///
/// A `Character` is what a person sees: `<` and a combining mark behind it are one `Character`, which differs from `"<"`.
/// Other programs read bytes, so whatever has a meaning to them is searched and escaped scalar by scalar.
extension StringProtocol {
    /// Returns the text with other text in place of some scalars.
    ///
    /// - Parameter replacement: Returns what stands for a scalar; nil for one that stays.
    package func escaping(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = ""
        for scalar in unicodeScalars {
            if let other = replacement(scalar) { text += other } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }

    /// Returns what stands between the separators. The parameters mean the same as those of `split(separator:)`.
    package func split(
        at separator: Unicode.Scalar, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
    ) -> [Substring] {
        Substring(self).unicodeScalars.split(
            separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: omittingEmptySubsequences
        ).map(Substring.init)
    }
}
