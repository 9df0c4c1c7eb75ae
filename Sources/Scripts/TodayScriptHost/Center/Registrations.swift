internal import DBus
internal import NotificationCenter
internal import TodayModel
internal import TodayScripts

/// Registers the widgets of scripts with the center.
///
/// The center keeps registrations and starts this program if one of the widgets is due. A connection may only register
/// a limited number of widgets, so there are several connections.
@WidgetActor
final class Registrations {
    /// The name that this program owns.
    static let busName = TodayBus.scriptsName.rawValue
    private static let path: ObjectPath = "/org/todaycenter/Scripts"

    /// Returns the path of a widget's object.
    static func path(of script: ScriptFile) -> String { path.appending(escaping: script.name.identity).rawValue }

    private let links = CenterLinks()
    /// The facts that the center knows.
    private var known: [String: Facts] = [:]
    /// The settings of widgets and instances as of the last request to the center.
    private(set) var settings: [String: [String: DBusValue]] = [:]
    /// Widgets that the center knew at the last request. Their scripts may have been removed while this program wasn't
    /// running.
    private var unseen: Set<String> = []
    /// Whether the current center has been asked for its widgets.
    private(set) var isRead = false

    /// The registered facts about a widget, except its path.
    private struct Facts: Equatable {
        let name: String
        let description: String
        var instances = true
        let settings: [SettingDeclaration]
    }

    /// Registers a script. Returns false if the center already knew the same facts.
    func register(_ script: ScriptFile) async throws(NCError) -> Bool {
        guard let identifier = script.name.widgetIdentifier else { return false }
        var definition = NCWidgetDefinition(
            .activatable(busName: Self.busName, objectPath: Self.path(of: script)), name: script.title)
        definition.description = script.header.description
        definition.icon = "text-x-script"
        // The script requests its own updates.
        definition.updateInterval = .zero
        definition.largestDisplayMode = .expanded
        definition.instances = true
        definition.settings = script.values.settings(of: script.header.variables)
        let facts = Facts(
            name: script.title, description: script.header.description ?? "", settings: definition.settings)
        if known[identifier.rawValue] == facts { return false }
        known[identifier.rawValue] = facts
        do {
            try await NCWidgetController(links.link(for: identifier)).register(identifier.rawValue, as: definition)
        } catch {
            known[identifier.rawValue] = nil
            throw error
        }
        return true
    }

    func unregister(_ identifier: String) async throws(NCError) {
        known[identifier] = nil
        if let identifier = WidgetIdentifier(rawValue: identifier) { links.remove(identifier) }
        try await NCWidgetController().unregister(identifier)
    }

    /// Asks a new center for its widgets and instances of scripts. Isn't repeated after a failure.
    func read() async throws {
        isRead = true
        let all = try await CenterClient(CenterLink.shared.connection()).widgets().values
        (known, settings, unseen) = ([:], [:], [])
        for values in all {
            guard let widget = try? WidgetProperties(values), widget.source == .registered,
                widget.identifier.rawValue.hasPrefix(ScriptFileName.identifierPrefix)
            else { continue }
            let name = widget.identifier.rawValue
            settings[name] = widget.settings
            guard widget.identifier.instance == 1 else { continue }
            unseen.insert(name)
            known[name] = Facts(
                name: widget.name, description: widget.description, instances: widget.instances,
                settings: widget.settingsSchema.declarations)
        }
    }

    /// Returns the widgets that the center knew at the last request, only once.
    func popUnseen() -> Set<String> {
        defer { unseen = [] }
        return unseen
    }

    /// Records that the center is gone.
    func forget() { isRead = false }
}
