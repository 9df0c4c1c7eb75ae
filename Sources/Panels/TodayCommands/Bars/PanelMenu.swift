internal import DBus
internal import TodayHost
internal import TodayModel

/// The menu of a card in the line for a panel that reads such lines. Pure.
struct PanelMenu {
    private let widget: WidgetProperties
    private let card: CardPresentation
    private let command: PanelLine.Command
    /// The identifiers before and after the widget among those that are shown; nil at an end, and if the user has chosen
    /// the widgets, whose order isn't that of Today.
    private let neighbors: (WidgetIdentifier?, WidgetIdentifier?)
    private let arrangement: [WidgetIdentifier]
    /// Whether the center has options, and keeps removed instances.
    private let hasOptions: Bool

    init(
        _ widget: WidgetProperties, _ card: CardPresentation, _ command: PanelLine.Command, in view: TodayView,
        among shown: [WidgetProperties]
    ) {
        (self.widget, self.card, self.command) = (widget, card, command)
        (arrangement, hasOptions) = (view.arrangement, view.hasOptions)
        let isToday = shown.lazy.map(\.identifier).elementsEqual(view.today)
        let index = isToday ? view.today.firstIndex(of: widget.identifier) : nil
        neighbors = (
            index.flatMap { $0 > 0 ? view.today[$0 - 1] : nil },
            index.flatMap { $0 + 1 < view.today.count ? view.today[$0 + 1] : nil }
        )
    }

    /// The buttons, from top to bottom. What a command prints is for the clipboard or the user if `Output` says so.
    /// `Undo` says how a command can be undone.
    var buttons: JSON {
        var buttons: [JSON] = []
        if card.menu.contains(.refresh), isUpdated {
            buttons.append(PanelLine.button(WidgetMenuItem.refresh.label, command.update))
        }
        buttons.append(PanelLine.button(WidgetMenuItem.copy.label, command.text, .init("Output", .string("copy"))))
        if card.menu.contains(.addAnother) {
            buttons.append(PanelLine.button(WidgetMenuItem.addAnother.label, command.addAnother))
        }
        if hasOptions, isUpdated || widget.options.isPaused {
            let isPaused = widget.options.isPaused
            buttons.append(
                PanelLine.button(WidgetMenuItem.pause(!isPaused).label, command.set(.paused, "\(!isPaused)")))
        }
        buttons.append(
            PanelLine.button(WidgetMenuItem.why.label, command.explanation, .init("Output", .string("explain"))))
        if let former = neighbors.0 {
            buttons.append(PanelLine.button(WidgetMenuItem.moveUp.label, command.move("before", former)))
        }
        if let next = neighbors.1 {
            buttons.append(PanelLine.button(WidgetMenuItem.moveDown.label, command.move("after", next)))
        }
        let undo = undo.map { [JSON.Member("Undo", $0)] } ?? []
        buttons.append(
            .object(
                [
                    .init("Label", .string(WidgetMenuItem.remove.label)), .init("Command", command.remove),
                ] + undo))
        return .array(buttons)
    }

    /// The groups of buttons of which the user chooses one; nil for none.
    var choices: JSON? {
        guard hasOptions else { return nil }
        var groups: [JSON] = []
        if widget.sizes.contains(.small), widget.sizes.contains(.regular) {
            let isSmall = widget.options.size == .small
            groups.append(
                Self.group(
                    WidgetMenuItem.size(.small).submenu,
                    [
                        choice(WidgetMenuItem.size(.small).label, .size, WidgetSize.small.rawValue, isSmall),
                        choice(WidgetMenuItem.size(.regular).label, .size, WidgetSize.regular.rawValue, !isSmall),
                    ]))
        }
        if isUpdated {
            let intervals = WidgetMenuItem.intervals.map { seconds in
                choice(
                    WidgetMenuItem.updateEvery(seconds).label, .updateInterval, "\(seconds / 60)min",
                    widget.options.updateInterval == seconds)
            }
            let reset = PanelLine.button(WidgetMenuItem.updateAutomatically.label, command.reset(.updateInterval))
            groups.append(Self.group(WidgetMenuItem.updateAutomatically.submenu, intervals + [reset]))
        }
        return groups.isEmpty ? nil : .array(groups)
    }

    private static func group(_ label: String?, _ items: [JSON]) -> JSON {
        .object([.init("Label", .string(label ?? "")), .init("Items", .array(items))])
    }

    private func choice(_ label: String, _ option: WidgetOptions.Key, _ value: String, _ isChosen: Bool) -> JSON {
        PanelLine.button(label, command.set(option, value), .init("Chosen", .boolean(isChosen)))
    }

    /// Whether the widget has a program that can update it.
    private var isUpdated: Bool { widget.hasProgram && widget.state != .unavailable }

    private var undo: JSON? {
        let isKept = widget.identifier.instance == 1 || hasOptions
        guard isKept, arrangement.contains(widget.identifier) else { return nil }
        return .object([
            .init("Text", .string(Removals.words(card.name))), .init("Label", .string(Removals.undoLabel)),
            .init("Command", command.add(asIn: arrangement)),
        ])
    }
}
