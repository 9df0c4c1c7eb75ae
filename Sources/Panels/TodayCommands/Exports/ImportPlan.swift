internal import DBus
internal import TodayModel

/// The changes that an import makes in a center, and the problems in the way. Pure.
struct ImportPlan: Hashable {
    /// The state of a center, as far as an import depends on it.
    struct State: Hashable {
        var arrangement: [WidgetIdentifier]
        var known: [WidgetIdentifier: WidgetProperties]
        /// The removed copies that the center keeps.
        var removed: Set<WidgetIdentifier> = []
        var scripts: [TodayExport.Script] = []
    }

    /// The change of one widget. All widgets have the identifiers of the file.
    enum Change: Hashable {
        /// Brings a removed copy back.
        case restore(WidgetIdentifier)
        /// Adds a copy with these settings.
        case add(WidgetIdentifier, [String: SettingValue])
        case mode(WidgetIdentifier, DisplayMode)
        case options(WidgetIdentifier, WidgetOptionChoices)
        case settings(WidgetIdentifier, [String: SettingValue])
    }

    private let export: TodayExport
    /// Whether the named widgets follow those that are arranged.
    private let isMerge: Bool
    private(set) var changes: [Change] = []
    /// Widgets that aren't installed, values that don't fit, and scripts that are missing or differ; one line each.
    private(set) var problems: [String] = []
    /// The widgets of the file, by the identifiers that they have in the center. Those of new copies follow when they
    /// are added.
    private(set) var places: [WidgetIdentifier: WidgetIdentifier] = [:]

    init(_ export: TodayExport, isMerge: Bool, in state: State) {
        self.export = export
        self.isMerge = isMerge
        match(state)
        for identifier in export.identifiers {
            guard let definition = state.known[identifier.widget] else {
                problems.append("\(identifier): not installed here")
                continue
            }
            plan(identifier, definition, state)
        }
        for script in export.scripts {
            guard let own = state.scripts.first(where: { $0.name == script.name }) else {
                problems.append("the script \(script.name) is missing here")
                continue
            }
            if own.sha256 != script.sha256 { problems.append("the script \(script.name) differs from the one here") }
        }
    }

    /// Finds the widgets of the file in the center. A copy may have another number there, so its settings count first.
    private mutating func match(_ state: State) {
        var free = Set(state.known.keys)
        func settle(_ identifier: WidgetIdentifier, _ place: WidgetIdentifier) {
            places[identifier] = place
            free.remove(place)
        }
        for identifier in export.identifiers where identifier.instance == 1 && free.contains(identifier) {
            settle(identifier, identifier)
        }
        let copies = export.identifiers.filter { $0.instance > 1 }
        for copy in copies {
            let candidates = free.filter { $0.widget == copy.widget && $0.instance > 1 }.sorted()
            let alike = candidates.filter { candidate in
                guard let widget = state.known[candidate] else { return false }
                return widget.settingValues == fitting(copy, widget.settingsSchema).values
            }
            if let place = alike.first(where: { $0 == copy }) ?? alike.first { settle(copy, place) }
        }
        for copy in copies where places[copy] == nil && free.contains(copy) { settle(copy, copy) }
    }

    private func fitting(
        _ identifier: WidgetIdentifier, _ schema: SettingsSchema
    ) -> (values: [String: SettingValue], faults: [Fault]) {
        var (values, faults): ([String: SettingValue], [Fault]) = ([:], [])
        let settings = export.widgets[identifier]?.settings ?? [:]
        for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
            do throws(Fault) {
                let declaration = try schema.declaration(of: key)
                do throws(Fault) { values[key] = try declaration.value(value) } catch { throw error.below(key) }
            } catch { faults.append(error) }
        }
        return (values, faults)
    }

    private mutating func plan(_ identifier: WidgetIdentifier, _ definition: WidgetProperties, _ state: State) {
        let present = places[identifier].flatMap { state.known[$0] }
        let isKept = state.removed.contains(identifier)
        if present == nil, !isKept, !definition.instances {
            problems.append("\(identifier): \(identifier.widget) can’t be added more than once here")
            return
        }
        let wanted = export.widgets[identifier] ?? TodayExport.Widget()
        let (values, faults) = fitting(identifier, definition.settingsSchema)
        problems += faults.map { "\(identifier): \($0)" }
        // A center without the wanted value gets it; a value that is in force already stays as it is.
        if let present {
            let new = values.filter { present.settingValues[$0.key] != $0.value }
            if !new.isEmpty { changes.append(.settings(identifier, new)) }
        } else if isKept {
            changes.append(.restore(identifier))
            if !values.isEmpty { changes.append(.settings(identifier, values)) }
        } else {
            changes.append(.add(identifier, values))
        }
        if let mode = wanted.mode, mode != present?.displayMode {
            if mode <= definition.largestDisplayMode {
                // A new copy is compact unless its author says otherwise, so it is set in any case.
                changes.append(.mode(identifier, mode))
            } else {
                problems.append("\(identifier): mode: the widget has no \(mode.rawValue) mode here")
            }
        }
        planOptions(identifier, wanted.options, present, definition)
    }

    private mutating func planOptions(
        _ identifier: WidgetIdentifier, _ options: [String: DBusValue], _ present: WidgetProperties?,
        _ definition: WidgetProperties
    ) {
        var choices = WidgetOptionChoices()
        do throws(Fault) { choices = try WidgetOptionChoices(options) } catch {
            // A size of a later version; the other options were checked with the file.
            problems.append("\(identifier): options.\(error)")
            choices =
                (try? WidgetOptionChoices(options.filter { $0.key != WidgetOptions.Key.size.rawValue })) ?? choices
        }
        if let size = choices.size, !definition.sizes.contains(size) {
            problems.append("\(identifier): options.Size: the widget has no size \(size.rawValue) here")
            choices.size = nil
        }
        if let current = present?.options {
            if choices.size == current.size { choices.size = nil }
            if choices.updateInterval == current.updateInterval { choices.updateInterval = nil }
            if choices.isPaused == current.isPaused { choices.isPaused = nil }
        } else {
            // These are the values of a new copy.
            if choices.size == .regular { choices.size = nil }
            if choices.isPaused == false { choices.isPaused = nil }
        }
        if !choices.isEmpty { changes.append(.options(identifier, choices)) }
    }

    /// Records which identifier a widget of the file has in the center.
    mutating func settle(_ identifier: WidgetIdentifier, as place: WidgetIdentifier) { places[identifier] = place }

    mutating func report(_ problem: String) { problems.append(problem) }

    /// Returns the arrangement after the import.
    ///
    /// - Parameters:
    ///   - current: the arrangement before it.
    ///   - place: returns the identifier that a widget of the file has in the center; nil for a missing one.
    func arrangement(
        after current: [WidgetIdentifier], _ place: (WidgetIdentifier) -> WidgetIdentifier?
    ) -> [WidgetIdentifier] {
        let named = export.arrangement.compactMap(place)
        let all = Set(export.identifiers.compactMap(place))
        return isMerge
            ? current + named.filter { !current.contains($0) } : named + current.filter { !all.contains($0) }
    }

    /// The identifiers of the file that exist in the center after the import.
    var imported: Set<WidgetIdentifier> {
        let new = changes.compactMap { change -> WidgetIdentifier? in
            switch change {
            case .restore(let identifier), .add(let identifier, _): identifier
            case .mode, .options, .settings: nil
            }
        }
        return Set(places.keys).union(new)
    }
}

extension ImportPlan.Change: CustomStringConvertible {
    var description: String {
        func list(_ values: [String: SettingValue]) -> String {
            values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.written)" }.joined(separator: " ")
        }
        switch self {
        case .restore(let identifier): return "restore \(identifier)"
        case .add(let identifier, let values):
            return "add a copy of \(identifier.widget) as \(identifier)" + (values.isEmpty ? "" : ": \(list(values))")
        case .mode(let identifier, let mode): return "\(identifier): show it \(mode.rawValue)"
        case .options(let identifier, let choices):
            let values = choices.dictionary.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.lineText)" }
            return "\(identifier): set the options \(values.joined(separator: " "))"
        case .settings(let identifier, let values): return "\(identifier): set \(list(values))"
        }
    }
}

extension WidgetProperties {
    /// The settings in force.
    fileprivate var settingValues: [String: SettingValue] {
        settings.reduce(into: [:]) { values, setting in values[setting.key] = SettingValue(setting.value) }
    }
}
