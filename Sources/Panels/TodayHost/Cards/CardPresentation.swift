package import TodayModel

/// A widget as a panel shows it at one moment: everything that is to be read or pressed, in words.
package struct CardPresentation: Hashable, Sendable {
    /// Whose card it is.
    package var identifier: WidgetIdentifier
    /// The heading; never empty.
    package var name: String
    /// The plain name of an icon in the theme or an absolute path; nil when the widget has none.
    package var icon: String?
    /// How old the content is, or when the widget said last that it has none; nil while nothing is known.
    package var age: String?
    /// What stands in the place of content; nil when there is content to draw, or deliberately nothing.
    package var placeholder: String?
    /// What is drawn; nil when a placeholder stands for it, or when nothing of it is visible now.
    package var content: DrawnNode?
    /// Whether the widget has something to show in a larger size.
    package var mayBeExpanded: Bool
    /// What the reader should know about the content, most important first.
    package var lines: [CardMessage]
    /// The size it is drawn in.
    package var displayMode: DisplayMode
    /// The height the widget asks for, in logical pixels; 0 for none, and while part of its content is still to come.
    package var preferredHeight: Double
    /// The margins around the content; a negative side is as the panel proposes.
    package var margins: EdgeInsets
    /// What its menu offers.
    package var menu: [WidgetMenuItem]
    /// Travels with taps.
    package var revision: UInt64
    /// The first moment at which any of this is another by time alone; nil for never.
    package var nextChange: Timestamp?

    /// Reads what is to be shown of a widget. Its own display mode counts.
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
        var moments: [Timestamp?] = []
        placeholder = CardMessage.placeholder(for: widget)
        if placeholder == nil {
            let drawing = widget.content.drawing(
                DrawingContext(now: now, displayMode: displayMode, isLocked: isLocked))
            content = drawing.root
            moments.append(drawing.nextChange)
            if drawing.isIncomplete { preferredHeight = 0 }
        }
        if widget.isDated {
            age = AgeText.text(since: widget.updatedAt, now: now)
            moments.append(AgeText.nextChange(since: widget.updatedAt, after: now))
        }
        lines = CardMessage.lines(for: widget, age: age)
        nextChange = moments.compactMap { $0 }.min()
    }
}

extension WidgetProperties {
    /// The mode it is shown in, whatever a center says.
    var shownMode: DisplayMode { min(displayMode, largestDisplayMode) }
}

/// The button in a card's header.
package enum CardSizeButton: Hashable, Sendable {
    /// The widget gets its larger size.
    case expand
    /// The widget has no larger size, and does not fit into this one: the card grows.
    case open
    /// The widget gets its smaller size, and the card no more room than that has.
    case close

    /// What stands on it.
    package var label: String { self == .close ? "Less" : "More" }
}

extension CardPresentation {
    /// The button that shows more of the widget, or less; nil when there is no more to see.
    ///
    /// - Parameters:
    ///   - isHigh: whether the content is higher than its size allows.
    ///   - isOpened: whether the card grows beyond that.
    package func sizeButton(isHigh: Bool, isOpened: Bool) -> CardSizeButton? {
        if displayMode == .expanded || isOpened && isHigh { return .close }
        // What is nothing is shown no larger.
        if mayBeExpanded { return content == nil ? nil : .expand }
        return isHigh ? .open : nil
    }
}
