internal import DBus
internal import TodayModel

/// What a containing app tells the center about its widgets, and a widget about itself.
///
/// ```swift
/// try await NCWidgetController().setHasContent(false, forWidgetWithBundleIdentifier: "org.example.List")
/// ```
///
/// The widgets need not run for it. Every call starts the center if it is not running, and goes to the bus name
/// `org.todaycenter.Apps1`, which is what a sandbox lets an app talk to: `--talk-name=org.todaycenter.Apps1`.
public struct NCWidgetController: Sendable {
    let link: CenterLink

    /// Makes a controller; nothing is sent.
    public init() { self.init(.shared) }

    package init(_ link: CenterLink) { self.link = link }

    // MARK: Whether there is something to show

    /// Hides a widget that has nothing to show, or shows it again, and has it updated then. Returns when it is done.
    ///
    /// Without content, what the center has kept of it is deleted.
    ///
    /// - Throws: ``NCError``, for example with code `unknownWidget`.
    public func setHasContent(
        _ flag: Bool, forWidgetWithBundleIdentifier identifier: String
    ) async throws(NCError) {
        try await link.callApps { try await $0.setHasContent(identifier: identifier, hasContent: flag) }
    }

    /// The form that does not wait, for code that cannot. Calls are made in the order of the program.
    ///
    /// A failure is told on standard error, with a line. Before a program ends it waits with ``finish()``.
    public func setHasContent(_ flag: Bool, forWidgetWithBundleIdentifier identifier: String) {
        link.pending.add("setHasContent(\(flag)) for \(identifier)") {
            try await setHasContent(flag, forWidgetWithBundleIdentifier: identifier)
        }
    }

    /// Waits until the calls have been answered that nobody has waited for.
    public func finish() async { await link.pending.finish() }

    // MARK: Registering

    /// Adds a widget, or defines it anew. Returns when the center has it on disk.
    ///
    /// A widget that is installed with a manifest need not be registered, and cannot. A registration lasts until
    /// ``unregister(_:)``, also over a new start of the center, unless it is transient.
    ///
    /// - Throws: ``NCError``, for example with code `invalidDefinition`, whose message names the key.
    public func register(_ identifier: String, as definition: NCWidgetDefinition) async throws(NCError) {
        let values = try definition.dictionary()
        _ = try await link.callApps { try await $0.registerWidget(identifier: identifier, definition: values) }
    }

    /// Removes a widget that was registered. Its place in Today is kept for some weeks, should it return.
    ///
    /// - Throws: ``NCError``; with code `notSupported` when the widget is installed with a manifest.
    public func unregister(_ identifier: String) async throws(NCError) {
        try await link.callApps { try await $0.unregisterWidget(identifier: identifier) }
    }

    // MARK: Instances and settings

    /// Adds a widget once more, right after its other instances. Its manifest or definition says that it may be.
    ///
    /// An app in a sandbox cannot; there the user does.
    ///
    /// - Parameters:
    ///   - identifier: that of the widget or of any of its instances.
    ///   - settings: what the new instance has from the beginning, by keys; the others have their defaults.
    /// - Returns: the identifier of the new instance, such as `org.example.City#2`.
    /// - Throws: ``NCError``, with code `notSupported` for a widget that can be there only once, `limitExceeded`, or
    ///   `invalidSetting`.
    @discardableResult
    public func addInstance(
        of identifier: String, settings: [String: NCValue] = [:]
    ) async throws(NCError) -> String {
        let options: [String: DBusValue] =
            settings.isEmpty ? [:] : ["Settings": .properties(settings.mapValues(\.dbusValue))]
        return try await link.callCenter { try await $0.addInstance(identifier: identifier, options: options) }
    }

    /// Removes an instance that was added, with its settings. The first one goes with the widget.
    ///
    /// An app in a sandbox cannot; there the user does.
    ///
    /// - Throws: ``NCError``, with code `notSupported` for the first instance.
    public func removeInstance(_ identifier: String) async throws(NCError) {
        try await link.callCenter { try await $0.removeInstance(instance: identifier) }
    }

    /// Changes settings of a widget or one of its instances: all of these, or none. It is updated then.
    ///
    /// An app in a sandbox cannot; there the user does.
    ///
    /// - Throws: ``NCError``; with code `invalidSetting` the message names the setting and the value.
    public func setSettings(_ values: [String: NCValue], of identifier: String) async throws(NCError) {
        try await link.callCenter {
            try await $0.setSettings(identifier: identifier, values: values.mapValues(\.dbusValue))
        }
    }

    /// Gives settings their defaults again; all of them by default.
    ///
    /// An app in a sandbox cannot; there the user does.
    ///
    /// - Throws: ``NCError``; with code `invalidSetting` for a key that the widget does not have.
    public func resetSettings(_ keys: [String] = [], of identifier: String) async throws(NCError) {
        try await link.callCenter { try await $0.resetSettings(identifier: identifier, names: keys) }
    }

    // MARK: Pushing

    /// Pushes changes of what a widget shows, whether it runs or not; nil keeps what is there.
    ///
    /// More than a few pushes in a second are applied together, and wait up to a second for it.
    ///
    /// - Returns: the widget's revision. Content that it showed before makes no new one.
    /// - Throws: ``NCError``; with code `invalidContent` the message names the place of the fault.
    @discardableResult
    public func update(_ identifier: String, _ changes: NCWidgetChanges) async throws(NCError) -> UInt64 {
        try await link.callApps {
            try await $0.updateWidget(identifier: identifier, changes: changes.dictionary)
        }
    }

    /// Pushes content.
    ///
    /// A tap on it goes to the widget's provider, or opens a URL: nodes that are answered by closures are refused, since
    /// nobody could call these closures.
    ///
    /// - Parameters:
    ///   - identifier: the widget.
    ///   - content: what it shows from now on.
    ///   - changes: what else changes with it.
    /// - Returns: the widget's revision.
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
    /// The tree, for somebody who is not there when it is tapped.
    ///
    /// - Throws: ``NCError`` with code `invalidContent`.
    func pushable() throws(NCError) -> Content {
        let (tree, handlers) = resolved()
        if let name = handlers.keys.min() {
            let place = name.dropFirst(Self.tapPrefix.count)
            throw NCError(
                .invalidContent,
                "the node \(place.isEmpty ? "at the top" : String(place)) is answered by a closure, which only a widget "
                    + "can have; give it an action or a URL")
        }
        do { return try tree.validated() } catch { throw NCError(.invalidContent, "Content.\(error)") }
    }
}
