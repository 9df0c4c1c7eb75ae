#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// The requests of a card to the object that talks to the center.
    @MainActor protocol CardDelegate: AnyObject {
        /// Handles a tap on a node. Returns the problem for the user; nil on success.
        func tap(_ tap: NodeTap, parameter: DBusValue?, node: String?, card: CardPresentation) async -> Refusal?
        /// Handles a click on the button in the header.
        func setDisplayMode(_ mode: DisplayMode, of identifier: WidgetIdentifier) async -> Refusal?
        /// Handles a click on Retry.
        func update(_ identifier: WidgetIdentifier) async -> Refusal?
    }

    /// A widget on the screen: header, content, and notes about the content.
    @MainActor final class Card {
        private(set) var presentation: CardPresentation
        let widget = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)

        private let header = CardHeader()
        private let content: CardContent
        private let notes = CardNotes()
        /// The reason why the last tap failed.
        private var refusal: Refusal?
        private weak var delegate: (any CardDelegate)?
        /// The number of taps without an answer.
        private var unanswered = 0
        /// The time after which the user sees either the answer or a sign of progress, in milliseconds.
        private static let progressDelay: UInt32 = 300
        private let progressAlarm = Alarm()
        /// The text of the card for screen readers.
        private var description = ""
        /// An update that the user has requested.
        private var attempt: RetryFeedback?
        private let retryAlarm = Alarm()
        /// Called when the user opens its app.
        var onOpenApp: () -> Void = {}
        /// Called when the user opens its menu.
        var onMenu: (MenuAnchor) -> Void = { _ in }

        init(_ presentation: CardPresentation, _ delegate: any CardDelegate) {
            self.presentation = presentation
            self.delegate = delegate
            let context = NodeContext()
            content = CardContent(context)
            widget.addClass("today-card")
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
            header.widget.onClick(
                mayBeDragged: true,
                if: { [weak self] in
                    self?.presentation.menu.contains(.openApp) == true
                }
            ) { [weak self] in self?.onOpenApp() }
            widget.onMenu { [weak self] x, y in
                guard let self else { return }
                self.onMenu(MenuAnchor(self.widget, x: x, y: y))
            }
            widget.onKey { [weak self] press in
                guard let self, press.opensMenu else { return false }
                self.onMenu(MenuAnchor(beneath: self.header.menu, of: self.widget))
                return true
            }
            content.onHigh = { [weak self] in self?.showHeader() }
            notes.onRetry = { [weak self] in self?.update() }
            context.tap = { [weak self] attributes, parameter, ended in self?.tap(attributes, parameter, ended) }
            show(presentation, isAnimated: false)
        }

        /// Shows the widget in its current state.
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
            header.show(presentation, sizeButton)
            describe()
        }

        /// The most characters that are read when the focus comes to the card.
        private static let spokenLength = 240

        /// Lets a screen reader read the card when the focus comes to it.
        private func describe() {
            let texts = [content.spokenText] + CardMessage.lines(presentation.lines, refusal: refusal).map(\.text)
            let whole = Language.list(texts.filter { !$0.isEmpty })
            // The user is on the way to the next card, and a calendar is long.
            let description = whole.count > Self.spokenLength ? whole.prefix(Self.spokenLength) + "…" : whole
            if description == self.description { return }
            self.description = description
            widget.setAccessibleDescription(description)
        }

        private func showNotes() {
            notes.show(CardMessage.lines(presentation.lines, refusal: refusal))
            describe()
        }

        /// Returns whether a point of a widget around the card is on the part by which the card can be dragged.
        func isHandle(x: Double, y: Double, in other: Widget) -> Bool { header.isHandle(x: x, y: y, in: other) }

        /// Reveals the element with the focus, if it is in this card.
        func revealFocus() { content.revealFocus() }

        /// Removes a refusal when the user looks away, because it is out of date by the next time.
        func clearRefusal() { report(nil) }

        // MARK: Taps

        /// Shows why a request failed.
        func report(_ problem: Refusal?) {
            // The message of the center names the widget, which is obvious here.
            let prefix = presentation.identifier.rawValue + ": "
            let problem = problem.map { problem in
                let words = problem.description
                guard words.utf8.starts(with: prefix.utf8) else { return problem }
                return Refusal(String(Substring(words.utf8.dropFirst(prefix.utf8.count))), kind: problem.kind)
            }
            if refusal == problem { return }
            refusal = problem
            showNotes()
        }

        private func tap(
            _ attributes: NodeAttributes, _ parameter: DBusValue?, _ ended: @escaping @MainActor (Bool) -> Void
        ) {
            guard let tap = attributes.tap, let delegate else { return ended(false) }
            let presentation = presentation
            unanswered += 1
            if unanswered == 1 {
                progressAlarm.set(milliseconds: Self.progressDelay) { [weak self] in self?.showWork() }
            }
            Task { [weak self] in
                let problem = await delegate.tap(tap, parameter: parameter, node: attributes.id, card: presentation)
                ended(problem == nil)
                self?.answered()
                self?.report(problem)
            }
        }

        private func answered() {
            unanswered -= 1
            guard unanswered == 0 else { return }
            progressAlarm.cancel()
            showWork()
        }

        /// Shows that a request is in progress. For a retry, its own button does so.
        private func showWork() {
            let isUpdating = attempt != nil && !notes.offersRetry
            let isAnswering = unanswered > 0 && !progressAlarm.isSet
            header.showWork(isUpdating ? tr("Updating…") : isAnswering ? tr("Waiting for an answer…") : nil)
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

        /// Updates the widget, unless an update is in progress.
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
            let time = attempt?.remaining(at: WallClock.now) ?? 0
            retryAlarm.set(milliseconds: UInt32(time / 1000)) { [weak self] in
                guard let self else { return }
                self.attempt = nil
                self.showWork()
                self.notes.endRetry()
            }
        }
    }
#endif
