#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// Rows. A long list shows only the first ones until the user asks for more.
    final class ListBody: NodeContainer {
        private let box = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
        private let rows = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
        private let more = Button("Show More")
        private let context: NodeContext
        private var limit = 0
        private var isOpen = false
        private var children: [NodeView] = []
        var widget: Widget { box }

        init(_ attributes: NodeAttributes, _ context: NodeContext) {
            self.context = context
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
                child.outer.isVisible = index < excerpt.shown
            }
            if excerpt.button == nil { more.yieldFocus() }
            more.isVisible = excerpt.button != nil
            if let label = excerpt.button { more.setLabel(label) }
        }

        func inserted(at index: Int, of children: [NodeView]) {
            rows.insert(children[index].outer, after: index > 0 ? children[index - 1].outer : nil)
            self.children = children
            updateRows()
        }

        func removed(_ child: NodeView, from children: [NodeView]) {
            rows.remove(child.outer)
            self.children = children
            updateRows()
        }

        func moved(to index: Int, of children: [NodeView]) {
            rows.move(children[index].outer, after: index > 0 ? children[index - 1].outer : nil)
            self.children = children
            updateRows()
        }
    }
#endif
