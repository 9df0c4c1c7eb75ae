#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// Opens the menus of cards and of rows of the edit view, and performs the chosen items.
    @MainActor final class WidgetMenus {
        /// Called to open the settings of a widget, or of an instance to add.
        var onSettings: (WidgetIdentifier, SettingsForm.Purpose) -> Void = { _, _ in }
        /// The current view of the center.
        var view = TodayView()

        private let menu: WidgetMenu
        private let center: CenterSession
        private let host: Widget
        private let column: CardColumn
        private let editor: ArrangementEditor

        /// - Parameter host: a box that contains all of them.
        /// Called when something of a widget was copied.
        var onCopy: (_ name: String) -> Void = { _ in }

        init(
            in host: Widget, _ center: CenterSession, _ column: CardColumn, _ editView: EditView,
            _ editor: ArrangementEditor
        ) {
            menu = WidgetMenu(in: host)
            (self.center, self.host, self.column, self.editor) = (center, host, column, editor)
            column.onMenu = { [weak self] card, anchor in self?.openMenu(of: card, anchor) }
            column.onMove = { [weak self] in self?.move($0, to: $1) }
            column.onOpenApp = { [weak self] in self?.openApp(of: $0) }
            editView.onMenu = { [weak self] row, anchor in self?.openMenu(of: row, anchor) }
        }

        /// Whether a menu is open.
        var isOpen: Bool { menu.isOpen }

        /// Closes the open menu.
        func dismiss() { menu.dismiss() }

        private func openMenu(of card: CardPresentation, _ anchor: MenuAnchor) {
            let identifier = card.identifier
            let items = items(card.menu, of: identifier, in: editor.today)
            menu.open(items, view[identifier]?.options ?? WidgetOptions(), at: anchor) { [weak self] item in
                guard let self else { return }
                switch item {
                case .openApp: self.openApp(of: identifier)
                case .refresh: self.column.update(identifier)
                case .copy: self.copy(identifier)
                case .why: self.explain(card, anchor)
                case .settings: self.onSettings(identifier, .change)
                case .addAnother: self.addAnother(identifier) { self.column.report($0, on: identifier) }
                case .size(let size):
                    self.set(WidgetOptionChoices(size: size), of: identifier)
                    // Only compact cards are small.
                    if size == .small, card.displayMode == .expanded {
                        Task { [center = self.center] in _ = await center.setDisplayMode(.compact, of: identifier) }
                    }
                case .updateEvery(let seconds): self.set(WidgetOptionChoices(updateInterval: seconds), of: identifier)
                case .updateAutomatically: self.set(nil, of: identifier)
                case .pause(let isPaused): self.set(WidgetOptionChoices(isPaused: isPaused), of: identifier)
                case .moveUp: self.move(identifier, by: -1)
                case .moveDown: self.move(identifier, by: 1)
                case .remove: self.remove(identifier)
                }
            }
        }

        /// Opens the menu of a row of the edit view or of a widget in the gallery.
        func openMenu(of row: EditRow, _ anchor: MenuAnchor) {
            let identifier = row.identifier
            let rows = editor.rows.map(\.identifier)
            menu.open(items(row.menu, of: identifier, in: rows), WidgetOptions(), at: anchor) { [weak self] item in
                guard let self else { return }
                let place = rows.firstIndex(of: identifier)
                switch item {
                case .settings: self.onSettings(identifier, .change)
                case .addAnother: self.addAnother(identifier) { self.editor.report($0) }
                case .moveUp: if let place { self.editor.move(identifier, to: place - 1) }
                case .moveDown: if let place { self.editor.move(identifier, to: place + 1) }
                case .remove: self.editor.make(.remove(identifier))
                // Rows don't offer them.
                case .openApp, .refresh, .copy, .why, .size, .updateEvery, .updateAutomatically, .pause: break
                }
            }
        }

        /// Sets options of a widget; nil lets the author choose the interval of updates.
        private func set(_ choices: WidgetOptionChoices?, of identifier: WidgetIdentifier) {
            Task { [center, column] in
                if let problem = await center.set(choices, of: identifier) {
                    column.report(problem.description, on: identifier)
                }
            }
        }

        /// Leaves out the items that would do nothing.
        private func items(
            _ items: [WidgetMenuItem], of identifier: WidgetIdentifier, in order: [WidgetIdentifier]
        ) -> [WidgetMenuItem] {
            items.filter { item in
                switch item {
                case .openApp: view[identifier].flatMap { ContainingApp.name($0.containingApp) } != nil
                case .moveUp: order.first != identifier
                case .moveDown: order.last != identifier
                default: true
                }
            }
        }

        /// Opens the app that a widget belongs to.
        private func openApp(of identifier: WidgetIdentifier) {
            guard let widget = view[identifier], !widget.containingApp.isEmpty else { return }
            if let problem = ContainingApp.open(widget.containingApp) { column.report(problem, on: identifier) }
        }

        /// Copies the plain text of a widget.
        func copy(_ identifier: WidgetIdentifier) {
            guard let widget = view[identifier] else { return }
            let context = PlainText.Context(now: WallClock.now, width: 80, locked: column.isLocked)
            copyToClipboard(view.named(widget).plainText(context))
            onCopy(widget.name)
        }

        private func explain(_ card: CardPresentation, _ anchor: MenuAnchor) {
            Task { [weak self, center] in
                do throws(Refusal) {
                    let explanation = try await center.explain(card.identifier)
                    let view = ExplanationView.make(explanation, of: card, now: WallClock.now) {
                        self?.menu.dismiss()
                        self?.onCopy(card.name)
                    }
                    self?.menu.show(view, named: tr("Why?"), at: anchor)
                } catch {
                    self?.column.report(error.description, on: card.identifier)
                }
            }
        }

        /// Removes a card.
        func remove(_ identifier: WidgetIdentifier) {
            editor.make(.remove(identifier)) { [column] in column.report($0, on: identifier) }
        }

        /// Moves a card among the cards.
        func move(_ identifier: WidgetIdentifier, by distance: Int) {
            if let place = editor.today.firstIndex(of: identifier) { move(identifier, to: place + distance) }
        }

        /// Moves a card to a place among the cards.
        private func move(_ identifier: WidgetIdentifier, to place: Int) {
            guard let edit = ArrangementEdit.move(identifier, to: place, in: editor.today) else { return }
            editor.make(edit) { [column] in column.report($0, on: identifier) }
        }

        /// Adds an instance of a widget, after its settings are filled in if it has any.
        func addAnother(_ identifier: WidgetIdentifier, _ report: @escaping @MainActor (String) -> Void) {
            guard let widget = view[identifier] else { return }
            if !widget.settingsSchema.isEmpty { return onSettings(identifier, .add) }
            Task { [center, column] in
                do {
                    let new = try await center.addInstance(of: identifier)
                    column.focusWhenShown(new)
                } catch {
                    report(Refusal(error).description)
                }
            }
        }
    }
#endif
