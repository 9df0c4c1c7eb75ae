/// What is shown of a `list` with `visible-rows`: its first rows, until somebody asks for all.
package struct ListExcerpt: Hashable, Sendable {
    /// How many rows are shown, from the first on.
    package let shown: Int
    /// What stands on the button that shows the others, or hides them again; nil when there are no others.
    package let button: String?

    /// Makes one.
    ///
    /// - Parameters:
    ///   - count: how many rows there are.
    ///   - visibleRows: how many are shown unasked; 0 or less for all.
    ///   - isOpen: whether somebody has asked for all.
    package init(of count: Int, visibleRows: Int, isOpen: Bool) {
        let hidden = visibleRows > 0 ? max(count - visibleRows, 0) : 0
        shown = isOpen ? count : count - hidden
        button = hidden == 0 ? nil : isOpen ? "Show Less" : "Show More (\(hidden))"
    }
}
