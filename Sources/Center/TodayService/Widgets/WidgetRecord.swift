package import DBus
package import TodayModel
package import TodayServiceRules

/// Everything the center knows of one widget. Pure: changing it tells which properties changed, and sends nothing.
package struct WidgetRecord: Sendable {
    package let identifier: WidgetIdentifier
    package let path: ObjectPath
    package private(set) var definition: WidgetDefinition
    package private(set) var source: WidgetSource
    package private(set) var provider: ProviderKind
    /// Who registered it at run time, by unique name; nil for a manifest's, and once that connection is gone.
    package var registrant: BusName?
    /// Which name it was registered over; its provider is called from that name's connection.
    package var endpoint = Endpoint.center
    /// The id of the sandboxed app that registered it, whose share it counts for; nil for any other widget.
    package var sandboxedApp: String?
    /// The icon of the containing app, where that is known.
    private var appIcon: String?

    package private(set) var hasContent = true
    package private(set) var displayMode = DisplayMode.compact
    package private(set) var largestDisplayMode: DisplayMode
    package private(set) var preferredContentSize: Size
    package private(set) var marginInsets = EdgeInsets.asProposed
    /// The last good content, also while ``hasContent`` is false.
    private(set) var storedContent = StoredContent.empty
    package var keptContent: Content { storedContent.content }
    package private(set) var revision: UInt64 = 0
    package private(set) var updatedAt = Timestamp.never
    package private(set) var nextUpdate = Timestamp.never
    package private(set) var isSnapshot = false
    package private(set) var lastResult: UpdateResult?
    package private(set) var state = WidgetState.idle
    package private(set) var error = ""
    /// Consecutive failed runs.
    package private(set) var failures: UInt32 = 0
    /// The runs of a day that have ended.
    package private(set) var runs = DayCount()
    /// What the user has set, by the settings' keys; also what fits no setting at present.
    package private(set) var setSettings: [String: SettingValue] = [:]
    /// The highest number that any instance of the widget was given.
    package var lastInstance = 1
    /// Whether the desktop file of the containing app was ever there. It is kept on disk.
    package var containingAppSeen = false
    /// What panels and the disk know of ``updatedAt``.
    package var ageLag = ConfirmationLag()

    package init(_ identifier: WidgetIdentifier, _ definition: WidgetDefinition, source: WidgetSource) {
        self.identifier = identifier
        path = TodayBus.path(of: identifier)
        self.definition = definition
        self.source = source
        provider = definition.provider(for: identifier)
        largestDisplayMode = definition.largestDisplayMode
        preferredContentSize = definition.preferredContentSize
    }

    /// Whether whoever provides it runs in a sandbox.
    package var isSandboxed: Bool { sandboxedApp != nil }

    /// What the user calls it where that is a setting, else what its author does.
    package var name: String {
        definition.settingsSchema.title(setSettings) ?? definition.name ?? identifier.rawValue
    }
    /// Its settings in force.
    package var settings: [String: SettingValue] { definition.settingsSchema.values(setSettings) }
    /// Its own icon, or the containing app's where a definition may give that.
    package var icon: String {
        if let icon = definition.icon { return icon }
        guard let appIcon, IconRule.fault(in: appIcon, isSandboxed: isSandboxed) == nil else { return "" }
        return appIcon
    }

    /// What panels see: nothing while ``hasContent`` is false.
    package var content: Content { hasContent ? keptContent : .empty }

    /// Whether it has nothing to show, was never updated, and was not tried either: not in an earlier session, as far as
    /// is kept of it.
    package var isUntried: Bool { storedContent.isEmpty && updatedAt == .never && error.isEmpty }

    /// Takes a new definition. Place, mode, content and `HasContent` stay, unless the definition gives them.
    package mutating func redefine(_ definition: WidgetDefinition, source: WidgetSource) -> Set<WidgetMember> {
        tracking { record in
            if definition.containingApp != record.definition.containingApp {
                record.appIcon = nil
                record.containingAppSeen = false
            }
            record.definition = definition
            record.source = source
            record.provider = definition.provider(for: record.identifier)
            record.largestDisplayMode = definition.largestDisplayMode
            record.preferredContentSize = definition.preferredContentSize
            record.limitDisplayMode()
        }
    }

    /// What a patch came with.
    package enum Origin: Hashable, Sendable {
        /// `UpdateWidget`.
        case push
        /// The answer to a tap or to `DisplayModeChanged`.
        case answer
        /// Pushes that were held, as what the widget is after them, and whether any of them confirmed it.
        case held(confirms: Bool)
        /// `RegisterWidget` or a manifest.
        case definition
        /// `BeginRequest`: what the provider remembers, which confirms nothing.
        case cached
        /// A provider's answer to an update.
        case result(UpdateResult)
    }

    /// Applies changes, all or nothing. Content is taken as a recovery: it clears the error, unless they bring one.
    ///
    /// - Returns: the properties that have other values now.
    /// - Throws: a fault when the mode is above the largest one; nothing has changed then.
    package mutating func apply(
        _ changes: WidgetChanges, from origin: Origin, at now: Timestamp
    ) throws(Fault) -> Set<WidgetMember> {
        let largest = changes.largestDisplayMode ?? largestDisplayMode
        if let mode = changes.displayMode, mode > largest {
            throw Fault(
                path: WidgetMember.displayMode.rawValue,
                message: "\(mode.rawValue) is above \(largest.rawValue), the largest mode of this widget")
        }
        return tracking { record in
            let modeBefore = record.displayMode
            let revised = record.take(changes)
            if let nextUpdate = changes.nextUpdate { record.nextUpdate = nextUpdate }
            if let mode = changes.displayMode { record.displayMode = mode }
            record.limitDisplayMode()
            if let error = changes.error ?? (changes.content == nil ? nil : "") { record.error = error }
            switch origin {
            case .cached: return
            case .definition: if changes.content == nil { return }
            case .push, .answer: if !changes.confirms, !revised { return }
            case .held(let confirms): if !confirms { return }
            case .result(let result):
                let isNew = revised || record.displayMode != modeBefore
                record.lastResult = result == .newData && !isNew ? .noData : result
                record.failures = 0
                record.error = changes.error ?? ""
            }
            record.updatedAt = now
            record.isSnapshot = false
        }
    }

    /// Takes over what the provider gave. Returns whether that makes a new revision.
    private mutating func take(_ changes: WidgetChanges) -> Bool {
        let before = (hasContent, content, preferredContentSize, largestDisplayMode, marginInsets)
        if let flag = changes.hasContent {
            if !flag, hasContent {
                storedContent = .empty
                nextUpdate = .never
            }
            hasContent = flag
        }
        if let content = changes.content { storedContent = .given(content) }
        if let size = changes.preferredContentSize { preferredContentSize = size }
        if let largest = changes.largestDisplayMode { largestDisplayMode = largest }
        if let insets = changes.marginInsets { marginInsets = insets }
        let same = before == (hasContent, content, preferredContentSize, largestDisplayMode, marginInsets)
        if !same { revision += 1 }
        return !same
    }

    private mutating func limitDisplayMode() {
        if displayMode > largestDisplayMode { displayMode = largestDisplayMode }
    }

    /// Takes over what was kept of this widget. What the definition says itself stays as it says.
    ///
    /// - Parameter isSnapshot: whether the service has just started, and nobody has confirmed the content yet.
    package mutating func restore(_ kept: StoredWidget, isSnapshot: Bool) {
        hasContent = kept.hasContent
        largestDisplayMode = kept.largestDisplayMode ?? definition.largestDisplayMode
        preferredContentSize = kept.preferredContentSize ?? definition.preferredContentSize
        marginInsets = kept.marginInsets
        displayMode = kept.displayMode
        limitDisplayMode()
        storedContent = kept.storedContent
        revision = kept.revision
        updatedAt = kept.updatedAt
        nextUpdate = kept.nextUpdate
        error = kept.error
        runs = kept.runs
        setSettings = kept.settings
        lastInstance = kept.lastInstance
        containingAppSeen = kept.containingAppSeen
        self.isSnapshot = isSnapshot && !kept.storedContent.isEmpty
    }

    /// Goes on counting after a revision that somebody may have seen.
    package mutating func raiseRevision(to least: UInt64) { revision = max(revision, least) }

    /// Notes a failed run: the content stays.
    ///
    /// - Parameter reason: why, as people are told; what a provider says itself is cut and cleaned.
    package mutating func fail(_ reason: String, nextUpdate: Timestamp?) -> Set<WidgetMember> {
        tracking { record in
            record.lastResult = .failed
            record.error = ForeignText.cleaned(reason, keepsLines: true)
            if let nextUpdate { record.nextUpdate = nextUpdate }
            record.failures += 1
        }
    }

    /// Notes that a run has ended, however, on this day. Panels see nothing of it.
    package mutating func countRun(on day: Int) { runs.note(on: day) }

    /// The user's values of some settings, which fit. What fits no setting any more is forgotten with it.
    package mutating func setSettings(_ values: [String: SettingValue]) -> Set<WidgetMember> {
        tracking { record in
            let fitting = record.definition.settingsSchema.fitting(record.setSettings)
            record.setSettings = fitting.merging(values) { $1 }
        }
    }

    /// Takes back what the user has set; no keys are all.
    package mutating func resetSettings(_ keys: [String]) -> Set<WidgetMember> {
        tracking { record in
            let fitting = record.definition.settingsSchema.fitting(record.setSettings)
            record.setSettings = keys.isEmpty ? [:] : fitting.filter { !keys.contains($0.key) }
        }
    }

    /// The user's choice of a mode.
    ///
    /// - Throws: a fault when it is above the largest one.
    package mutating func setDisplayMode(_ mode: DisplayMode) throws(Fault) -> Set<WidgetMember> {
        guard mode <= largestDisplayMode else {
            throw Fault(
                path: "mode",
                message: "\(mode.rawValue) is above \(largestDisplayMode.rawValue), "
                    + "the largest mode of \(identifier)")
        }
        return tracking { $0.displayMode = mode }
    }

    /// Notes the icon of an app, if that is still the containing one.
    package mutating func setAppIcon(_ icon: String?, of app: String) -> Set<WidgetMember> {
        guard definition.containingApp == app else { return [] }
        return tracking { $0.appIcon = icon }
    }

    package mutating func setState(_ state: WidgetState) -> Set<WidgetMember> { tracking { $0.state = state } }

    /// Notes that the one-shot time has been used.
    package mutating func clearNextUpdate() -> Set<WidgetMember> { tracking { $0.nextUpdate = .never } }

    /// Runs `body`, and compares what panels see before and after.
    private mutating func tracking(_ body: (inout WidgetRecord) -> Void) -> Set<WidgetMember> {
        let before = self
        body(&self)
        var changed: Set<WidgetMember> = []
        func compare<Value: Equatable>(_ key: WidgetMember, _ value: (WidgetRecord) -> Value) {
            if value(before) != value(self) { changed.insert(key) }
        }
        compare(.name, \.name)
        compare(.description, \.definition.description)
        compare(.icon, \.icon)
        compare(.containingApp, \.definition.containingApp)
        compare(.hasContent, \.hasContent)
        compare(.displayMode, \.displayMode)
        compare(.largestDisplayMode, \.largestDisplayMode)
        compare(.preferredContentSize, \.preferredContentSize)
        compare(.marginInsets, \.marginInsets)
        // Content is compared where it is taken; the revision stands for it, and travels with it.
        if before.revision != revision { changed.formUnion([.revision, .content]) }
        compare(.updatedAt, \.updatedAt)
        compare(.nextUpdate, \.nextUpdate)
        compare(.isSnapshot, \.isSnapshot)
        compare(.lastResult, \.lastResult)
        compare(.state, \.state)
        compare(.error, \.error)
        compare(.source, \.source)
        compare(.instances, \.definition.instances)
        compare(.settingsSchema, \.definition.settingsSchema)
        if setSettings != before.setSettings || changed.contains(.settingsSchema) { compare(.settings, \.settings) }
        return changed
    }
}

extension WidgetRecord {
    /// Applies a patch whose own values are valid; a mode above the largest one is what can still be wrong.
    mutating func accept(
        _ changes: WidgetChanges, from origin: Origin, at now: Timestamp
    ) throws(CenterError) -> Set<WidgetMember> {
        do { return try apply(changes, from: origin, at: now) } catch {
            throw CenterError(origin == .definition ? .invalidDefinition : .invalidContent, "\(error)")
        }
    }
}

extension WidgetChanges {
    /// Whether a push of these confirms what the widget shows, new or not: they name something of what it shows. A wish,
    /// a trouble, or that there still is content confirms nothing.
    var confirms: Bool {
        content != nil || preferredContentSize != nil || largestDisplayMode != nil || marginInsets != nil
    }
}
