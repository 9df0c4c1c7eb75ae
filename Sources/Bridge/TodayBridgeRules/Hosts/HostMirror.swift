package import DBus
package import TodayModel

/// The widgets of another machine that are shown here: which of them, and what is known about each. Pure.
///
/// Nothing that comes from there is trusted: what is kept is bounded, and each kind of fault is reported once.
package struct HostMirror: Sendable {
    /// The widgets by their identifiers here.
    package private(set) var widgets: [WidgetIdentifier: MirroredWidget] = [:]

    private let source: String
    private let patterns: [WidgetPattern]
    private let hasSettings: Bool
    /// The identifiers here by the objects there.
    private var paths: [ObjectPath: WidgetIdentifier] = [:]
    /// The changes of objects that are being read.
    private var early: [ObjectPath: [String: DBusValue]] = [:]
    /// The memory of all changes in ``early`` since the list began.
    private var earlyCost = 0
    /// The widgets of the last connection that this one hasn't listed yet.
    private var unseen: Set<WidgetIdentifier> = []
    private var changed: Set<WidgetIdentifier> = []
    /// The order in which the widgets were listed.
    private var positions: [WidgetIdentifier: Int] = [:]
    private var lastPosition = 0
    private var reports: [String] = []
    private var reported: Set<Complaint> = []
    private var budget: ContentBudget
    private let maximumCount: Int
    private let maximumBytes: Int

    /// The kinds of faults, each of which is reported once.
    private enum Complaint: Hashable { case value, count, size, name, double }

    /// - Parameters:
    ///   - count: The number of widgets.
    ///   - bytes: The size of all content.
    package init(of group: HostGroup, count: Int, bytes: Int) {
        source = group.name
        patterns = group.widgets
        hasSettings = group.taps
        (maximumCount, maximumBytes) = (count, bytes)
        budget = ContentBudget(bytes: bytes)
    }

    // MARK: Input

    /// Receives a widget that the center here has stored. It stays if the other machine lists it.
    package mutating func adopt(_ widget: WidgetProperties) {
        guard widgets.count < maximumCount, budget.set(widget.content, of: widget.identifier) else { return }
        widgets[widget.identifier] = MirroredWidget(stored: widget)
    }

    /// Begins a new list of the objects there. The widgets stay until ``finish()``.
    package mutating func begin() {
        (paths, early, earlyCost) = ([:], [:], 0)
        unseen = Set(widgets.keys)
    }

    /// Records that an object is being read: changes that arrive meanwhile are newer.
    package mutating func beginReading(_ path: ObjectPath) { early[path] = [:] }

    /// Receives the properties that were read from an object; nil if it can't be read.
    package mutating func finishReading(_ path: ObjectPath, _ values: [String: DBusValue]?) {
        // Without an entry, the object was removed or added again meanwhile.
        guard let later = early.removeValue(forKey: path), let values else { return }
        add(path, values.merging(later) { $1 })
    }

    /// An object can't be read, because its properties are too large or malformed.
    package mutating func failReading(_ path: ObjectPath, _ reason: String) {
        if early.removeValue(forKey: path) != nil {
            complain(.size, "\(path.rawValue.excerpt) can't be read: \(reason)")
        }
    }

    /// Receives the properties of an added object.
    package mutating func add(_ path: ObjectPath, _ values: [String: DBusValue]) {
        early[path] = nil
        guard case .string(let text)? = values[WidgetMember.identifier.rawValue]?.unwrapped,
            let there = WidgetIdentifier(rawValue: text)
        else { return complain(.value, "\(path.rawValue.excerpt) has no identifier of a widget") }
        if let former = paths[path], widgets[former]?.identifier != there { remove(path) }
        guard isWanted(there) else { return }
        guard let here = RemoteIdentifier.identifier(of: there, source: source) else {
            return complain(.name, "\(there) isn't shown: its identifier would be too long here")
        }
        if paths[path] != here {
            if paths.values.contains(here) {
                return complain(.double, "\(there) appears twice; only the first one is shown")
            }
            if widgets[here] == nil, widgets.count >= maximumCount, !dropUnseen() {
                return complain(.count, "it has more than \(maximumCount) widgets; the others aren't shown")
            }
        }
        paths[path] = here
        unseen.remove(here)
        lastPosition += 1
        if widgets[here] == nil { positions[here] = lastPosition }
        set(here, MirroredWidget(there), values)
    }

    /// Receives changed properties of an object.
    package mutating func change(_ path: ObjectPath, _ values: [String: DBusValue]) {
        if early[path] != nil {
            for member in MirroredWidget.members {
                guard let value = values[member.rawValue] else { continue }
                earlyCost += value.memoryCost
                if earlyCost > maximumBytes {
                    return complain(
                        .size, "it changes faster than it can be read; \(path.rawValue.excerpt) may be outdated")
                }
                early[path]?[member.rawValue] = value
            }
        } else if let here = paths[path], let widget = widgets[here] {
            set(here, widget, values)
        }
    }

    /// An object was removed.
    package mutating func remove(_ path: ObjectPath) {
        early[path] = nil
        if let here = paths.removeValue(forKey: path) { forget(here) }
    }

    /// All objects are listed: others from the last connection are gone.
    package mutating func finish() {
        for here in unseen { forget(here) }
        unseen = []
    }

    // MARK: Output

    /// Returns the identifiers here of widgets that were added, changed or removed since the last call.
    package mutating func takeChanges() -> Set<WidgetIdentifier> {
        defer { changed = [] }
        return changed
    }

    /// Returns identifiers in the order in which the other machine lists the widgets.
    package func sorted(_ identifiers: Set<WidgetIdentifier>) -> [WidgetIdentifier] {
        identifiers.sorted { (positions[$0] ?? 0, $0.rawValue) < (positions[$1] ?? 0, $1.rawValue) }
    }

    /// Returns sentences for the log since the last call.
    package mutating func takeReports() -> [String] {
        defer { reports = [] }
        return reports
    }

    // MARK: Rules

    /// Whether a widget there is shown here. Widgets that are themselves from elsewhere aren't: two machines that show
    /// each other's widgets would never end.
    private func isWanted(_ there: WidgetIdentifier) -> Bool {
        RemoteIdentifier.source(of: there) == nil && !RemoteProbe.isProbe(there)
            && patterns.contains { $0.matches(there.rawValue) }
    }

    private mutating func set(_ here: WidgetIdentifier, _ base: MirroredWidget, _ values: [String: DBusValue]) {
        var values = values
        if !hasSettings { values[WidgetMember.settingsSchema.rawValue] = nil }
        var widget = base
        let former = widgets[here]
        let faults = widget.apply(values)
        if let (member, fault) = faults.min(by: { $0.key.rawValue < $1.key.rawValue }) {
            complain(.value, "\(widget.identifier): \(fault.below(member.rawValue))")
        }
        // Content that can't be shown here doesn't replace content that can.
        if faults[.content] != nil { widget = widget.with(contentOf: former) }
        if !budget.set(widget.content, of: here) {
            complain(.size, "its content takes too much memory; \(widget.identifier) isn't updated")
            widget = widget.with(contentOf: former)
        }
        if widget == former { return }
        widgets[here] = widget
        changed.insert(here)
    }

    /// Removes a widget of the last connection to make room. Returns false if all are listed.
    private mutating func dropUnseen() -> Bool {
        guard let here = unseen.popFirst() else { return false }
        forget(here)
        return true
    }

    private mutating func forget(_ here: WidgetIdentifier) {
        guard widgets.removeValue(forKey: here) != nil else { return }
        positions[here] = nil
        budget.remove(here)
        changed.insert(here)
    }

    private mutating func complain(_ complaint: Complaint, _ text: String) {
        if reported.insert(complaint).inserted { reports.append("\(source): \(text)") }
    }
}
