#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// The page in place of cards.
    @MainActor final class StatusPage {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 12)
        /// Called when the button is clicked.
        var onPress: (TodayPageWords.Offer) -> Void = { _ in }

        private let icon = Icon()
        private let spinner = Spinner(size: 32)
        private let title = Label(wraps: true)
        private let explanation = Label(wraps: true)
        private let button = Button("")
        private var shown: TodayPage?
        /// Delays the spinner, because a short wait needs no mention.
        private let waiting = Alarm()

        /// Whether the button had the focus when it was hidden. It gets the focus back when it is visible again.
        private var wantsFocus = false

        private static let spinnerDelay: UInt32 = 300

        init() {
            widget.addClass("status-page")
            widget.align(vertically: GTK_ALIGN_CENTER)
            widget.expand(vertically: true)
            title.addClass("status-title")
            explanation.addClass("status-explanation")
            for label in [title, explanation] { label.setAlignment(0.5, GTK_JUSTIFY_CENTER) }
            icon.hideFromAccessibility()
            spinner.hideFromAccessibility()
            spinner.align(horizontally: GTK_ALIGN_CENTER)
            button.align(horizontally: GTK_ALIGN_CENTER)
            button.addClass("pill")
            button.addClass("suggested-action")
            button.onPress { [weak self] in
                if let offer = self?.shown?.words?.offer { self?.onPress(offer) }
            }
            for part: Widget in [icon, spinner, title, explanation, button] { widget.append(part) }
            show(.connecting)
        }

        /// Shows a page; for ``TodayPage/cards``, nothing.
        func show(_ page: TodayPage) {
            if page == shown { return }
            shown = page
            if button.holdsFocus { wantsFocus = true }
            if page == .cards { wantsFocus = false }
            let isWaiting = page == .connecting
            waiting.cancel()
            setWaiting(false)
            guard let words = page.words else {
                widget.isVisible = false
                return
            }
            widget.isVisible = !isWaiting
            icon.isVisible = !isWaiting
            // GTK reads the themes of icons in the meantime.
            if !isWaiting { icon.set(page.icon) }
            title.text = words.title
            explanation.text = words.explanation
            explanation.isVisible = !words.explanation.isEmpty
            button.isVisible = words.offer != nil
            if let offer = words.offer { button.setLabel(offer.label) }
            if button.isVisible, wantsFocus { grabFocus() }
            if isWaiting {
                waiting.set(milliseconds: Self.spinnerDelay) { [weak self] in self?.setWaiting(true) }
            }
        }

        /// Gives the focus to the button, now or as soon as it is visible.
        func grabFocus() {
            wantsFocus = !button.isVisible
            if button.isVisible { button.grabFocus() }
        }

        private func setWaiting(_ isShown: Bool) {
            spinner.isVisible = isShown
            spinner.isSpinning = isShown
            if isShown { widget.isVisible = true }
        }
    }

    extension TodayPage {
        fileprivate var icon: String {
            switch self {
            case .connecting: "content-loading-symbolic"
            case .unavailable: "network-offline-symbolic"
            case .noWidgets, .nothingArranged: "view-grid-symbolic"
            case .nothingToShow: "weather-clear-symbolic"
            case .cards: ""
            }
        }
    }
#endif
