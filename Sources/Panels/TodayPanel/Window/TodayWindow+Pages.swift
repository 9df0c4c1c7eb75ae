#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The pages that take the place of the cards.
    extension TodayWindow {
        /// A page, the one on top first.
        private enum Page: CaseIterable { case settings, preferences, script, remote, gallery, edit }

        private func isOpen(_ page: Page) -> Bool {
            switch page {
            case .settings: settingsPage.isOpen
            case .preferences: preferencesPage.isOpen
            case .script: scriptPage.isOpen
            case .remote: remotePage.isOpen
            case .gallery: isAdding
            case .edit: isEditing
            }
        }

        private func widget(of page: Page) -> Box {
            switch page {
            case .settings: settingsPage.widget
            case .preferences: preferencesPage.widget
            case .script: scriptPage.widget
            case .remote: remotePage.widget
            case .gallery: gallery.widget
            case .edit: editView.widget
            }
        }

        private var topPage: Page? { Page.allCases.first(where: isOpen) }

        /// The widgets of all pages but the cards.
        var pages: [Box] { Page.allCases.map(widget) }

        /// In logical pixels at the usual text size.
        static let widestPage = 640.0

        /// Shows the page on top, or the cards.
        func showPage() {
            let shown = topPage.map(widget) ?? today
            for page in [today] + pages where page.isVisible != (page === shown) {
                page.isVisible = page === shown
                if page === shown, Motion.isEnabled { Fading.appear(page) }
            }
        }

        /// Closes the page on top; without one, the window.
        func leavePage() {
            switch topPage {
            case .settings: settingsPage.cancel()
            case .preferences: preferencesPage.end()
            case .script: scriptPage.cancel()
            case .remote: remotePage.cancel()
            case .gallery: endAdding()
            case .edit: if !editView.cancelDrag() { endEditing() }
            case nil: onDismiss()
            }
        }

        // MARK: Settings

        /// Opens the form of a widget, or of an instance to add.
        func openSettings(of identifier: WidgetIdentifier, _ purpose: SettingsForm.Purpose) {
            guard let view, let widget = view.known[identifier], !settingsPage.isOpen else { return }
            guard settingsPage.open(purpose == .add ? widget : view.named(widget), purpose) else { return }
            showPage()
            settingsPage.grabFocus()
        }

        func endSettings(of identifier: WidgetIdentifier) {
            let hadFocus = settingsPage.widget.holdsFocus
            showPage()
            guard hadFocus else { return }
            if isAdding {
                gallery.grabFocus(on: identifier)
            } else if isEditing {
                editView.grabFocus(on: identifier)
            } else {
                footer.grabFocus()
                column.focusWhenShown(identifier)
            }
        }

        // MARK: Editing

        /// Announces widgets that the user hasn't seen.
        func announce(_ new: Set<WidgetIdentifier>) {
            self.new = new
            footer.announce(new.count)
            guard isEditing || isAdding, !new.isSubset(of: editor.new) else { return }
            editor.new.formUnion(new)
            editor.onChange()
        }

        private func beginEdits() {
            editor.begin()
            editor.new = new
        }

        /// Gives the focus to the button that led to a page, or to what is in its place.
        private func grabFooterFocus(on door: EditFooter.Door) {
            if footer.widget.isVisible { footer.grabFocus(on: door) } else { statusPage.grabFocus() }
        }

        func beginAdding() {
            guard !isAdding, view?.isAvailable == true, absence == nil else { return }
            isAdding = true
            beginEdits()
            gallery.begin()
            showPage()
            gallery.grabFocus()
            onEdit()
        }

        func endAdding() {
            guard isAdding else { return }
            isAdding = false
            showPage()
            onEdit()
            if settingsPage.isOpen || remotePage.isOpen { return }
            if isEditing { editView.grabFocus() } else { grabFooterFocus(on: .add) }
        }

        /// Opens a page from the gallery.
        func openPage(of door: GalleryPage.Door) {
            switch door {
            case .script: scriptPage.choose { [weak self] in self?.showPage() }
            case .remote:
                remotePage.open()
                showPage()
                remotePage.grabFocus()
            }
        }

        func endPage(of door: GalleryPage.Door) {
            showPage()
            if isAdding { gallery.grabFocus(on: door) } else { grabFooterFocus(on: .add) }
        }

        func beginEditing() {
            guard !isEditing, view?.isAvailable == true, absence == nil else { return }
            isEditing = true
            beginEdits()
            editView.begin()
            showPage()
            editView.grabFocus()
            onEdit()
        }

        func endEditing() {
            guard isEditing else { return }
            isEditing = false
            _ = editView.cancelDrag()
            showPage()
            if settingsPage.isOpen { return }
            grabFooterFocus(on: .edit)
            // The user saw there what came in the meantime.
            onEdit()
        }
    }
#endif
