public import NotificationCenter

/// The list that the app writes and the widget shows. It is in an App Group, so neither needs the other to run.
///
/// Each item has its own key. Its value is the time when it was added, which defines the order. So two programs that
/// add items at the same time don't overwrite each other.
public final class SharedList: Sendable {
    /// The App Group that the widget's manifest names.
    public static let suiteName = "group.org.example.SharedList"
    /// The identifier of the widget, which is also the file name of its manifest.
    public static let widgetIdentifier = "org.example.SharedList.Widget"

    private let defaults: NCGroupDefaults
    private let controller: NCWidgetController

    /// Makes the list of a group.
    public init(_ defaults: NCGroupDefaults, _ controller: NCWidgetController) {
        self.defaults = defaults
        self.controller = controller
    }

    /// Opens the user's list.
    ///
    /// - Throws: `NCError`, for example with code `unknownGroup` if the widget isn't installed.
    public static func open() async throws(NCError) -> SharedList {
        SharedList(try await NCGroupDefaults(suiteName: suiteName), NCWidgetController())
    }

    // MARK: Reading

    private static let prefix = "item."

    /// The items on the list, in the order in which they were added.
    public var items: [ListItem] { Self.items(in: defaults.dictionaryRepresentation()) }

    /// Returns the items among the values of a group; other values are left out.
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

    /// The changes from now on, made by any program.
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
        try await updateWidget()
    }

    /// Removes items, all or none.
    ///
    /// - Throws: ``ListError/notListed(_:)``, `NCError`.
    public func remove(_ items: [ListItem]) async throws {
        let listed = self.items
        for item in items where !listed.contains(item) { throw ListError.notListed(item) }
        try await defaults.removeObjects(forKeys: items.map(Self.key))
        try await updateWidget()
    }

    /// Removes all items.
    ///
    /// - Throws: `NCError`.
    public func clear() async throws {
        try await defaults.removeObjects(forKeys: items.map(Self.key))
        try await updateWidget()
    }

    /// Shows the widget and requests an update, or hides the widget if the list is empty. The widget doesn't have to be
    /// running.
    private func updateWidget() async throws {
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
            // Another program may have changed the list in the meantime, and notified the center before this one.
        } while items.isEmpty != isEmpty
    }
}
