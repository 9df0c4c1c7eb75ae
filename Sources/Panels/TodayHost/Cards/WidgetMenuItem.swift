package import TodayModel

/// An item in the menu of a widget.
package enum WidgetMenuItem: Hashable, Sendable {
    /// Opens the app that the widget belongs to.
    case openApp
    /// Updates the widget.
    case refresh
    /// Copies the widget's plain text, with its errors.
    case copy
    /// Opens the widget's settings.
    case settings
    /// Adds another instance of the widget.
    case addAnother
    /// Shows the widget in a size.
    case size(WidgetSize)
    /// Updates the widget as often as its author wants.
    case updateAutomatically
    /// Updates the widget at one of ``intervals``, in seconds.
    case updateEvery(UInt32)
    /// Stops the updates that the user doesn't request, or starts them again.
    case pause(Bool)
    /// Explains the state of the widget.
    case why
    /// Moves the widget one place up.
    case moveUp
    /// Moves the widget one place down.
    case moveDown
    /// Removes the widget from Today, or this instance if it is one of several.
    case remove

    /// The text of the item.
    package var label: String {
        switch self {
        case .openApp: tr("Open App")
        case .refresh: tr("Refresh")
        // Translators: copies the text of the widget.
        case .copy: tr("Copy")
        case .settings: tr("Settings…")
        case .addAnother: tr("Add Another")
        // Translators: a size of a widget.
        case .size(.small): tr("Small")
        // Translators: a size of a widget.
        case .size(.regular): tr("Regular")
        case .updateAutomatically: tr("App’s Default")
        case .updateEvery(let seconds) where seconds >= 3600:
            trn("{count} Hour", "{count} Hours", Int(seconds / 3600))
        case .updateEvery(let seconds): trn("{count} Minute", "{count} Minutes", Int(seconds / 60))
        case .pause(true): tr("Pause")
        case .pause(false): tr("Resume")
        case .why: tr("Why?")
        case .moveUp: tr("Move Up")
        case .moveDown: tr("Move Down")
        case .remove: tr("Remove")
        }
    }

    /// The number of the part of the menu that it belongs to. A line separates the parts.
    package var section: Int {
        switch self {
        case .openApp, .refresh, .copy, .why: 0
        case .settings, .addAnother, .size, .updateAutomatically, .updateEvery, .pause: 1
        case .moveUp, .moveDown, .remove: 2
        }
    }

    /// The text of the submenu that has the item; nil for an item of the menu itself.
    package var submenu: String? {
        switch self {
        case .size: tr("Size")
        // Translators: the submenu has intervals: 5 minutes, 15 minutes, 1 hour.
        case .updateAutomatically, .updateEvery: tr("Update Every")
        default: nil
        }
    }

    /// Returns whether the item is what the user has chosen; nil for an item that isn't a choice.
    package func isChosen(in options: WidgetOptions) -> Bool? {
        switch self {
        case .size(let size): size == options.size
        case .updateEvery(let seconds): seconds == options.updateInterval
        default: nil
        }
    }

    /// The intervals that the menu offers, in seconds.
    package static let intervals: [UInt32] = [300, 900, 3600]

    private static func options(of widget: WidgetProperties) -> [WidgetMenuItem] {
        let sizes = widget.sizes.count > 1 ? widget.sizes.map { WidgetMenuItem.size($0) } : []
        guard widget.hasProgram else { return sizes }
        return sizes + intervals.map { .updateEvery($0) } + [.updateAutomatically, .pause(!widget.options.isPaused)]
    }

    /// The kind of view that a menu belongs to.
    package enum Place: Hashable, Sendable {
        case card
        /// A row of the edit view, which has its own button to remove or add the widget.
        case row(isArranged: Bool)
    }

    /// Returns the menu of a widget, from top to bottom.
    package static func items(of widget: WidgetProperties, at place: Place) -> [WidgetMenuItem] {
        let settings = widget.settingsSchema.isEmpty ? [] : [WidgetMenuItem.settings]
        let another = widget.instances ? [WidgetMenuItem.addAnother] : []
        switch place {
        case .card:
            let app = widget.containingApp.isEmpty ? [] : [WidgetMenuItem.openApp]
            let refresh = widget.hasProgram ? [WidgetMenuItem.refresh] : []
            return app + refresh + [.copy, .why] + settings + another + options(of: widget)
                + [.moveUp, .moveDown, .remove]
        case .row(isArranged: true): return settings + another + [.moveUp, .moveDown]
        case .row(isArranged: false): return settings + (widget.identifier.instance > 1 ? [.remove] : [])
        }
    }
}

extension WidgetProperties {
    /// Whether the widget is known to have a program that updates it. A widget that only gets pushed content has none.
    package var hasProgram: Bool { source != .registered || lastResult != nil || state != .idle }
}
