package import DBus
package import TodayModel

/// The widgets by owner, so that lookups don't have to examine all of them. Pure.
package struct RegistryIndex: Sendable {
    private var providers: [WidgetRecord.ProviderPlace: ObjectPath] = [:]
    private var registrants: [BusName: Set<ObjectPath>] = [:]
    private var apps: [String: Set<ObjectPath>] = [:]
    /// The numbers of the existing instances of each widget, except the first ones.
    private var instances: [WidgetIdentifier: Set<Int>] = [:]
    /// The number of widgets registered at run time.
    package private(set) var registrationCount = 0

    package init() {}

    /// Returns the widget that a provider's name and object serve.
    package func widget(at place: WidgetRecord.ProviderPlace) -> ObjectPath? { providers[place] }

    /// Returns the widgets that a connection has registered.
    package func widgets(of registrant: BusName) -> Set<ObjectPath> { registrants[registrant] ?? [] }

    /// Returns the widgets that a sandboxed app has registered, over any connection, including before a restart.
    package func widgets(ofApp app: String) -> Set<ObjectPath> { apps[app] ?? [] }

    /// Returns the numbers of the other instances of a widget, in order.
    package func instances(of widget: WidgetIdentifier) -> [Int] { instances[widget]?.sorted() ?? [] }

    /// Records a change of a widget; nil stands for an absent widget.
    package mutating func update(from before: WidgetRecord?, to after: WidgetRecord?) {
        registrationCount += (after?.source == .registered ? 1 : 0) - (before?.source == .registered ? 1 : 0)
        if let before, let after, before.registrant == after.registrant, before.provider == after.provider,
            before.sandboxedApp == after.sandboxedApp
        {
            return
        }
        if before == nil || after == nil { update(instance: before?.identifier, after?.identifier) }
        if let before {
            if let place = before.providerPlace, providers[place] == before.path { providers[place] = nil }
            Self.update(before.registrant, before.path, false, in: &registrants)
            Self.update(before.sandboxedApp, before.path, false, in: &apps)
        }
        if let after {
            if let place = after.providerPlace { providers[place] = after.path }
            Self.update(after.registrant, after.path, true, in: &registrants)
            Self.update(after.sandboxedApp, after.path, true, in: &apps)
        }
    }

    private mutating func update(instance before: WidgetIdentifier?, _ after: WidgetIdentifier?) {
        if let before, before.instance > 1 { instances[before.widget]?.remove(before.instance) }
        if let after, after.instance > 1 { instances[after.widget, default: []].insert(after.instance) }
        if let widget = before?.widget, instances[widget]?.isEmpty == true { instances[widget] = nil }
    }

    private static func update<Key>(
        _ key: Key?, _ path: ObjectPath, _ isIn: Bool, in sets: inout [Key: Set<ObjectPath>]
    ) {
        guard let key else { return }
        if isIn { sets[key, default: []].insert(path) } else { sets[key]?.remove(path) }
        if sets[key]?.isEmpty == true { sets[key] = nil }
    }
}
