#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The lower edge of a card: notes about the content.
    @MainActor final class CardNotes {
        /// Always visible, and without height while it is empty. A box that was measured while it was hidden and empty
        /// would keep the request mode "constant size" of that time. GTK resets it only with the next allocation, which
        /// a hidden box never gets. Lines that wrap would then be cut off.
        let widget = Box(GTK_ORIENTATION_VERTICAL)
        var onRetry: () -> Void = {}

        private var shown: [CardMessage] = []
        /// The lines to show after the retry.
        private var next: [CardMessage]?
        private var list: Box?
        private var retryButton: RetryButton?
        private var disclosures: [Disclosure] = []
        /// Whether a retry is in progress. New lines then wait until it ends.
        private var isWorking = false

        /// Whether there is a Retry button.
        var offersRetry: Bool { retryButton != nil }

        /// Shows lines, immediately or after the retry.
        func show(_ lines: [CardMessage]) {
            if isWorking { next = lines } else { set(lines) }
        }

        /// Starts a retry.
        func beginRetry() {
            isWorking = true
            retryButton?.isWorking = true
        }

        /// Ends a retry.
        func endRetry() {
            isWorking = false
            retryButton?.isWorking = false
            if let next { set(next) }
            next = nil
        }

        private func set(_ lines: [CardMessage]) {
            if lines == shown { return }
            shown = lines
            list?.yieldFocus()
            if let list { widget.remove(list) }
            list = nil
            retryButton = nil
            disclosures = []
            guard !lines.isEmpty else { return }
            let new = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
            new.addClass("card-notes")
            for line in lines { new.append(row(for: line)) }
            widget.append(new)
            list = new
        }

        private func row(for line: CardMessage) -> Box {
            let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
            row.addClass("note")
            row.addClass(line.kind.styleClass)
            row.append(mark(of: line.kind))
            let label = Label(line.text, wraps: true)
            label.expand(horizontally: true)
            let texts = Box(GTK_ORIENTATION_VERTICAL)
            texts.expand(horizontally: true)
            texts.align(vertically: GTK_ALIGN_CENTER)
            texts.append(label)
            row.append(texts)
            if let details = line.details {
                let disclosure = Disclosure(tr("Details"), whenOpen: tr("Hide Details"), details)
                disclosures.append(disclosure)
                texts.append(disclosure.widget)
            }
            if line.offersRetry {
                let button = RetryButton { [weak self] in self?.onRetry() }
                button.widget.align(vertically: GTK_ALIGN_START)
                row.append(button.widget)
                retryButton = button
            }
            return row
        }

        /// Returns what is in front of a line: an icon, or a spinner for work in progress.
        private func mark(of kind: CardMessage.Kind) -> Widget {
            let mark: Widget
            if kind == .starting {
                let spinner = Spinner(size: 14)
                spinner.isSpinning = true
                mark = spinner
            } else {
                mark = Icon(kind.icon)
            }
            mark.hideFromAccessibility()
            mark.align(vertically: GTK_ALIGN_START)
            mark.addClass("note-mark")
            return mark
        }
    }

    extension CardMessage.Kind {
        fileprivate var icon: String {
            switch self {
            case .stale: "document-open-recent-symbolic"
            case .starting: "content-loading-symbolic"
            case .failed, .refused: "dialog-warning-symbolic"
            case .suspended: "media-playback-pause-symbolic"
            case .unavailable: "dialog-information-symbolic"
            }
        }

        fileprivate var styleClass: String {
            switch self {
            case .failed, .refused, .suspended: "note-problem"
            case .stale, .starting, .unavailable: "note-quiet"
            }
        }
    }
#endif
