#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// What a card asks of those who talk to the center.
    @MainActor protocol CardDelegate: AnyObject {
        /// A node was tapped. Returns what went wrong, for the user; nil if nothing did.
        func tap(_ tap: NodeTap, parameter: DBusValue?, node: String?, card: CardPresentation) async -> String?
        /// The header's button was pressed.
        func setDisplayMode(_ mode: DisplayMode, of identifier: WidgetIdentifier) async -> String?
        /// Retry was pressed.
        func update(_ identifier: WidgetIdentifier) async -> String?
    }

    /// A widget on the screen: header, content, and what the reader should know about it.
    @MainActor final class Card {
        private(set) var presentation: CardPresentation
        let widget = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)

        private let header = CardHeader()
        private let content: CardContent
        private let notes = CardNotes()
        /// Why the last tap came to nothing.
        private var refusal: String?
        private weak var delegate: (any CardDelegate)?
        /// Taps that have not been answered.
        private var unanswered = 0
        /// Who has tapped sees within this time either the answer or that it takes longer, in milliseconds.
        private static let patience: UInt32 = 300
        private let patience = Alarm()
        /// An update that the user has asked for.
        private var attempt: RetryFeedback?
        private let rest = Alarm()
        /// Called when the header's button has come or gone.
        var onSizeButton: () -> Void = {}
        /// Called when its menu is asked for.
        var onMenu: (MenuAnchor) -> Void = { _ in }

        init(_ presentation: CardPresentation, _ delegate: any CardDelegate) {
            self.presentation = presentation
            self.delegate = delegate
            let context = NodeContext()
            content = CardContent(context)
            widget.addClass("card-of-today")
            widget.setFocusable(true)
            gtk_widget_set_overflow(widget.pointer, GTK_OVERFLOW_HIDDEN)
            widget.append(header.widget)
            widget.append(content.widget)
            widget.append(notes.widget)
            header.onSizeButton { [weak self] in self?.changeSize() }
            header.menu.onPress { [weak self] in
                guard let self else { return }
                self.onMenu(MenuAnchor(beneath: self.header.menu))
            }
            widget.onMenu { [weak self] x, y in
                guard let self else { return }
                self.onMenu(MenuAnchor(self.widget, x: x, y: y))
            }
            widget.onKey { [weak self] press in
                guard let self, press.asksForMenu else { return false }
                self.onMenu(MenuAnchor(beneath: self.header.menu, of: self.widget))
                return true
            }
            content.onHigh = { [weak self] in self?.showHeader() }
            notes.onRetry = { [weak self] in self?.update() }
            context.tap = { [weak self] look, parameter, ended in self?.tap(look, parameter, ended) }
            show(presentation, isAnimated: false)
        }

        /// Shows the widget as it is now.
        func show(_ presentation: CardPresentation, isAnimated: Bool) {
            if presentation.revision != self.presentation.revision { refusal = nil }
            self.presentation = presentation
            widget.setAccessibleLabel(presentation.name)
            content.show(presentation, isAnimated: isAnimated)
            showHeader()
            showNotes()
        }

        private var sizeButton: CardSizeButton? {
            presentation.sizeButton(isHigh: content.isHigh, isOpened: content.isOpened)
        }

        private func showHeader() {
            let hadSizeButton = header.hasSizeButton
            header.show(presentation, sizeButton)
            if header.hasSizeButton != hadSizeButton { onSizeButton() }
        }

        private func showNotes() {
            notes.show(CardMessage.lines(presentation.lines, refusal: refusal))
        }

        /// Whether its header has the button that makes it larger or smaller.
        var hasSizeButton: Bool { header.hasSizeButton }

        /// Has what has the focus seen, if it is in this card.
        func revealFocus() { content.revealFocus() }

        /// The user has looked away: why something came to nothing is old by the next time.
        func forgetRefusal() { report(nil) }

        // MARK: What is pressed

        /// Says why something came to nothing.
        func report(_ problem: String?) {
            // The center says of which widget it speaks; that is seen here.
            let prefix = presentation.identifier.rawValue + ": "
            let problem = problem.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
            if refusal == problem { return }
            refusal = problem
            showNotes()
        }

        private func tap(_ look: NodeLook, _ parameter: DBusValue?, _ ended: @escaping @MainActor () -> Void) {
            guard let tap = look.tap, let delegate else { return ended() }
            let presentation = presentation
            unanswered += 1
            if unanswered == 1 { patience.set(milliseconds: Self.patience) { [weak self] in self?.showWork() } }
            Task { [weak self] in
                let problem = await delegate.tap(tap, parameter: parameter, node: look.id, card: presentation)
                ended()
                self?.answered()
                self?.report(problem)
            }
        }

        private func answered() {
            unanswered -= 1
            guard unanswered == 0 else { return }
            patience.cancel()
            showWork()
        }

        /// Shows that what the user has asked for is being done. Of what is tried again, that button tells.
        private func showWork() {
            let isUpdating = attempt != nil && !notes.offersRetry
            let isAnswering = unanswered > 0 && !patience.isSet
            header.showWork(isUpdating ? "Updating …" : isAnswering ? "Waiting for an answer …" : nil)
            widget.setAccessibleBusy(attempt != nil || isAnswering)
        }

        private func changeSize() {
            switch sizeButton {
            case .expand: setDisplayMode(.expanded)
            case .open: content.setOpened(true)
            case .close:
                content.setOpened(false)
                if presentation.displayMode == .expanded { setDisplayMode(.compact) }
            case nil: break
            }
        }

        private func setDisplayMode(_ mode: DisplayMode) {
            guard let delegate else { return }
            Task { [weak self, identifier = presentation.identifier] in
                let problem = await delegate.setDisplayMode(mode, of: identifier)
                self?.report(problem)
            }
        }

        /// Has the widget updated, unless that is being done.
        func update() {
            guard let delegate, attempt == nil else { return }
            attempt = RetryFeedback(at: WallClock.now)
            notes.beginRetry()
            showWork()
            Task { [weak self, identifier = presentation.identifier] in
                let problem = await delegate.update(identifier)
                self?.report(problem)
                self?.updated()
            }
        }

        private func updated() {
            let time = attempt?.rest(at: WallClock.now) ?? 0
            rest.set(milliseconds: UInt32(time / 1000)) { [weak self] in
                guard let self else { return }
                self.attempt = nil
                self.showWork()
                self.notes.endRetry()
            }
        }
    }
#endif
