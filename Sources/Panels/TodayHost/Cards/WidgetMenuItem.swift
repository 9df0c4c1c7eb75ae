package import TodayModel

/// What the menu of a widget offers.
package enum WidgetMenuItem: Hashable, Sendable {
    /// Leads to the widget's settings.
    case settings
    /// Adds the widget once more.
    case addAnother
    /// Has it updated.
    case update
    /// Takes it out of Today; of several instances it removes this one.
    case remove

    /// What stands in the menu.
    package var label: String {
        switch self {
        case .settings: "Settings…"
        case .addAnother: "Add Another"
        case .update: "Update"
        case .remove: "Remove"
        }
    }

    /// What a menu belongs to.
    package enum Place: Hashable, Sendable {
        case card
        /// A row of the edit view, which has a button of its own that removes or adds.
        case row(isArranged: Bool)
    }

    /// The menu of a widget, from top to bottom.
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
