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
            case .add: "Add"
            case .addAnother: "Add Another"
            case .added: "Added"
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
        var entries: [String: [Entry]] = [:]
        for widget in view.known.values {
            let identifier = widget.identifier
            let isArranged = arranged.contains(identifier)
            // An instance is shown beside its widget only while it isn't in Today.
            guard others.contains(identifier) || identifier.instance == 1 else { continue }
            let named = view.named(widget)
            let category = Self.title(ofCategory: widget.category)
            let text = [named.title, widget.description, widget.containingApp, category].joined(separator: " ")
            guard isFound(text) else { continue }
            let isNew = new.contains(identifier)
            let entry = Entry(
                row: EditRow(named, isNew: isNew, isArranged: isArranged), app: widget.containingApp,
                offer: !isArranged ? .add : widget.instances ? .addAnother : .added)
            entries[isNew ? Self.newTitle : category, default: []].append(entry)
        }
        groups = ([Self.newTitle] + Self.categories.map(\.title) + [Self.otherTitle]).compactMap { title in
            entries[title].map { entries in
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

    private static let newTitle = "New"
    private static let otherTitle = "Other"

    /// The main categories of the Desktop Menu Specification, with the names that desktops show.
    private static let categories: [(category: String, title: String)] = [
        ("Utility", "Accessories"), ("Office", "Office"), ("AudioVideo", "Sound & Video"), ("Network", "Internet"),
        ("System", "System"), ("Graphics", "Graphics"), ("Game", "Games"), ("Development", "Programming"),
        ("Education", "Education"), ("Science", "Science"), ("Settings", "Settings"),
    ]

    private static func title(ofCategory category: String) -> String {
        categories.first { $0.category == category }?.title ?? otherTitle
    }
}
