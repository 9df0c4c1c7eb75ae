public import NotificationCenter

/// The list that the app writes and the widget shows. It is in an App Group, so neither needs the other to run.
///
/// Each item has a key of its own, and the moment it came as its value, which is its place: two programs that add items
/// at the same time do not write over one another.
public final class SharedList: Sendable {
    /// The App Group, as the manifest of the widget names it.
    public static let suiteName = "group.org.example.SharedList"
    /// The widget, as the file name of its manifest says.
    public static let widgetIdentifier = "org.example.SharedList.Widget"

    private let defaults: NCGroupDefaults
    private let controller: NCWidgetController

    /// The list in a group.
    public init(_ defaults: NCGroupDefaults, _ controller: NCWidgetController) {
        self.defaults = defaults
        self.controller = controller
    }

    /// Opens the list of the user.
    ///
    /// - Throws: `NCError`, for example with code `unknownGroup` when the widget is not installed.
    public static func open() async throws(NCError) -> SharedList {
        SharedList(try await NCGroupDefaults(suiteName: suiteName), NCWidgetController())
    }

    // MARK: Reading

    private static let prefix = "item."

    /// What is on the list, in the order in which it came.
    public var items: [ListItem] { Self.items(in: defaults.dictionaryRepresentation()) }

    /// The items among the values of a group; what is none is left out.
    static func items(in values: [String: NCValue]) -> [ListItem] {
        let placed = values.compactMap { key, value -> (place: Int, item: ListItem)? in
            guard key.hasPrefix(prefix), let place = value.integer,
                let item = try? ListItem(String(key.dropFirst(prefix.count))), Self.key(of: item) == key
            else { return nil }
            return (place, item)
        }
        return placed.sorted { ($0.place, $0.item.title) < ($1.place, $1.item.title) }.map(\.item)
    }

    private static func key(of item: ListItem) -> String { prefix + item.title }

    /// The changes from now on, by whoever made them.
    public var changes: AsyncStream<NCGroupChange> { defaults.changes }

    // MARK: Writing

    /// Adds items at the end, all or none.
    ///
    /// - Throws: ``ListError/alreadyListed(_:)``, `NCError`.
    public func add(_ items: [ListItem]) async throws {
        var listed = Set(self.items)
        var values: [String: NCValue] = [:]
        let now = Int64(clamping: Timestamp.now.microseconds)
        for (offset, item) in items.enumerated() {
            guard listed.insert(item).inserted else { throw ListError.alreadyListed(item) }
            values[Self.key(of: item)] = .integer(now + Int64(offset))
        }
        try await defaults.set(values)
        try await tellWidget()
    }

    /// Removes items, all or none.
    ///
    /// - Throws: ``ListError/notListed(_:)``, `NCError`.
    public func remove(_ items: [ListItem]) async throws {
        let listed = self.items
        for item in items where !listed.contains(item) { throw ListError.notListed(item) }
        try await defaults.removeObjects(forKeys: items.map(Self.key))
        try await tellWidget()
    }

    /// Removes all.
    ///
    /// - Throws: `NCError`.
    public func clear() async throws {
        try await defaults.removeObjects(forKeys: items.map(Self.key))
        try await tellWidget()
    }

    /// Hides the widget when there is nothing to show, else shows it and has it updated. It need not run for that.
    private func tellWidget() async throws {
        var isEmpty: Bool
        repeat {
            isEmpty = items.isEmpty
            if isEmpty {
                try await controller.setHasContent(false, forWidgetWithBundleIdentifier: Self.widgetIdentifier)
            } else {
                var changes = NCWidgetChanges()
                changes.hasContent = true
                changes.nextUpdate = .now
                try await controller.update(Self.widgetIdentifier, changes)
            }
            // Another program may have made it so meanwhile, and have told the center before this one did.
        } while items.isEmpty != isEmpty
    }
}
