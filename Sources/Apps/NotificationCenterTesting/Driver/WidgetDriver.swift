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
/// What it says of the widget is what panels would show: changes are applied by the center's rules, so that of a failed
/// update only the error counts. Its clock stands still until ``advance(by:)``, and is what `Timestamp.now` tells the
/// widget.
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

    /// Makes a widget that nobody has called yet.
    ///
    /// - Parameters:
    ///   - identifier: the widget's identifier; by default its own, else `org.example.Widget`.
    ///   - now: the moment to start at; by default the first of January 2026, 12:00 UTC.
    ///   - largestDisplayMode: the manifest's `LargestDisplayMode`.
    ///   - make: makes the widget, for one that needs more than `init()`.
    public convenience init(
        identifier: String? = nil, now: Timestamp = Timestamp(microseconds: 1_767_268_800_000_000),
        largestDisplayMode: NCWidgetDisplayMode = .expanded, make: @WidgetActor () -> Widget = { Widget() }
    ) {
        let name = identifier ?? Widget.widgetIdentifier ?? "org.example.Widget"
        self.init(
            WidgetIdentifier(rawValue: name) ?? "org.example.Widget", now, largestDisplayMode, SettingsSchema(), make)
    }

    /// Makes a widget as its manifest has it installed: with that identifier, that `LargestDisplayMode` and those settings.
    ///
    /// - Parameters:
    ///   - manifest: the path of the file, whose name is the identifier and `.widget`.
    ///   - instance: which instance it is, if the widget may be added several times.
    ///   - now: what time it is for the widget.
    ///   - make: makes the widget.
    /// - Throws: what is wrong with the manifest.
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

    // MARK: What is shown

    /// The tree that panels show.
    public var content: Content { shown.content }

    /// The content as plain text at this moment, with a line feed between lines.
    public var text: String { content.plainText(PlainText.Context(now: now, displayMode: displayMode)) }

    /// The content as JSON.
    public var json: String { content.json(pretty: true) }

    /// The mode the widget is shown in.
    public var displayMode: NCWidgetDisplayMode { shown.displayMode }

    /// The largest mode the user may choose.
    public var largestDisplayMode: NCWidgetDisplayMode { shown.largestDisplayMode }

    /// How large the widget would like to be when it is expanded; nil until it has said so.
    public var preferredContentSize: Size? { shown.preferredContentSize }

    /// The margins around the content; a negative side is as the panel proposes.
    public var marginInsets: EdgeInsets { shown.marginInsets }

    /// When the widget wants an update, whatever its interval; nil if it asked for none.
    public var nextUpdate: Timestamp? { shown.nextUpdate }

    /// What went wrong last, as the panel shows it; nil after a success.
    public var error: String? { shown.error }

    /// How the last update ended; nil before the first.
    public var lastResult: NCUpdateResult? { shown.lastResult }

    /// How often the content has changed.
    public var revision: Int { shown.revision }

    /// The URLs that were opened so far, by the widget and by taps.
    public var openedURLs: [String] { shown.openedURLs.withLock { $0 } }

    /// What was said on standard error so far: what a widget did wrong.
    public var messages: [String] { shown.messages.withLock { $0 } }

    /// Says which URLs there is a program for; at first all.
    public func open(where condition: @escaping @Sendable (String) -> Bool) {
        shown.opening.withLock { $0.opens = condition }
    }

    // MARK: Time

    /// This moment.
    public var now: Timestamp { shown.now.withLock { $0 } }

    /// Lets time pass. The update that the widget has asked for is run when its moment comes; its interval is the
    /// manifest's, and so not known here.
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

    /// Calls `beginRequest(with:)`, as the center does first. Without it the first other call does so.
    public func begin() { shown.inside { shown.apply(session.begin(current(.start), for: Self.center)) } }

    /// Updates the widget, as a panel does that becomes visible. Returns the result as panels are told: new data that
    /// changed nothing is none.
    @discardableResult
    public func update() async -> NCUpdateResult { await update(.visible) }

    @discardableResult
    private func update(_ reason: UpdateReason) async -> NCUpdateResult {
        let context = current(reason)
        let (result, changes) = await shown.inside { await session.performUpdate(context, for: Self.center) }
        return shown.apply(result, changes)
    }

    /// The values of the widget's settings that are in force, by their keys.
    public var settings: [String: NCValue] { context.settings.compactMapValues { NCValue($0) } }

    /// Changes settings as their user does: all of these, or none. If a value is another one now, the widget is updated
    /// with the reason `settings`.
    ///
    /// Settings are known to a driver that was made by a manifest.
    ///
    /// - Throws: `NCError` with code `invalidSetting`, as the center refuses them.
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

    /// Has the user choose another mode.
    ///
    /// - Throws: ``TapError`` when the widget has no such mode.
    public func setDisplayMode(_ mode: NCWidgetDisplayMode) throws {
        guard mode <= largestDisplayMode else {
            throw TapError(description: "the largest mode is \(largestDisplayMode.rawValue)")
        }
        if mode == displayMode { return }
        shown.displayMode = mode
        let size = current(.requested).maximumSize(for: mode)
        shown.inside { shown.apply(session.displayModeChanged(to: mode, maximum: size, for: Self.center)) }
    }

    /// A panel becomes visible.
    public func appear() {
        context.viewing = true
        shown.inside { session.appear() }
    }

    /// The last panel is hidden.
    public func disappear() {
        context.viewing = false
        shown.inside { session.disappear() }
    }

    /// Sets what the panel is like, for the calls to come.
    public func setPanel(
        locale: String? = nil, isDark: Bool? = nil, proposedMarginInsets: EdgeInsets? = nil, compactSize: Size? = nil,
        expandedSize: Size? = nil
    ) {
        if let locale { context.locale = locale }
        if let isDark { context.colorScheme = isDark ? .dark : .light }
        if let proposedMarginInsets { context.proposedMarginInsets = proposedMarginInsets }
        if let compactSize { context.compactSize = compactSize }
        if let expandedSize { context.expandedSize = expandedSize }
    }

    /// Waits until the work is done that the widget does after its answers; see
    /// `NSExtensionContext.completeRequest(returningItems:completionHandler:)`.
    public func finishWork() async { await life.waitUntilIdle() }

    /// Ends the widget as the center does: work that goes on is told that its time is up, and waited for.
    public func end() async {
        shown.inside { session.expire() }
        life.end(0)
        _ = await life.ended
        shown.inside { widget.widgetWillTerminate() }
    }

    // MARK: Taps

    /// Taps a node: the one with this `id`, else the first that is shown with this label, text or accessibility label.
    /// As in a panel, the innermost node around it that can be tapped is meant.
    ///
    /// A URL is opened, and the actions of the center are done; a switch sends its other state.
    ///
    /// - Throws: ``TapError`` when there is nothing to tap; what the widget throws.
    public func tap(_ what: String) async throws {
        let drawing = content.drawing(DrawingContext(now: now, displayMode: displayMode))
        guard !what.isEmpty, let way = drawing.root?.way(to: what) else {
            throw TapError(description: "there is no \(what.debugDescription) to tap in:\n\(text)")
        }
        switch try way.tap() {
        case nil: throw TapError(description: "\(what.debugDescription) does nothing when it is tapped")
        case .url(let url): shown.open(url)
        case .action(NCActionName.refresh.rawValue, _): await update(.requested)
        case .action(NCActionName.toggleDisplayMode.rawValue, _):
            try setDisplayMode(displayMode == .compact ? .expanded : .compact)
        case .action(let name, let parameter): try await perform(name, parameter.flatMap { NCValue($0) })
        }
    }

    /// Performs an action, as a tap on a node with that action does.
    ///
    /// - Throws: what the widget throws.
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

/// Why nothing could be tapped.
public struct TapError: Error, Hashable, Sendable, CustomStringConvertible { public let description: String }
