#if Panel
    internal import TodayModel

    /// Nodes in rows and columns.
    final class GridBody: NodeContainer {
        private let grid = Grid()
        private var columns = 2
        private var placed: [NodeView] = []
        var widget: Widget { grid }

        init(_ attributes: NodeAttributes) { show(attributes) }

        func show(_ attributes: NodeAttributes) {
            guard case .grid(let columns, let spacing) = attributes.kind else { return }
            grid.setSpacing(Int32(spacing.rounded()))
            if columns != self.columns {
                self.columns = columns
                place(placed)
            }
        }

        func inserted(at index: Int, of children: [NodeView]) { place(children) }

        func removed(_ child: NodeView, from children: [NodeView]) {
            grid.remove(child.outer)
            place(children)
        }

        func moved(to index: Int, of children: [NodeView]) { place(children) }

        /// Places all children again, because each cell is identified by its place. There are few of them.
        private func place(_ children: [NodeView]) {
            for child in placed { grid.remove(child.outer) }
            for (index, child) in children.enumerated() {
                grid.attach(child.outer, column: index % columns, row: index / columns)
            }
            placed = children
        }
    }
#endif
