internal import DBus
internal import NotificationCenter
internal import TodayModel
internal import TodayScripts

/// Tells the center which widgets there are.
///
/// Registrations are kept by the center, which starts this program when one of them is to be updated. A connection may
/// make only so many of them, so there are several.
@WidgetActor
final class Registrations {
    /// The name that this program owns.
    static let busName = TodayBus.scriptsName.rawValue
    private static let path: ObjectPath = "/org/todaycenter/Scripts"

    /// Where the object of a widget is.
    static func path(of script: ScriptFile) -> String { path.appending(escaping: script.name.identity).rawValue }

    private var links: [(link: CenterLink, widgets: Set<WidgetIdentifier>)] = []
    /// What the center knows.
    private var known: [String: Facts] = [:]
    /// The settings of widgets and instances when the center was asked last.
    private(set) var settings: [String: [String: DBusValue]] = [:]
    /// Widgets that the center knows, though their scripts may have gone while nobody followed the folder.
    private var unseen: Set<String> = []
    /// Whether the center that is there has been asked what it knows.
    private(set) var isRead = false

    /// What is told of a widget, but for its place.
    private struct Facts: Equatable {
        let name: String
        let description: String
        var instances = true
        let settings: [SettingDeclaration]
    }

    /// Tells of a script. Returns false when the center knew it as it is.
    func register(_ script: ScriptFile) async throws(NCError) -> Bool {
        guard let identifier = script.name.widgetIdentifier else { return false }
        var definition = NCWidgetDefinition(
            .activatable(busName: Self.busName, objectPath: Self.path(of: script)), name: script.title)
        definition.description = script.header.description
        definition.icon = "text-x-script"
        // It asks for the updates that it wants.
        definition.updateInterval = .zero
        definition.largestDisplayMode = .expanded
        definition.instances = true
        definition.settings = script.values.settings(of: script.header.variables)
        let facts = Facts(
            name: script.title, description: script.header.description ?? "", settings: definition.settings)
        if known[identifier.rawValue] == facts { return false }
        known[identifier.rawValue] = facts
        do { try await NCWidgetController(link(for: identifier)).register(identifier.rawValue, as: definition) } catch {
            known[identifier.rawValue] = nil
            throw error
        }
        return true
    }

    /// The connection that has registered a widget, or one that may.
    private func link(for identifier: WidgetIdentifier) -> CenterLink {
        let place =
            links.firstIndex { $0.widgets.contains(identifier) }
            ?? links.firstIndex { $0.widgets.count < Limits.widgetsPerConnection }
        if let place {
            links[place].widgets.insert(identifier)
            return links[place].link
        }
        let link = CenterLink(.session)
        links.append((link, [identifier]))
        return link
    }

    func unregister(_ identifier: String) async throws(NCError) {
        known[identifier] = nil
        for index in links.indices {
            if let identifier = WidgetIdentifier(rawValue: identifier) { links[index].widgets.remove(identifier) }
        }
        try await NCWidgetController().unregister(identifier)
    }

    /// Asks a center that has come what widgets and instances it has of scripts. It is not asked again when it fails.
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

    /// The widgets that the center knew when it was asked, once.
    func takeUnseen() -> Set<String> {
        defer { unseen = [] }
        return unseen
    }

    /// The center has gone.
    func forget() { isRead = false }
}
