#if Panel
    internal import TodayHost
    internal import TodayModel

    /// A list of the edit view. It updates only the rows that have changed.
    @MainActor final class EditRowList {
        let widget = ListBox()
        private(set) var views: [EditRowView] = []
        /// Called when the user removes a row.
        var onRemove: (WidgetIdentifier) -> Void = { _ in }
        /// Called when the user opens the menu of a row.
        var onMenu: (EditRow, MenuAnchor) -> Void = { _, _ in }

        init() {
            widget.addClass("edit-list")
            widget.setAccessibleLabel(tr("Widgets in Today"))
        }

        /// The row that has the focus or contains it.
        var focused: EditRowView? { views.first { $0.row.holdsFocus } }

        /// Shows rows and keeps the focus on its widget.
        ///
        /// - Returns: The former index of the focus, if its row is gone.
        func show(_ rows: [EditRow]) -> Int? {
            let focusedIndex = views.firstIndex { $0.row.holdsFocus }
            let focusedView = focusedIndex.map { views[$0] }
            var former = Dictionary(
                views.compactMap { view in view.shown.map { ($0.identifier, view) } },
                uniquingKeysWith: { first, _ in first })
            var added: [EditRowView] = []
            let next = rows.map { row in
                if let view = former.removeValue(forKey: row.identifier) { return view }
                let view = EditRowView()
                view.onRemove = { [weak self] in self?.onRemove(row.identifier) }
                view.onMenu = { [weak self, weak view] anchor in
                    if let row = view?.shown { self?.onMenu(row, anchor) }
                }
                added.append(view)
                return view
            }
            let lost = focusedView.map { view in former.values.contains { $0 === view } } ?? false
            for view in former.values { widget.remove(view.row) }
            views = next
            for (index, row) in rows.enumerated() { next[index].show(row, place: index + 1, count: rows.count) }
            for view in added { widget.append(view.row) }
            widget.setOrder(next.map(\.row))
            return lost ? focusedIndex : nil
        }

        /// Gives the focus to the row of a widget. Returns false if the list doesn't have it.
        func focus(on identifier: WidgetIdentifier) -> Bool {
            views.firstIndex { $0.shown?.identifier == identifier }.map(focus(at:)) ?? false
        }

        /// Gives the focus to the row at an index, or to the last row. Returns false if the list is empty.
        func focus(at index: Int) -> Bool {
            guard !views.isEmpty else { return false }
            views[min(max(index, 0), views.count - 1)].row.grabCursor()
            return true
        }
    }
#endif
