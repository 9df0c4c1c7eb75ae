package import TodayModel

/// An item in the menu of a widget.
package enum WidgetMenuItem: Hashable, Sendable {
    /// Opens the widget's settings.
    case settings
    /// Adds another instance of the widget.
    case addAnother
    /// Updates the widget.
    case update
    /// Removes the widget from Today, or this instance if it is one of several.
    case remove

    /// The text of the item.
    package var label: String {
        switch self {
        case .settings: "Settings…"
        case .addAnother: "Add Another"
        case .update: CardMenuWords.refresh
        case .remove: "Remove"
        }
    }

    /// The kind of view that a menu belongs to.
    package enum Place: Hashable, Sendable {
        case card
        /// A row of the edit view, which has a button of its own that removes or adds.
        case row(isArranged: Bool)
    }

    /// Returns the menu of a widget, from top to bottom.
    package static func items(of widget: WidgetProperties, at place: Place) -> [WidgetMenuItem] {
        let settings = widget.settingsSchema.isEmpty ? [] : [WidgetMenuItem.settings]
        let another = widget.instances ? [WidgetMenuItem.addAnother] : []
        return switch place {
        case .card: settings + another + [.update, .remove]
        case .row(isArranged: true): settings + another
        case .row(isArranged: false): settings + (widget.identifier.instance > 1 ? [.remove] : [])
        }
    }
}
