internal import DBus
public import NotificationCenter
internal import TodayManifests
internal import TodayModel

/// Runs a widget without a bus, as the center and a panel would.
///
/// ```swift
/// let driver = WidgetDriver<Greeting>()
/// driver.begin()
/// #expect(await driver.update() == .newData)
/// #expect(driver.text == "Hello  [Again]")
/// try await driver.tap("Again")
/// ```
///
/// Its properties are what panels would show, because it applies changes by the center's rules; for example, a failed
/// update changes only the error. Its clock stops until ``advance(by:)``; the widget reads it with `Timestamp.now`.
@WidgetActor
public final class WidgetDriver<Widget: NCWidgetProviding> {
    /// The widget itself.
    public let widget: Widget

    private let session: WidgetSession
    private let shown: ShownWidget
    private let life: ProgramLife
    private var context: UpdateContext
    private let schema: SettingsSchema
    private var changedSettings: [String: SettingValue] = [:]

    /// Makes a widget without calling it.
    ///
    /// - Parameters:
    ///   - identifier: The widget's identifier; by default its own, or else `org.example.Widget`.
    ///   - now: The start time; by default January 1, 2026, 12:00 UTC.
    ///   - largestDisplayMode: The manifest's `LargestDisplayMode`.
    ///   - make: Makes the widget, if it needs more than `init()`.
    public convenience init(
        identifier: String? = nil, now: Timestamp = Timestamp(microseconds: 1_767_268_800_000_000),
        largestDisplayMode: NCWidgetDisplayMode = .expanded, make: @WidgetActor () -> Widget = { Widget() }
    ) {
        let name = identifier ?? Widget.widgetIdentifier ?? "org.example.Widget"
        self.init(
            WidgetIdentifier(rawValue: name) ?? "org.example.Widget", now, largestDisplayMode, SettingsSchema(), make)
    }

    /// Makes a widget from its manifest, with the identifier, `LargestDisplayMode` and settings of the manifest.
    ///
    /// - Parameters:
    ///   - manifest: The path of the file, whose name is the identifier and `.widget`.
    ///   - instance: The number of the instance, if the widget allows several.
    ///   - now: The start time for the widget.
    ///   - make: Makes the widget.
    /// - Throws: The fault of the manifest.
    public convenience init(
        manifest: String, instance: Int = 1, now: Timestamp = Timestamp(microseconds: 1_767_268_800_000_000),
        make: @WidgetActor () -> Widget = { Widget() }
    ) throws {
        let manifest = try ManifestFile.read(manifest)
        self.init(
            manifest.identifier.instance(instance), now, manifest.definition.largestDisplayMode,
            manifest.definition.settingsSchema, make)
    }

    private init(
        _ identifier: WidgetIdentifier, _ now: Timestamp, _ largestDisplayMode: NCWidgetDisplayMode,
        _ schema: SettingsSchema, _ make: @WidgetActor () -> Widget
    ) {
        self.schema = schema
        let shown = ShownWidget(now: now, largestDisplayMode: largestDisplayMode)
        self.shown = shown
        life = ProgramLife()
        context = UpdateContext(identifier: identifier, reason: .start)
        context.settings = schema.values([:]).mapValues(\.dbusValue)
        widget = shown.inside(make)
        session = WidgetSession(widget, identifier: identifier, services: shown.services, life: life)
    }

    // MARK: Display

    /// The tree that panels show.
    public var content: Content { shown.content }

    /// The content as plain text at this moment, with a line feed between lines.
    public var text: String { content.plainText(PlainText.Context(now: now, displayMode: displayMode)) }

    /// The content as JSON.
    public var json: String { content.json(pretty: true) }

    /// The display mode of the widget.
    public var displayMode: NCWidgetDisplayMode { shown.displayMode }

    /// The largest mode the user may choose.
    public var largestDisplayMode: NCWidgetDisplayMode { shown.largestDisplayMode }

    /// The preferred size when expanded; nil until the widget has set it.
    public var preferredContentSize: Size? { shown.preferredContentSize }

    /// The margins around the content; for a negative side, the panel's proposal applies.
    public var marginInsets: EdgeInsets { shown.marginInsets }

    /// The time of the update that the widget has requested, regardless of its interval; nil if it didn't request one.
    public var nextUpdate: Timestamp? { shown.nextUpdate }

    /// The last error, as the panel shows it; nil after a success.
    public var error: String? { shown.error }

    /// The kind of ``error``; nil after a success.
    public var errorKind: ErrorKind? { shown.errorKind }

    /// How strongly the widget asks for attention.
    public var attention: NCWidgetAttention { shown.attention }

    /// The count beside ``attention``; 0 for none.
    public var badge: Int { Int(shown.badge) }

    /// The time of the content; nil without content, and `Timestamp.never` if its age is unknown.
    public var contentTime: Timestamp? { shown.updatedAt }

    /// The result of the last update; nil before the first.
    public var lastResult: NCUpdateResult? { shown.lastResult }

    /// The number of content changes.
    public var revision: Int { shown.revision }

    /// The URLs that the widget and taps have opened so far.
    public var openedURLs: [String] { shown.openedURLs.withLock { $0 } }

    /// The messages on standard error so far, which report mistakes in the widget.
    public var messages: [String] { shown.messages.withLock { $0 } }

    /// Sets the URLs that a program can open; initially all.
    public func open(where condition: @escaping @Sendable (String) -> Bool) {
        shown.opening.withLock { $0.opens = condition }
    }

    // MARK: Time

    /// The current time.
    public var now: Timestamp { shown.now.withLock { $0 } }

    /// Advances the clock. A requested update runs when its time comes. The driver doesn't run updates by the
    /// manifest's interval.
    public func advance(by duration: Duration) async {
        let end = now + duration
        while let moment = nextUpdate, moment <= end {
            if moment > now { shown.now.withLock { $0 = moment } }
            shown.nextUpdate = nil
            await update(.nextUpdate)
        }
        shown.now.withLock { $0 = end }
    }

    // MARK: The center's calls

    /// Calls `beginRequest(with:)`, as the center does first. If you don't call this, the first other call does.
    public func begin() { shown.inside { shown.apply(session.begin(current(.start), for: Self.center)) } }

    /// Updates the widget, as a panel does when it becomes visible. Returns the result that panels receive: new data
    /// without a change is `noData`.
    @discardableResult
    public func update() async -> NCUpdateResult { await update(.visible) }

    @discardableResult
    private func update(_ reason: UpdateReason) async -> NCUpdateResult {
        let context = current(reason)
        let (result, changes) = await shown.inside { await session.performUpdate(context, for: Self.center) }
        return shown.apply(result, changes)
    }

    /// The widget's current settings by key.
    public var settings: [String: NCValue] { context.settings.compactMapValues { NCValue($0) } }

    /// Changes settings as the user does, all or nothing. If a value changes, the widget is updated with the reason
    /// `settings`.
    ///
    /// The driver must be made from a manifest that declares the settings.
    ///
    /// - Throws: `NCError` with code `invalidSetting`, like the center.
    public func setSettings(_ values: [String: NCValue]) async throws(NCError) {
        do {
            let checked = try schema.check(values.mapValues(\.dbusValue), beside: changedSettings)
            changedSettings.merge(checked) { $1 }
        } catch { throw NCError(.invalidSetting, "\(error)") }
        let values = schema.values(changedSettings).mapValues(\.dbusValue)
        if values == context.settings { return }
        context.settings = values
        await update(.settings)
    }

    /// Chooses another mode, as the user does.
    ///
    /// - Throws: ``TapError`` if the widget doesn't have the mode.
    public func setDisplayMode(_ mode: NCWidgetDisplayMode) throws {
        guard mode <= largestDisplayMode else {
            throw TapError(description: "the largest mode is \(largestDisplayMode.rawValue)")
        }
        if mode == displayMode { return }
        shown.displayMode = mode
        let size = current(.requested).maximumSize(for: mode)
        shown.inside { shown.apply(session.displayModeChanged(to: mode, maximum: size, for: Self.center)) }
    }

    /// Simulates a panel that becomes visible.
    public func appear() {
        context.viewing = true
        shown.inside { session.appear() }
    }

    /// Simulates that the last panel is hidden.
    public func disappear() {
        context.viewing = false
        shown.inside { session.disappear() }
    }

    /// Sets the properties of the panel, and the size that the user has chosen, for later calls.
    public func setPanel(
        locale: String? = nil, isDark: Bool? = nil, proposedMarginInsets: EdgeInsets? = nil, compactSize: Size? = nil,
        expandedSize: Size? = nil, size: NCWidgetSize? = nil
    ) {
        if let locale { context.locale = locale }
        if let isDark { context.colorScheme = isDark ? .dark : .light }
        if let proposedMarginInsets { context.proposedMarginInsets = proposedMarginInsets }
        if let size { (context.size, context.compactSize) = (size, ViewingOptions.defaultCompactSize(of: size)) }
        if let compactSize { context.compactSize = compactSize }
        if let expandedSize { context.expandedSize = expandedSize }
    }

    /// Waits until the work after the widget's answers is done; see
    /// `NSExtensionContext.completeRequest(returningItems:completionHandler:)`.
    public func finishWork() async { await life.waitUntilIdle() }

    /// Ends the widget as the center does: notifies running work that its time has expired, and waits for it.
    public func end() async {
        shown.inside { session.expire() }
        life.end(0)
        _ = await life.ended
        shown.inside { widget.widgetWillTerminate() }
    }

    // MARK: Taps

    /// Taps a node: the one with this `id`, or else the first with this label, text or accessibility label. As in a
    /// panel, the tap goes to the innermost surrounding node that can be tapped.
    ///
    /// A URL is opened, and actions of the center are performed; a switch and a checkbox send their opposite state.
    ///
    /// - Throws: ``TapError`` if nothing can be tapped; the error that the widget throws.
    public func tap(_ what: String) async throws {
        switch try way(to: what).tap() {
        case nil: throw TapError(description: "a tap on \(what.debugDescription) does nothing")
        case .url(let url): shown.open(url)
        case .action(NCActionName.refresh.rawValue, _): await update(.requested)
        case .action(NCActionName.toggleDisplayMode.rawValue, _):
            try setDisplayMode(displayMode == .compact ? .expanded : .compact)
        case .action(let name, let parameter): try await perform(name, parameter.flatMap { NCValue($0) })
        }
    }

    /// Moves a slider, found like a node for ``tap(_:)``. It sends the nearest number that a user can choose in a
    /// panel.
    ///
    /// ```swift
    /// try await driver.slide("Volume", to: 0.5)
    /// ```
    ///
    /// - Throws: ``TapError`` if it isn't an enabled slider; the error that the widget throws.
    public func slide(_ what: String, to number: Double) async throws {
        let way = try way(to: what)
        guard case .slider(let slider)? = way.last?.kind else {
            throw TapError(description: "\(what.debugDescription) is not a slider")
        }
        try await perform(way.inputAction(), .number(slider.rounded(number)))
    }

    /// Enters a text in an entry, found like a node for ``tap(_:)``, and presses Return.
    ///
    /// ```swift
    /// try await driver.enter("Call Ann", in: "Add a task")
    /// ```
    ///
    /// - Throws: ``TapError`` if it isn't an enabled entry, or if the text is empty, which panels don't send; the error
    ///   that the widget throws.
    public func enter(_ entered: String, in what: String) async throws {
        let way = try way(to: what)
        guard case .entry? = way.last?.kind else {
            throw TapError(description: "\(what.debugDescription) is not an entry")
        }
        if entered.isEmpty { throw TapError(description: "panels don't send an empty text") }
        try await perform(way.inputAction(), .string(entered))
    }

    private func way(to what: String) throws(TapError) -> [NodeAttributes] {
        let drawing = content.drawing(DrawingContext(now: now, displayMode: displayMode))
        guard !what.isEmpty, let way = drawing.root?.way(to: what) else {
            throw TapError(description: "\(what.debugDescription) not found in:\n\(text)")
        }
        return way
    }

    /// Performs an action, like a tap on a node with that action.
    ///
    /// - Throws: The error that the widget throws.
    public func perform(_ action: String, _ parameter: NCValue? = nil) async throws {
        let changes = try await shown.inside {
            try await session.invokeAction(
                action, parameter: parameter, activationToken: shown.nextToken(), for: Self.center)
        }
        shown.apply(changes)
    }

    // MARK: Context

    private static var center: BusName { ":1.1" }

    private func current(_ reason: UpdateReason) -> UpdateContext {
        context.reason = reason
        context.displayMode = displayMode
        return context
    }
}

/// The reason why a tap failed.
public struct TapError: Error, Hashable, Sendable, CustomStringConvertible { public let description: String }
