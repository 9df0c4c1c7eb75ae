package import DBus
package import TodayModel
package import TodayServiceRules

/// The properties of one widget. Pure: a change returns the changed properties, and emits nothing.
@dynamicMemberLookup
package struct WidgetRecord: Sendable {
    package let identifier: WidgetIdentifier
    package let path: ObjectPath
    package private(set) var definition: WidgetDefinition
    package private(set) var source: WidgetSource
    package private(set) var provider: ProviderKind
    /// The unique name of the connection that registered it at run time; nil for a manifest's, and once that connection
    /// is gone.
    package var registrant: BusName?
    /// The icon and the main category of the containing app, if known.
    private var appIcon: String?
    private var appCategory: String?
    /// The values that outlive the widget's presence. ``kept`` is their form on disk.
    package private(set) var stored = StoredWidget()

    package private(set) var isSnapshot = false
    package private(set) var lastResult: UpdateResult?
    package private(set) var state = WidgetState.idle
    /// Consecutive failed runs.
    package private(set) var failures: UInt32 = 0
    /// When the center tries again by itself after a failure; never if it doesn't.
    package private(set) var retryAt = Timestamp.never
    /// The ``StoredWidget/updatedAt`` that panels and the disk have.
    package var ageLag = ConfirmationLag()

    package init(_ identifier: WidgetIdentifier, _ definition: WidgetDefinition, source: WidgetSource) {
        self.identifier = identifier
        path = TodayBus.path(of: identifier)
        self.definition = definition
        self.source = source
        provider = definition.provider(for: identifier)
    }

    /// The values of ``StoredWidget``.
    package subscript<Value>(dynamicMember value: KeyPath<StoredWidget, Value>) -> Value { stored[keyPath: value] }

    /// The bus name it was registered over; the center calls its provider from that name's connection.
    package var endpoint: Endpoint {
        get { stored.endpoint }
        set { stored.endpoint = newValue }
    }
    /// The id of the sandboxed app that registered it, whose share it counts against; nil for any other widget.
    package var sandboxedApp: String? {
        get { stored.sandboxedApp }
        set { stored.sandboxedApp = newValue }
    }
    /// The highest number of any instance of the widget so far.
    package var lastInstance: Int {
        get { stored.lastInstance }
        set { stored.lastInstance = newValue }
    }
    /// Whether the desktop file of the containing app was ever found.
    package var containingAppSeen: Bool {
        get { stored.containingAppSeen }
        set { stored.containingAppSeen = newValue }
    }

    package var largestDisplayMode: DisplayMode { stored.largestDisplayMode ?? definition.largestDisplayMode }
    package var preferredContentSize: Size { stored.preferredContentSize ?? definition.preferredContentSize }

    /// Whether its provider runs in a sandbox.
    package var isSandboxed: Bool { sandboxedApp != nil }

    /// The user's name for it if that is a setting, else its author's.
    package var name: String {
        definition.settingsSchema.title(stored.settings) ?? definition.name ?? identifier.rawValue
    }
    /// Its settings in force.
    package var settings: [String: SettingValue] { definition.settingsSchema.values(stored.settings) }
    /// The user's choices in force; the others are those of the definition.
    package var options: WidgetOptions {
        var options = WidgetOptions()
        options.updateInterval = definition.updateInterval
        options.apply(stored.optionChoices)
        if !definition.sizes.contains(options.size) { options.size = .regular }
        return options
    }
    /// Its own icon, or the containing app's icon if a definition may specify such an icon.
    package var icon: String {
        if let icon = definition.icon { return icon }
        guard let appIcon, IconRule.fault(in: appIcon, isSandboxed: isSandboxed) == nil else { return "" }
        return appIcon
    }

    /// The category of its own, or of the containing app.
    package var category: String { definition.category ?? appCategory ?? "" }

    /// The kind of its error; nil exactly while it has none.
    package var errorKind: ErrorKind? { stored.error.isEmpty ? nil : stored.errorKind ?? .app }

    /// Whether something is wrong that the center may try again.
    package var isFailing: Bool { lastResult == .failed || !stored.error.isEmpty }

    /// The size of the trees that it has, in bytes: its content, and a sample that was registered.
    package var byteCount: Int { stored.storedContent.byteCount + sampleBytes }

    /// The size of the sample that was registered. All instances share it, so it counts once.
    package var sampleBytes: Int { identifier.instance == 1 ? definition.sample?.byteCount ?? 0 : 0 }

    /// The content for panels: empty while ``hasContent`` is false.
    package var content: Content { stored.hasContent ? stored.content : .empty }

    /// Whether it has no content and no update was tried, according to the stored values.
    package var isUntried: Bool { stored.storedContent.isEmpty && stored.updatedAt == .never && stored.error.isEmpty }

    /// Sets a new definition. Place, mode, content and `HasContent` stay, unless the definition sets them.
    package mutating func redefine(_ definition: WidgetDefinition, source: WidgetSource) -> Set<WidgetMember> {
        tracking { record in
            let isTranslation =
                source == .manifest && record.source == .manifest
                && definition.untranslated == record.definition.untranslated
            if definition.containingApp != record.definition.containingApp {
                record.appIcon = nil
                record.appCategory = nil
                record.stored.containingAppSeen = false
            }
            record.definition = definition
            record.source = source
            record.provider = definition.provider(for: record.identifier)
            // No provider will confirm it.
            if record.provider == .none { record.isSnapshot = false }
            // Another language keeps the values of the provider.
            if isTranslation { return }
            record.stored.largestDisplayMode = nil
            record.stored.preferredContentSize = nil
            record.limitDisplayMode()
        }
    }

    /// The origin of changes.
    package enum Origin: Hashable, Sendable {
        /// `UpdateWidget`.
        case push
        /// The answer to a tap or to `DisplayModeChanged`.
        case answer
        /// Held pushes, as the resulting state of the widget, and whether any of them confirmed it.
        case held(confirms: Bool)
        /// `RegisterWidget` or a manifest.
        case definition
        /// `BeginRequest`: values that the provider remembers, which confirm nothing.
        case cached
        /// A provider's answer to an update.
        case result(UpdateResult)
    }

    /// Applies changes, all or none. Content counts as a recovery: it clears the error, unless the changes set one.
    ///
    /// - Returns: the properties whose values have changed.
    /// - Throws: a fault if the mode is above the largest one; nothing has changed then.
    package mutating func apply(
        _ changes: WidgetChanges, from origin: Origin, at now: Timestamp
    ) throws(Fault) -> Set<WidgetMember> {
        let largest = changes.largestDisplayMode ?? largestDisplayMode
        if let mode = changes.displayMode, mode > largest {
            throw Fault(
                path: WidgetMember.displayMode.rawValue,
                message: "\(mode.rawValue) is above \(largest.rawValue), the largest mode of this widget")
        }
        if changes.updatedAt != nil, changes.content == nil, origin != .result(.newData) {
            throw Fault(
                path: WidgetMember.updatedAt.rawValue, message: "it is only allowed with Content or the result new-data"
            )
        }
        return tracking { record in
            let modeBefore = record.displayMode
            let revised = record.applyProvided(changes)
            if let nextUpdate = changes.nextUpdate { record.stored.nextUpdate = nextUpdate }
            if let mode = changes.displayMode { record.stored.displayMode = mode }
            record.limitDisplayMode()
            if let error = changes.error ?? (changes.content == nil ? nil : "") {
                record.setError(error, changes.errorKind)
            }
            record.setAttention(changes)
            switch origin {
            case .cached: return
            case .definition: if changes.content == nil { return }
            case .push, .answer: if !changes.confirms, !revised { return }
            case .held(let confirms): if !confirms { return }
            case .result(let result):
                let isNew = revised || record.displayMode != modeBefore
                record.lastResult = result == .newData && !isNew ? .noData : result
                record.failures = 0
                record.setError(changes.error ?? "", changes.errorKind)
            }
            record.stored.updatedAt = min(changes.updatedAt ?? now, now)
            record.isSnapshot = false
        }
    }

    /// Applies the values that count for the revision. Returns whether the revision changed.
    private mutating func applyProvided(_ changes: WidgetChanges) -> Bool {
        let before = (stored.hasContent, content, preferredContentSize, largestDisplayMode, stored.marginInsets)
        if let flag = changes.hasContent {
            if !flag, stored.hasContent {
                stored.storedContent = .empty
                stored.nextUpdate = .never
            }
            stored.hasContent = flag
        }
        if let content = changes.content { stored.content = content }
        if let size = changes.preferredContentSize {
            stored.preferredContentSize = size == definition.preferredContentSize ? nil : size
        }
        if let largest = changes.largestDisplayMode {
            stored.largestDisplayMode = largest == definition.largestDisplayMode ? nil : largest
        }
        if let insets = changes.marginInsets { stored.marginInsets = insets }
        let same = before == (stored.hasContent, content, preferredContentSize, largestDisplayMode, stored.marginInsets)
        if !same { stored.revision += 1 }
        return !same
    }

    private mutating func setError(_ text: String, _ kind: ErrorKind?) {
        stored.error = text
        stored.errorKind = text.isEmpty ? nil : kind ?? .app
    }

    /// Applies `Attention` and `Badge`, which don't count for the revision. A widget without content has none.
    private mutating func setAttention(_ changes: WidgetChanges) {
        if let badge = changes.badge { stored.badge = badge }
        stored.attention = changes.attention ?? changes.badge.map { $0 > 0 ? .badge : .none } ?? stored.attention
        if !stored.hasContent { (stored.attention, stored.badge) = (.none, 0) }
    }

    private mutating func limitDisplayMode() {
        if stored.displayMode > largestDisplayMode { stored.displayMode = largestDisplayMode }
    }

    /// The values for the disk. Only the first instance of a widget has the registration.
    package var kept: StoredWidget {
        var kept = stored
        if source == .registered, identifier.instance == 1 {
            kept.registration = definition
            // Its initial values are among the widget's values, or were replaced since.
            kept.registration?.changes = WidgetChanges()
        } else {
            kept.endpoint = .center
            kept.sandboxedApp = nil
        }
        return kept
    }

    /// Applies the values from disk. The definition's own values stay.
    ///
    /// An instance that the user removed is restored with the next revision. Its content is a snapshot in any case; that
    /// of other widgets is one only if a provider can confirm it.
    ///
    /// - Parameter isSnapshot: whether no provider has confirmed the content yet, as when the service has just started.
    package mutating func restore(_ kept: StoredWidget, isSnapshot: Bool) {
        let (endpoint, app) = (stored.endpoint, stored.sandboxedApp)
        stored = kept
        (stored.endpoint, stored.sandboxedApp) = (endpoint, app)
        stored.registration = nil
        stored.removedAt = nil
        limitDisplayMode()
        if stored.removal.take() != nil { stored.revision += 1 }
        self.isSnapshot = isSnapshot && !kept.storedContent.isEmpty && (kept.removal != nil || provider != .none)
    }

    /// Raises the revision to at least this one, so that it continues after revisions that clients may have seen.
    package mutating func raiseRevision(to least: UInt64) { stored.revision = max(stored.revision, least) }

    /// Records a failed run: the content stays.
    ///
    /// - Parameter reason: the reason for the user; text from a provider is cut and cleaned.
    package mutating func fail(
        _ reason: String, kind: ErrorKind = .app, nextUpdate: Timestamp?
    ) -> Set<WidgetMember> {
        tracking { record in
            record.lastResult = .failed
            record.setError(ForeignText.cleaned(reason, keepsLines: true), kind)
            if let nextUpdate { record.stored.nextUpdate = nextUpdate }
            record.failures += 1
        }
    }

    /// Counts a run that has ended on this day, regardless of its result. Panels don't see the count.
    package mutating func countRun(on day: Int) { stored.runs.increment(on: day) }

    /// Sets the user's valid values of some settings. Stored values that no longer fit any setting are dropped.
    package mutating func setSettings(_ values: [String: SettingValue]) -> Set<WidgetMember> {
        tracking { record in
            let fitting = record.definition.settingsSchema.fitting(record.stored.settings)
            record.stored.settings = fitting.merging(values) { $1 }
        }
    }

    /// Resets the user's values; an empty list resets all.
    package mutating func resetSettings(_ keys: [String]) -> Set<WidgetMember> {
        tracking { record in
            let fitting = record.definition.settingsSchema.fitting(record.stored.settings)
            record.stored.settings = keys.isEmpty ? [:] : fitting.filter { !keys.contains($0.key) }
        }
    }

    /// Sets some of the user's options, which are valid.
    package mutating func setOptions(_ choices: WidgetOptionChoices) -> Set<WidgetMember> {
        tracking { $0.stored.optionChoices = $0.stored.optionChoices.merging(choices) }
    }

    /// Resets the user's options; an empty list resets all.
    package mutating func resetOptions(_ keys: [String]) -> Set<WidgetMember> {
        tracking { $0.stored.optionChoices = $0.stored.optionChoices.removing(keys) }
    }

    /// Sets the mode that the user has chosen.
    ///
    /// - Throws: a fault if it is above the largest one.
    package mutating func setDisplayMode(_ mode: DisplayMode) throws(Fault) -> Set<WidgetMember> {
        guard mode <= largestDisplayMode else {
            throw Fault(
                path: "mode",
                message: "\(mode.rawValue) is above \(largestDisplayMode.rawValue), "
                    + "the largest mode of \(identifier)")
        }
        return tracking { $0.stored.displayMode = mode }
    }

    /// Sets the icon and the main category of an app, if it is still the containing app.
    package mutating func setApp(icon: String?, category: String?, of app: String) -> Set<WidgetMember> {
        guard definition.containingApp == app else { return [] }
        return tracking { record in
            record.appIcon = icon
            record.appCategory = category
        }
    }

    /// Sets when the center tries again by itself.
    package mutating func setRetryAt(_ time: Timestamp) -> Set<WidgetMember> {
        time == retryAt ? [] : tracking { $0.retryAt = time }
    }

    package mutating func setState(_ state: WidgetState) -> Set<WidgetMember> { tracking { $0.state = state } }

    /// Clears the time of the one-time update, because it was used.
    package mutating func clearNextUpdate() -> Set<WidgetMember> { tracking { $0.stored.nextUpdate = .never } }

    /// Runs `body`, and compares the properties for panels before and after.
    private mutating func tracking(_ body: (inout WidgetRecord) -> Void) -> Set<WidgetMember> {
        let before = self
        body(&self)
        let properties = CenterContract.recordProperties
        var changed: Set<WidgetMember> = []
        // Content is compared when it is applied; the revision stands for it, and is emitted with it.
        for index in properties.indices where properties[index].isChanged(before, self) {
            changed.insert(properties[index].member)
        }
        return changed
    }

    /// Whether other settings are in force. They are compared only where anything that they come from differs.
    func hasOtherSettings(than other: WidgetRecord) -> Bool {
        (stored.settings != other.stored.settings || definition.settingsSchema != other.definition.settingsSchema)
            && settings != other.settings
    }
}

extension WidgetRecord {
    /// Applies changes whose own values are valid; only the mode can still be above the largest one.
    mutating func accept(
        _ changes: WidgetChanges, from origin: Origin, at now: Timestamp
    ) throws(CenterError) -> Set<WidgetMember> {
        do { return try apply(changes, from: origin, at: now) } catch {
            throw CenterError(origin == .definition ? .invalidDefinition : .invalidContent, "\(error)")
        }
    }
}

extension WidgetChanges {
    /// Whether a push of these changes confirms the widget's content, new or not: they contain part of what it shows. A
    /// requested update, an error, or the fact that it still has content confirms nothing.
    var confirms: Bool {
        content != nil || preferredContentSize != nil || largestDisplayMode != nil || marginInsets != nil
    }
}
