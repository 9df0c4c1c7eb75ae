#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// Rows. A long list shows only the first ones until the user asks for more.
    final class ListBody: NodeContainer {
        private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
        private let rows = Box(GTK_ORIENTATION_VERTICAL, spacing: 4, role: GTK_ACCESSIBLE_ROLE_LIST)
        /// The row around each child.
        private var items: [ObjectIdentifier: Cell] = [:]
        private let more = Button("")
        private let context: NodeContext
        private var limit = 0
        private var isOpen = false
        private var children: [NodeView] = []
        var widget: Widget { box }

        init(_ attributes: NodeAttributes, _ context: NodeContext) {
            self.context = context
            // Translators: the name, for screen readers, of content in rows.
            rows.setAccessibleLabel(tr("List"))
            box.append(rows)
            box.append(more)
            more.setFrame(false)
            more.addClass("show-more")
            more.align(horizontally: GTK_ALIGN_START)
            more.onPress { [weak self] in self?.toggle() }
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            guard case .list(let limit) = attributes.kind else { return }
            self.limit = limit
            updateRows()
        }

        private func toggle() {
            isOpen.toggle()
            updateRows()
            context.listChanged(isOpen)
        }

        private func updateRows() {
            let excerpt = ListExcerpt(of: children.count, visibleRows: limit, isOpen: isOpen)
            for (index, child) in children.enumerated() {
                if index >= excerpt.shown { child.outer.yieldFocus() }
                item(of: child).isVisible = index < excerpt.shown
            }
            if excerpt.button == nil { more.yieldFocus() }
            more.isVisible = excerpt.button != nil
            if let label = excerpt.button { more.setLabel(label) }
        }

        private func item(of child: NodeView) -> Cell {
            if let item = items[ObjectIdentifier(child)] { return item }
            let item = Cell(child.outer, role: GTK_ACCESSIBLE_ROLE_LIST_ITEM)
            items[ObjectIdentifier(child)] = item
            return item
        }

        func inserted(at index: Int, of children: [NodeView]) {
            rows.insert(item(of: children[index]), after: index > 0 ? item(of: children[index - 1]) : nil)
            self.children = children
            updateRows()
        }

        func removed(_ child: NodeView, from children: [NodeView]) {
            if let item = items.removeValue(forKey: ObjectIdentifier(child)) { rows.remove(item) }
            self.children = children
            updateRows()
        }

        func moved(to index: Int, of children: [NodeView]) {
            rows.move(item(of: children[index]), after: index > 0 ? item(of: children[index - 1]) : nil)
            self.children = children
            updateRows()
        }
    }
#endif
