package import TodayModel

/// The widgets that a user can choose from, in groups. Pure.
package struct Gallery: Hashable, Sendable {
    /// The effect of a click on a widget.
    package enum Offer: Hashable, Sendable {
        /// Adds the widget to Today.
        case add
        /// Adds another instance of a widget that is in Today.
        case addAnother
        /// The widget is in Today already.
        case added

        /// The text of the button.
        package var label: String {
            switch self {
            // Translators: the text of a button that adds a widget.
            case .add: tr("Add")
            case .addAnother: tr("Add Another")
            // Translators: the widget is in Today already.
            case .added: tr("Added")
            }
        }
    }

    /// A widget.
    package struct Entry: Hashable, Sendable {
        package var row: EditRow
        /// A desktop file id without `.desktop`; empty if the widget names no app.
        package var app: String
        package var offer: Offer
    }

    /// Widgets with a heading.
    package struct Group: Hashable, Sendable {
        package var title: String
        package var entries: [Entry]
    }

    /// The groups that have widgets. New widgets come first, then the categories.
    package var groups: [Group]

    /// Creates the gallery of a view.
    ///
    /// - Parameters:
    ///   - list: the user's edits of the arrangement of `view`.
    ///   - new: the widgets to mark as new.
    ///   - isFound: whether the user's search finds a widget by its name, description, app and category.
    package init(
        _ view: TodayView, _ list: EditList, new: Set<WidgetIdentifier>,
        isFound: (_ text: String) -> Bool = { _ in true }
    ) {
        let arranged = Set(list.arranged)
        let others = Set(list.others(of: Array(view.known.keys)))
        let titles = Self.titles
        var entries: [String: [Entry]] = [:]
        for widget in view.known.values {
            let identifier = widget.identifier
            let isArranged = arranged.contains(identifier)
            // An instance is shown beside its widget only while it isn't in Today.
            guard others.contains(identifier) || identifier.instance == 1 else { continue }
            let named = view.named(widget)
            let category = titles.contains { $0.group == widget.category } ? widget.category : Self.other
            let title = titles.first { $0.group == category }?.title ?? ""
            let text = [named.title, widget.description, widget.containingApp, title].joined(separator: " ")
            guard isFound(text) else { continue }
            let isNew = new.contains(identifier)
            let entry = Entry(
                row: EditRow(named, isNew: isNew, isArranged: isArranged), app: widget.containingApp,
                offer: !isArranged ? .add : widget.instances ? .addAnother : .added)
            entries[isNew ? Self.new : category, default: []].append(entry)
        }
        groups = titles.compactMap { group, title in
            entries[group].map { entries in
                Group(
                    title: title,
                    entries: entries.sorted { one, other in
                        let names = (one.row.name.lowercased(), other.row.name.lowercased())
                        return names.0 == names.1
                            ? one.row.identifier < other.row.identifier : names.0 < names.1
                    })
            }
        }
    }

    /// The groups that aren’t categories. Both names contain a character that categories don’t have.
    private static let (new, other) = ("new;", "other;")

    /// The groups in order: new widgets, the main categories of the Desktop Menu Specification with the names that
    /// desktops show, and the rest.
    private static var titles: [(group: String, title: String)] {
        [
            // Translators: a group of new widgets, in the list of all widgets.
            (new, trc("group", "New")),
            // Translators: from here on, the groups are those of apps in the menu of a desktop.
            ("Utility", trc("group", "Accessories")), ("Office", trc("group", "Office")),
            ("AudioVideo", trc("group", "Sound & Video")), ("Network", trc("group", "Internet")),
            ("System", trc("group", "System")), ("Graphics", trc("group", "Graphics")),
            ("Game", trc("group", "Games")), ("Development", trc("group", "Programming")),
            ("Education", trc("group", "Education")), ("Science", trc("group", "Science")),
            ("Settings", trc("group", "Settings")), (other, trc("group", "Other")),
        ]
    }
}
