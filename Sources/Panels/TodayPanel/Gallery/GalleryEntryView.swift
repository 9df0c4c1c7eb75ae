#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// A widget in the gallery: name, app, description, a button that adds it, and a picture of it with sample content.
    @MainActor final class GalleryEntryView {
        let widget = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)
        private(set) var shown: Gallery.Entry
        /// Called when the button is clicked.
        var onPress: () -> Void = {}
        /// Called when the user opens the menu.
        var onMenu: (MenuAnchor) -> Void = { _ in }

        private let icon = WidgetIcon()
        private let name = Label()
        private let app = Label()
        private let badge = Label(tr("New"))
        private let button = Button("")
        private let menu = menuButton("edit-menu")
        private let detail = Label(wraps: true)
        private let preview = CardContent(NodeContext())

        init(_ entry: Gallery.Entry) {
            shown = entry
            widget.addClass("gallery-entry")
            let header = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
            icon.widget.addClass("edit-icon")
            icon.widget.align(vertically: GTK_ALIGN_CENTER)
            let words = widgetWords(name, app, lines: 1)
            badge.addClass("edit-badge")
            for part: Widget in [badge, button, menu] { part.align(vertically: GTK_ALIGN_CENTER) }
            button.onPress { [weak self] in self?.onPress() }
            menu.onPress { [weak self] in
                guard let self else { return }
                self.onMenu(MenuAnchor(beneath: self.menu))
            }
            for part: Widget in [icon.widget, words, badge, button, menu] { header.append(part) }
            detail.addClass("edit-detail")
            detail.setLines(2)
            preview.widget.addClass("gallery-preview")
            preview.makePicture()
            preview.widget.hideFromAccessibility()
            for part: Widget in [header, detail, preview.widget] { widget.append(part) }
            show(entry)
        }

        /// Shows the widget in its current state.
        func show(_ entry: Gallery.Entry) {
            shown = entry
            let row = entry.row
            icon.show(row.icon, of: row.identifier, named: row.name)
            name.text = row.name
            let by = entry.app.isEmpty ? nil : ContainingApp.name(entry.app) ?? entry.app
            // Translators: the app that a widget comes from.
            app.text = by.map { tr("By {app}", ["app": $0]) } ?? ""
            app.isVisible = by != nil
            badge.isVisible = row.isNew
            detail.text = row.detail
            detail.isVisible = !row.detail.isEmpty
            button.setLabel(entry.offer.label)
            button.isEnabled = entry.offer != .added
            button.setClass("suggested-action", entry.offer == .add)
            button.setAccessibleLabel(entry.offer.label(for: row.name))
            widget.setAccessibleLabel(row.name)
            widget.setAccessibleDescription(row.detail)
            menu.isVisible = entry.offer == .add && !row.menu.isEmpty
            menu.setAccessibleLabel(tr("Menu for {name}", ["name": row.name]))
        }

        /// Draws sample content.
        func show(sample card: CardPresentation) {
            preview.show(picture: card)
        }

        /// Gives the focus to the button.
        func grabFocus() { button.grabFocus() }
    }

    extension Gallery.Offer {
        /// The text of the button for screen readers.
        fileprivate func label(for name: String) -> String {
            switch self {
            case .add: tr("Add: {name}", ["name": name])
            case .addAnother: tr("Add Another: {name}", ["name": name])
            case .added: tr("Added: {name}", ["name": name])
            }
        }
    }
#endif
