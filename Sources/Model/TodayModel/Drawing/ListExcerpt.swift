/// What is shown of a `list` with `visible-rows`: its first rows, until somebody asks for all.
package struct ListExcerpt: Hashable, Sendable {
    /// How many rows are shown, from the first on.
    package let shown: Int
    /// How many are not.
    package let hidden: Int
    /// What stands on the button that shows the others, or hides them again; nil when there are no others.
    package let button: String?

    /// Makes one.
    ///
    /// - Parameters:
    ///   - count: how many rows there are.
    ///   - visibleRows: how many are shown unasked; 0 or less for all.
    ///   - isOpen: whether somebody has asked for all.
    package init(of count: Int, visibleRows: Int, isOpen: Bool) {
        let others = visibleRows > 0 ? max(count - visibleRows, 0) : 0
        hidden = isOpen ? 0 : others
        shown = count - hidden
        button = others == 0 ? nil : isOpen ? "Show Less" : "Show More (\(others))"
    }
}
