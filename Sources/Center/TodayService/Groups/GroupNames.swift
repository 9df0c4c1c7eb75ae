package import DBus

/// The App Groups that the definitions of widgets name. Pure.
package struct GroupNames: Equatable, Sendable {
    private var widgets: [String: Set<ObjectPath>] = [:]
    private var groups: [ObjectPath: Set<String>] = [:]

    package init() {}

    package func contains(_ group: String) -> Bool { widgets[group] != nil }

    /// Returns the groups that a widget's definition names.
    package func groups(of widget: ObjectPath) -> Set<String> { groups[widget] ?? [] }

    /// Sets the groups that a widget's definition names now; none for a widget that is gone.
    ///
    /// - Returns: the groups that no other definition named before, and those that are no longer named, sorted.
    package mutating func set(_ named: [String], by widget: ObjectPath) -> (added: [String], removed: [String]) {
        let before = groups[widget] ?? []
        let now = Set(named)
        groups[widget] = now.isEmpty ? nil : now
        var added: [String] = []
        var removed: [String] = []
        for group in now.subtracting(before) {
            if widgets[group, default: []].isEmpty { added.append(group) }
            widgets[group, default: []].insert(widget)
        }
        for group in before.subtracting(now) {
            widgets[group]?.remove(widget)
            guard widgets[group]?.isEmpty == true else { continue }
            widgets[group] = nil
            removed.append(group)
        }
        return (added.sorted(), removed.sorted())
    }
}
