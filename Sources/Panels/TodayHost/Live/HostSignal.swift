internal import DBus
internal import TodayModel

/// The signals of the center that a host listens to.
enum HostSignal {
    case widgetChanged(ObjectPath, [String: DBusValue])
    case centerChanged([String: DBusValue])
    case added(ObjectPath, [String: DBusValue])
    case removed(ObjectPath)
    case updated(WidgetRun)

    /// Every one of them, and hardly any other, matches this rule.
    static let rule = MatchRule(sender: TodayBus.name, pathNamespace: TodayBus.path)

    /// Reads a signal; nil for any other, and for one with other arguments than it should have.
    init?(_ signal: Signal) {
        switch (signal.interface, signal.member) {
        case (.properties, "PropertiesChanged"):
            guard let (name, changed) = try? signal.arguments(as: String.self, [String: DBusValue].self) else {
                return nil
            }
            switch name {
            case TodayBus.widget.rawValue: self = .widgetChanged(signal.path, changed)
            case TodayBus.center.rawValue: self = .centerChanged(changed)
            default: return nil
            }
        case (.objectManager, "InterfacesAdded"):
            guard
                let (path, interfaces) = try? signal.arguments(
                    as: ObjectPath.self, [String: [String: DBusValue]].self),
                let properties = interfaces[TodayBus.widget.rawValue]
            else { return nil }
            self = .added(path, properties)
        case (.objectManager, "InterfacesRemoved"):
            guard let (path, interfaces) = try? signal.arguments(as: ObjectPath.self, [String].self),
                interfaces.contains(TodayBus.widget.rawValue)
            else { return nil }
            self = .removed(path)
        case (TodayBus.center, CenterMember.widgetUpdated):
            guard
                let (identifier, result, details) = try? signal.arguments(
                    as: String.self, String.self, [String: DBusValue].self),
                let run = WidgetRun(identifier: identifier, result: result, details: details)
            else { return nil }
            self = .updated(run)
        default: return nil
        }
    }
}
