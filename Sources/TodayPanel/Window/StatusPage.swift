#if Panel
    internal import CGtk
    internal import TodayHost

    /// What is seen in the place of cards.
    @MainActor final class StatusPage {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 12)

        private let icon = Icon(size: 64)
        private let title = Label(wraps: true)
        private let explanation = Label(wraps: true)

        init() {
            widget.addClass("status-page")
            widget.align(vertically: GTK_ALIGN_CENTER)
            widget.expand(vertically: true)
            title.addClass("status-title")
            explanation.addClass("status-explanation")
            for label in [title, explanation] { label.setAlignment(0.5, GTK_JUSTIFY_CENTER) }
            icon.hideFromAccessibility()
            for part: Widget in [icon, title, explanation] { widget.append(part) }
            show(.connecting)
        }

        func show(_ page: TodayPage) {
            widget.isVisible = page != .cards
            switch page {
            case .connecting: set("content-loading-symbolic", "Looking for the center …", "")
            case .unavailable(let reason):
                set("network-offline-symbolic", "Today is not available", "No widgets: \(reason).")
            case .noWidgets: set("view-grid-symbolic", "There are no widgets", "Apps bring them along.")
            case .nothingArranged: set("view-grid-symbolic", "No widget is arranged", "")
            case .nothingToShow: set("weather-clear-symbolic", "No widget has anything to show", "")
            case .cards: break
            }
        }

        private func set(_ name: String, _ heading: String, _ text: String) {
            icon.set(name)
            title.text = heading
            explanation.text = text
            explanation.isVisible = !text.isEmpty
        }
    }
#endif
