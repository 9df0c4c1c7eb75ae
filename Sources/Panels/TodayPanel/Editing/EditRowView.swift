#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// A row of the edit view: a button that removes, icon, name, and a handle to move the row.
    @MainActor final class EditRowView {
        let row: ListRow
        private(set) var shown: EditRow?
        /// Called when the button is clicked.
        var onRemove: () -> Void = {}
        /// Called when the user opens its menu.
        var onMenu: (MenuAnchor) -> Void = { _ in }

        private let button = Button(icon: "list-remove-symbolic")
        private let icon = WidgetIcon()
        private let name = Label()
        private let detail = Label()
        // Translators: a mark of a widget that the user hasn’t seen yet.
        private let badge = Label(tr("New"))
        private let menu = menuButton("edit-menu")
        private let handle = DrawingArea(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)

        init() {
            let content = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
            row = ListRow(content)
            row.addClass("edit-row")
            row.setActivatable(false)
            button.addClass("circular")
            button.addClass("edit-remove")
            button.align(vertically: GTK_ALIGN_CENTER)
            button.onPress { [weak self] in self?.onRemove() }
            icon.widget.addClass("edit-icon")
            let words = widgetWords(name, detail, lines: 2)
            badge.addClass("edit-badge")
            badge.align(vertically: GTK_ALIGN_CENTER)
            for part: Widget in [button, icon.widget, words, badge, menu] { content.append(part) }
            menu.onPress { [weak self] in
                guard let self else { return }
                self.onMenu(MenuAnchor(beneath: self.menu))
            }
            row.onMenu { [weak self] x, y in
                guard let self else { return }
                self.onMenu(MenuAnchor(self.row, x: x, y: y))
            }
            row.onKey { [weak self] press in
                guard let self, press.opensMenu, self.menu.isVisible else { return false }
                self.onMenu(MenuAnchor(beneath: self.menu, of: self.row))
                return true
            }
            content.append(handle)
            handle.hideFromAccessibility()
            handle.addClass("edit-handle")
            handle.request(width: 32, height: 32)
            handle.align(vertically: GTK_ALIGN_CENTER)
            gtk_widget_set_cursor_from_name(handle.pointer, "grab")
            handle.onDraw { canvas in
                for line in 0..<3 {
                    let y = (canvas.height / 2 - 6 + Double(line) * 5).rounded()
                    canvas.rectangle(x: canvas.width / 2 - 8, y: y, width: 16, height: 2)
                }
            }
        }

        /// Shows a widget, number `place` of `count`.
        func show(_ new: EditRow, place: Int, count: Int) {
            // Translators: the place of a widget in the list of all, for example ‘Weather, 2 of 5’.
            let label = tr(
                "{name}, {place} of {count}",
                ["name": new.name, "place": Language.number(place), "count": Language.number(count)])
            row.setAccessibleLabel(label)
            if shown == new { return }
            shown = new
            icon.show(new.icon, of: new.identifier, named: new.name)
            name.text = new.name
            detail.text = new.detail
            detail.isVisible = !new.detail.isEmpty
            // The text may be longer than two lines.
            detail.setTooltip(new.detail)
            badge.isVisible = new.isNew
            menu.isVisible = !new.menu.isEmpty
            menu.setAccessibleLabel(tr("Menu for {name}", ["name": new.name]))
            let action = tr("Remove {name}", ["name": new.name])
            button.setAccessibleLabel(action)
            button.setTooltip(action)
            row.setAccessibleDescription(tr("Move with Alt+Up or Alt+Down, remove with Delete"))
        }

        /// Returns whether a point in the list is on the handle.
        func isHandle(x: Double, y: Double, in list: Widget) -> Bool { handle.isAt(x: x, y: y, in: list) }

        /// Sets whether the row is being dragged.
        func setDragged(_ isDragged: Bool) { row.setClass("dragged", isDragged) }
    }
#endif
