internal import DBus
internal import TodayModel

/// Controls the widgets of an app. A widget can also use it to control itself.
///
/// ```swift
/// try await NCWidgetController().setHasContent(false, forWidgetWithBundleIdentifier: "org.example.List")
/// ```
///
/// The widgets don't need to be running. Every call starts the center if it isn't running. Calls go to the bus name
/// `org.todaycenter.Apps1`, which a sandboxed app can access with `--talk-name=org.todaycenter.Apps1`.
public struct NCWidgetController: Sendable {
    let link: CenterLink

    /// Makes a controller without connecting to the bus.
    public init() { self.init(.shared) }

    package init(_ link: CenterLink) { self.link = link }

    // MARK: Content availability

    /// Hides a widget that has nothing to show, or shows it again and updates it. Returns when the center has finished.
    ///
    /// When a widget loses its content, the center deletes its snapshot.
    ///
    /// - Throws: ``NCError``, for example with code `unknownWidget`.
    public func setHasContent(
        _ flag: Bool, forWidgetWithBundleIdentifier identifier: String
    ) async throws(NCError) {
        try await link.callApps { try await $0.setHasContent(identifier: identifier, hasContent: flag) }
    }

    /// Hides or shows a widget without waiting, for code that can't wait. Calls run in order.
    ///
    /// Failures are reported as lines on standard error. Before your program ends, wait with ``finish()``.
    public func setHasContent(_ flag: Bool, forWidgetWithBundleIdentifier identifier: String) {
        link.pending.add("setHasContent(\(flag)) for \(identifier)") {
            try await setHasContent(flag, forWidgetWithBundleIdentifier: identifier)
        }
    }

    /// Waits until the center has answered all calls made without waiting.
    public func finish() async { await link.pending.finish() }

    // MARK: Registration

    /// Adds or redefines a widget. Returns when the center has stored it on disk.
    ///
    /// A widget that is installed with a manifest doesn't need registration, and can't be registered. A registration
    /// lasts until ``unregister(_:)``, even if the center restarts, unless it is transient.
    ///
    /// - Throws: ``NCError``, for example with code `invalidDefinition`, whose message names the key.
    public func register(_ identifier: String, as definition: NCWidgetDefinition) async throws(NCError) {
        let values = try definition.dictionary()
        _ = try await link.callApps { try await $0.registerWidget(identifier: identifier, definition: values) }
    }

    /// Removes a registered widget. The center keeps its place in Today for some weeks, in case it returns.
    ///
    /// - Throws: ``NCError``; with code `notSupported` if the widget is installed with a manifest.
    public func unregister(_ identifier: String) async throws(NCError) {
        try await link.callApps { try await $0.unregisterWidget(identifier: identifier) }
    }

    // MARK: Instances and settings

    /// Adds another instance of a widget, right after its other instances. The manifest or definition of the widget
    /// must allow it.
    ///
    /// A sandboxed app can't do this; the user can.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the widget or of any of its instances.
    ///   - settings: The initial settings of the new instance by key; other settings have their defaults.
    /// - Returns: The identifier of the new instance, such as `org.example.City#2`.
    /// - Throws: ``NCError``, with code `notSupported` for a widget that doesn't allow instances, `limitExceeded`, or
    ///   `invalidSetting`.
    @discardableResult
    public func addInstance(
        of identifier: String, settings: [String: NCValue] = [:]
    ) async throws(NCError) -> String {
        let options: [String: DBusValue] =
            settings.isEmpty ? [:] : ["Settings": .properties(settings.mapValues(\.dbusValue))]
        return try await link.callCenter { try await $0.addInstance(identifier: identifier, options: options) }
    }

    /// Removes an added instance with its settings. The first instance can't be removed separately from the widget.
    ///
    /// A sandboxed app can't do this; the user can.
    ///
    /// - Throws: ``NCError``, with code `notSupported` for the first instance.
    public func removeInstance(_ identifier: String) async throws(NCError) {
        try await link.callCenter { try await $0.removeInstance(instance: identifier) }
    }

    /// Changes settings of a widget or one of its instances, all or nothing. The widget is then updated.
    ///
    /// A sandboxed app can't do this; the user can.
    ///
    /// - Throws: ``NCError``; with code `invalidSetting`, the message names the setting and the value.
    public func setSettings(_ values: [String: NCValue], of identifier: String) async throws(NCError) {
        try await link.callCenter {
            try await $0.setSettings(identifier: identifier, values: values.mapValues(\.dbusValue))
        }
    }

    /// Resets settings to their defaults; by default, all of them.
    ///
    /// A sandboxed app can't do this; the user can.
    ///
    /// - Throws: ``NCError``; with code `invalidSetting` for a key that the widget doesn't have.
    public func resetSettings(_ keys: [String] = [], of identifier: String) async throws(NCError) {
        try await link.callCenter { try await $0.resetSettings(identifier: identifier, names: keys) }
    }

    // MARK: Pushes

    /// Pushes changes of a widget, even if it isn't running. A nil value keeps the current one.
    ///
    /// If you push more than a few times per second, the center applies the changes together. The call then waits up to
    /// a second.
    ///
    /// - Returns: The widget's revision. Unchanged content doesn't increase it.
    /// - Throws: ``NCError``; with code `invalidContent`, the message names the path of the fault.
    @discardableResult
    public func update(_ identifier: String, _ changes: NCWidgetChanges) async throws(NCError) -> UInt64 {
        try await link.callApps {
            try await $0.updateWidget(identifier: identifier, changes: changes.dictionary)
        }
    }

    /// Pushes content.
    ///
    /// A tap on the content calls the widget's provider, or opens a URL. Nodes with closures are refused, because the
    /// center can't call closures.
    ///
    /// - Parameters:
    ///   - identifier: The widget.
    ///   - content: The new content.
    ///   - changes: Further changes.
    /// - Returns: The widget's revision.
    /// - Throws: ``NCError``.
    @discardableResult
    public func update(
        _ identifier: String, _ changes: NCWidgetChanges = NCWidgetChanges(),
        @ContentBuilder content: () -> WidgetContent
    ) async throws(NCError) -> UInt64 {
        var changes = changes
        changes.content = try content().pushable()
        return try await update(identifier, changes)
    }
}

extension WidgetContent {
    /// Returns the tree for a push. Its taps can't call closures of this process.
    ///
    /// - Throws: ``NCError`` with code `invalidContent`.
    func pushable() throws(NCError) -> Content {
        let (tree, handlers) = resolved()
        if let name = handlers.keys.min() {
            let place = name.dropFirst(NCActionName.tapPrefix.count)
            throw NCError(
                .invalidContent,
                "the node \(place.isEmpty ? "at the top" : String(place)) has a closure, which only works in a widget; "
                    + "give it an action or a URL")
        }
        do { return try tree.validated() } catch { throw NCError(.invalidContent, "Content.\(error)") }
    }
}
