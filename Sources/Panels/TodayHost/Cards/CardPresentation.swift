internal import DBus
package import TodayModel

/// A widget as a panel shows it at one moment: all its text and controls.
package struct CardPresentation: Hashable, Sendable {
    /// The identifier of the widget.
    package var identifier: WidgetIdentifier
    /// The heading; never empty.
    package var name: String
    /// The plain name of an icon in the theme or an absolute path; nil if the widget has none.
    package var icon: String?
    /// The age of the content, or of the statement that the widget has none; nil if the age is unknown.
    package var age: String?
    /// The times of the last and of the next update, for a tooltip of the age; nil if the age is unknown.
    package var times: String?
    /// The mark of a widget that asks for attention; nil for any other.
    package var badge: CardBadge?
    /// The text that replaces the content; nil if the card draws content, or deliberately nothing.
    package var placeholder: String?
    /// Whether ``placeholder`` says that the widget's program starts.
    package var isStarting: Bool
    /// The content to draw; nil if a placeholder replaces it, or if none of it is visible now.
    package var content: DrawnNode?
    /// Whether the widget has something to show in a larger size.
    package var mayBeExpanded: Bool
    /// Whether the content is old because its source can't be reached. Panels dim it.
    package var isOutOfDate: Bool
    /// Notes about the content.
    package var lines: [CardMessage]
    /// Whether the user has chosen the small size, so that the card may share its row with another small one.
    package var isSmall: Bool
    /// The display mode in which it is drawn.
    package var displayMode: DisplayMode
    /// The height that the widget requests, in logical pixels; 0 for none, and while part of its content is missing.
    package var preferredHeight: Double
    /// The margins around the content; for a negative side, the panel uses its own margin.
    package var margins: EdgeInsets
    /// The items of its menu.
    package var menu: [WidgetMenuItem]
    /// The revision that is sent with taps.
    package var revision: UInt64
    /// The first moment at which time alone changes any of this; nil for never.
    package var nextChange: Timestamp?

    /// Creates the presentation of a widget in the widget's own display mode.
    package init(_ widget: WidgetProperties, now: Timestamp, isLocked: Bool = false) {
        identifier = widget.identifier
        name = widget.title
        icon = widget.icon.isEmpty ? nil : widget.icon
        displayMode = widget.shownMode
        mayBeExpanded = widget.largestDisplayMode == .expanded
        preferredHeight = max(widget.preferredContentSize.height, 0)
        margins = widget.marginInsets
        menu = WidgetMenuItem.items(of: widget, at: .card)
        revision = widget.revision
        isSmall = widget.options.size == .small && displayMode == .compact
        var moments: [Timestamp?] = []
        let absence = CardMessage.placeholder(for: widget)
        placeholder = absence?.text
        isStarting = absence == .starting
        if absence == nil {
            let drawing = widget.content.drawing(
                DrawingContext(now: now, displayMode: displayMode, isLocked: isLocked))
            content = drawing.root
            moments.append(drawing.nextChange)
            if drawing.isIncomplete { preferredHeight = 0 }
        }
        if widget.isDated {
            age = ContentAge.text(since: widget.updatedAt, now: now)
            times = widget.times(now: now)
            moments.append(ContentAge.nextChange(since: widget.updatedAt, after: now))
        }
        badge = widget.cardBadge
        isOutOfDate = widget.isOutOfDate
        lines = CardMessage.lines(for: widget, age: age, now: now)
        moments.append(widget.nextChangeOfRetrying(after: now))
        nextChange = moments.compactMap { $0 }.min()
    }
}

extension WidgetProperties {
    /// The local times of the last update, and of the next one if the center has planned it.
    fileprivate func times(now: Timestamp) -> String {
        func text(_ moment: Timestamp) -> String {
            Content(kind: .clock, [.style: "date-time"]).plainText(PlainText.Context(now: moment))
        }
        let last = text(updatedAt)
        // Translators: the time is a date and a time of day.
        if nextUpdate <= now { return tr("Updated {time}", ["time": last]) }
        // Translators: the times are dates and times of day.
        return tr("Updated {time}\nNext update {next}", ["time": last, "next": text(nextUpdate)])
    }

    /// The mode in which it is shown, limited to the largest mode of the widget.
    var shownMode: DisplayMode { min(displayMode, largestDisplayMode) }
}

/// The button in a card's header.
package enum CardSizeButton: Hashable, Sendable {
    /// Shows the widget in its larger mode.
    case expand
    /// Lets the card grow, for a widget that has no larger mode and doesn't fit.
    case open
    /// Shows the widget in its smaller mode, and limits the card to that size.
    case close

    /// The text of the button.
    package var label: String { self == .close ? trc("button", "Less") : trc("button", "More") }
}

extension CardPresentation {
    /// Returns the button that shows more or less of the widget; nil if the card already shows everything.
    ///
    /// - Parameters:
    ///   - isHigh: whether the content is higher than its mode allows.
    ///   - isOpened: whether the card grows beyond that.
    package func sizeButton(isHigh: Bool, isOpened: Bool) -> CardSizeButton? {
        if displayMode == .expanded || isOpened && isHigh { return .close }
        // A widget without content has nothing to expand.
        if mayBeExpanded { return content == nil ? nil : .expand }
        return isHigh ? .open : nil
    }
}
