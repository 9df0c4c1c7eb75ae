#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// The lower edge of a card: what the reader should know about the content.
    @MainActor final class CardNotes {
        /// Always visible, and without any height while there is nothing to say. A box that was measured when it was
        /// hidden and empty would keep the request mode of that time, "constant size": GTK forgets it only with the next
        /// allocation, which what is hidden never gets. Lines that wrap would then be cut off.
        let widget = Box(GTK_ORIENTATION_VERTICAL)
        var onRetry: () -> Void = {}

        private var shown: [CardMessage] = []
        /// What is to be shown when it is over that something is tried again.
        private var next: [CardMessage]?
        private var list: Box?
        private var retryButton: RetryButton?
        private var disclosures: [Disclosure] = []
        /// Whether what the lines are about is tried again. What they are to say then waits until that is over.
        private var isWorking = false

        /// Whether there is a button to try again.
        var offersRetry: Bool { retryButton != nil }

        /// Shows lines, at once or when it is over that something is tried again.
        func show(_ lines: [CardMessage]) {
            if isWorking { next = lines } else { set(lines) }
        }

        /// What failed is tried again.
        func beginRetry() {
            isWorking = true
            retryButton?.isWorking = true
        }

        /// It has been tried.
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
            for line in lines {
                new.append(row(for: line))
                guard let details = line.details else { continue }
                let disclosure = Disclosure("Details", details)
                disclosures.append(disclosure)
                new.append(disclosure.widget)
            }
            widget.append(new)
            list = new
        }

        private func row(for line: CardMessage) -> Box {
            let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
            row.addClass("note")
            row.addClass(line.kind.styleClass)
            let icon = Icon(line.kind.icon)
            icon.hideFromAccessibility()
            icon.align(vertically: GTK_ALIGN_CENTER)
            let label = Label(line.text, wraps: true)
            label.expand(horizontally: true)
            row.append(icon)
            row.append(label)
            if line.offersRetry {
                let button = RetryButton { [weak self] in self?.onRetry() }
                row.append(button.widget)
                retryButton = button
            }
            return row
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
