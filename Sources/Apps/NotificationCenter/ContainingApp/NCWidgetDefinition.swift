internal import DBus
public import TodayModel

/// What a widget is, for ``NCWidgetController/register(_:as:)``: the keys of a manifest, typed.
public struct NCWidgetDefinition: Sendable {
    /// Who provides the content.
    public enum Provider: Hashable, Sendable {
        /// Nobody: the content is pushed, and the widget is never asked for it.
        case pushed
        /// A program that the center starts, by its command line. It owns a name on the bus; nil is the identifier.
        case program(String, busName: String? = nil)
        /// A program that the bus starts, by the name it owns. The path of its object is made from the name if nil.
        case activatable(busName: String, objectPath: String? = nil)
    }

    /// Who provides the content.
    public var provider: Provider
    /// The name to show; nil is the identifier.
    public var name: String?
    /// One sentence about the widget.
    public var description: String?
    /// The plain name of an icon in the user's theme or, outside of a sandbox, an absolute path; nil is the icon of the
    /// containing app.
    public var icon: String?
    /// The containing app's desktop file id, without `.desktop`.
    public var containingApp: String?
    /// How old content may get, in whole seconds up to 136 years; zero for updates only while a panel is visible.
    public var updateInterval: Duration = .seconds(900)
    /// The largest mode the user may choose.
    public var largestDisplayMode = NCWidgetDisplayMode.compact
    /// How large the widget would like to be when it is expanded; the width is ignored, and nil is no preference.
    public var preferredContentSize: Size?
    /// How much memory a program that the center starts may use, in bytes.
    public var memoryMax = 48 << 20
    /// The App Groups that the widget shares with its app.
    public var appGroups: [String] = []
    /// Whether the widget is shown in Today when it is seen for the first time.
    public var isArranged = true
    /// Whether nothing is stored, and the widget goes when the app that registered it leaves the bus.
    public var isTransient = false
    /// Whether the user may add the widget several times, each time with settings of its own.
    public var instances = false
    /// What the user may set, in the order of a form; see ``NCSetting``.
    public var settings: [NCSettingDeclaration] = []
    /// The first content and whatever else changes later; nil keeps what is there.
    public var changes = NCWidgetChanges()

    /// Defines a widget.
    public init(_ provider: Provider = .pushed, name: String? = nil) {
        self.provider = provider
        self.name = name
    }

    /// Defines a widget that shows something at once.
    public init(
        _ provider: Provider = .pushed, name: String? = nil, @ContentBuilder content: () -> WidgetContent
    ) throws(NCError) {
        self.init(provider, name: name)
        changes.content = try content().pushable()
    }

    /// The definition on the bus.
    ///
    /// - Throws: ``NCError`` with code `invalidDefinition`.
    func dictionary() throws(NCError) -> [String: DBusValue] {
        var values = changes.dictionary
        func set(_ key: String, _ text: String?) { if let text { values[key] = .string(text) } }
        set("Name", name)
        set("Description", description)
        set("Icon", icon)
        set("ContainingApp", containingApp)
        switch provider {
        case .pushed: break
        case .program(let command, let busName):
            set("Exec", command)
            set("BusName", busName)
        case .activatable(let busName, let path):
            set("BusName", busName)
            set("ObjectPath", path)
        }
        values["UpdateInterval"] = .int64(updateInterval.components.seconds)
        values["LargestDisplayMode"] = .string(largestDisplayMode.rawValue)
        values["PreferredContentSize"] = preferredContentSize?.dbusValue
        values["MemoryMax"] = .int64(Int64(memoryMax))
        values["AppGroups"] = .strings(appGroups)
        values["Arranged"] = .boolean(isArranged)
        values["Transient"] = .boolean(isTransient)
        values["Instances"] = .boolean(instances)
        do {
            var definition = try WidgetDefinition(values)
            do { definition.settingsSchema = try SettingsSchema(settings) } catch {
                throw error.below("SettingsSchema")
            }
            return definition.dictionary
        } catch { throw NCError(.invalidDefinition, "\(error)") }
    }
}
