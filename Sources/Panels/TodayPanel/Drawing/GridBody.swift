#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// Nodes in rows and columns.
    final class GridBody: NodeContainer {
        private let grid = Grid()
        private var columns = 2
        private var placed: [NodeView] = []
        /// The cell around each child.
        private var cells: [ObjectIdentifier: Cell] = [:]
        var widget: Widget { grid }

        init(_ attributes: NodeAttributes) {
            // Translators: the name, for screen readers, of content in rows and columns.
            grid.setAccessibleLabel(tr("Table"))
            show(attributes)
        }

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
            if let cell = cells.removeValue(forKey: ObjectIdentifier(child)) { grid.remove(cell) }
            place(children)
        }

        func moved(to index: Int, of children: [NodeView]) { place(children) }

        /// Places all children again, because each cell is identified by its place. There are few of them.
        private func place(_ children: [NodeView]) {
            for child in placed { if let cell = cells[ObjectIdentifier(child)] { grid.remove(cell) } }
            for (index, child) in children.enumerated() {
                grid.attach(cell(of: child), column: index % columns, row: index / columns)
            }
            placed = children
        }

        /// Names the cells by the text in them. GTK would name them itself.
        func nameCells() { for child in placed { cell(of: child).setAccessibleLabel(child.spokenCard) } }

        private func cell(of child: NodeView) -> Cell {
            if let cell = cells[ObjectIdentifier(child)] { return cell }
            let cell = Cell(child.outer, role: GTK_ACCESSIBLE_ROLE_GRID_CELL)
            cells[ObjectIdentifier(child)] = cell
            return cell
        }
    }
#endif
