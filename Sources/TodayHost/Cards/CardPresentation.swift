package import TodayModel
package import TodayProtocol

/// A widget as a panel shows it at one moment: everything that is to be read or pressed, in words.
package struct CardPresentation: Hashable, Sendable {
    /// Whose card it is.
    package var identifier: WidgetIdentifier
    /// The heading; never empty.
    package var name: String
    /// A theme icon name; nil when the widget has none.
    package var icon: String?
    /// How old the content is; nil while there is none.
    package var age: String?
    /// What stands in the place of content; nil when there is content to draw, or deliberately nothing.
    package var placeholder: String?
    /// What is drawn; nil when a placeholder stands for it, or when nothing of it is visible now.
    package var content: DrawnNode?
    /// The button that makes the widget larger or smaller; nil when it has one size only.
    package var sizeButton: CardSizeButton?
    /// What the reader should know about the content, most important first.
    package var lines: [CardLine]
    /// The size it is drawn in.
    package var displayMode: DisplayMode
    /// The height the widget asks for, in logical pixels; 0 for none.
    package var preferredHeight: Double
    /// The margins around the content; a negative side is as the panel proposes.
    package var margins: EdgeInsets
    /// Travels with taps.
    package var revision: UInt64
    /// The first moment at which any of this is another by time alone; nil for never.
    package var nextChange: Timestamp?

    /// Reads what is to be shown of a widget. Its own display mode counts.
    package init(_ widget: WidgetProperties, now: Timestamp, isLocked: Bool = false) {
        identifier = widget.identifier
        name = widget.name.isEmpty ? widget.identifier.rawValue : widget.name
        icon = widget.icon.isEmpty ? nil : widget.icon
        displayMode = min(widget.displayMode, widget.largestDisplayMode)
        sizeButton =
            widget.largestDisplayMode == .compact ? nil : displayMode == .compact ? .more : .less
        preferredHeight = max(widget.preferredContentSize.height, 0)
        margins = widget.marginInsets
        revision = widget.revision
        var moments: [Timestamp?] = []
        if widget.content.isEmpty || !widget.hasContent {
            placeholder = CardLine.placeholder(for: widget)
        } else {
            let drawing = widget.content.drawing(
                DrawingContext(now: now, displayMode: displayMode, isLocked: isLocked))
            content = drawing.root
            moments.append(drawing.nextChange)
        }
        if widget.updatedAt != .never {
            age = AgeText.text(since: widget.updatedAt, now: now)
            moments.append(AgeText.nextChange(since: widget.updatedAt, after: now))
        }
        lines = CardLine.lines(for: widget, age: age)
        nextChange = moments.compactMap { $0 }.min()
    }
}

/// The button in a card's header.
package enum CardSizeButton: Hashable, Sendable {
    case more, less

    /// What stands on it.
    package var label: String { self == .more ? "More" : "Less" }
    /// The mode it asks for.
    package var mode: DisplayMode { self == .more ? .expanded : .compact }
}
