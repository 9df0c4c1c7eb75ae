/// The visible part of a `list` with `visible-rows`: its first rows, until the user asks for all.
package struct ListExcerpt: Hashable, Sendable {
    /// The number of rows that are shown, from the first on.
    package let shown: Int
    /// The number of rows that aren't shown.
    package let hidden: Int
    /// The label of the button that shows the other rows, or hides them again; nil if all rows fit.
    package let button: String?

    /// Makes an excerpt.
    ///
    /// - Parameters:
    ///   - count: The number of rows.
    ///   - visibleRows: The number of rows that are shown at first; 0 or less for all.
    ///   - isOpen: Whether the user has asked for all.
    package init(of count: Int, visibleRows: Int, isOpen: Bool) {
        let others = visibleRows > 0 ? max(count - visibleRows, 0) : 0
        hidden = isOpen ? 0 : others
        shown = count - hidden
        button =
            others == 0
            ? nil
            // Translators: the labels of a button that hides rows of a list, or shows so many more.
            : isOpen ? tr("Show Less") : trn("Show {count} More", "Show {count} More", others)
    }
}
