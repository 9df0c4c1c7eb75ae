internal import DBus
public import TodayModel

/// The definition of a widget, for ``NCWidgetController/register(_:as:)``: the keys of a manifest, typed.
public struct NCWidgetDefinition: Sendable {
    /// The provider of the content.
    public enum Provider: Hashable, Sendable {
        /// No provider: the app pushes all content, and the center never requests it.
        case pushed
        /// A program that the center starts with a command line. It owns a name on the bus; nil means the identifier.
        case program(String, busName: String? = nil)
        /// A program that the bus starts by the name that it owns. If the path of its object is nil, it is derived from
        /// the name.
        case activatable(busName: String, objectPath: String? = nil)
    }

    /// The provider of the content.
    public var provider: Provider
    /// The name to show; nil means the identifier.
    public var name: String?
    /// One sentence about the widget.
    public var description: String?
    /// The plain name of an icon in the user's theme or, outside of a sandbox, an absolute path; nil means the icon of
    /// the containing app.
    public var icon: String?
    /// The desktop file ID of the containing app, without `.desktop`.
    public var containingApp: String?
    /// The maximum age of content, in whole seconds up to 136 years; zero for updates only while a panel is visible.
    public var updateInterval: Duration = .seconds(900)
    /// The largest mode the user may choose.
    public var largestDisplayMode = NCWidgetDisplayMode.compact
    /// The sizes of the card that the user may choose; always include `regular`.
    public var sizes: [NCWidgetSize] = [.regular]
    /// The preferred size when expanded; the width is ignored, and nil means no preference.
    public var preferredContentSize: Size?
    /// The memory limit of a program that the center starts, in bytes.
    public var memoryMax = 48 << 20
    /// The App Groups that the widget shares with its app.
    public var appGroups: [String] = []
    /// Whether the widget is added to Today when the center first sees it.
    public var isArranged = true
    /// Whether the center doesn't store the widget, and removes it when the app that registered it leaves the bus.
    public var isTransient = false
    /// Whether the user may add copies of the widget, each with its own settings.
    public var instances = false
    /// The settings that the user may change, in the order of a form; see ``NCSetting``.
    public var settings: [NCSettingDeclaration] = []
    /// A main category of the freedesktop menu specification, such as `Network`; nil means the category of the
    /// containing app.
    public var category: String?
    /// Content for the gallery in which users choose widgets.
    private var sample: Content?
    /// The initial content and other changeable values; nil keeps the current value.
    public var changes = NCWidgetChanges()

    /// Defines a widget.
    public init(_ provider: Provider = .pushed, name: String? = nil) {
        self.provider = provider
        self.name = name
    }

    /// Defines a widget with initial content.
    public init(
        _ provider: Provider = .pushed, name: String? = nil, @ContentBuilder content: () -> WidgetContent
    ) throws(NCError) {
        self.init(provider, name: name)
        changes.content = try content().pushable()
    }

    /// Sets sample content for the gallery in which users choose widgets.
    ///
    /// - Throws: ``NCError`` with code `invalidContent`.
    public mutating func setSample(@ContentBuilder _ content: () -> WidgetContent) throws(NCError) {
        do { sample = try content().resolved().tree.validated() } catch {
            throw NCError(.invalidContent, "Sample.\(error)")
        }
    }

    /// Returns the definition as it is on the bus.
    ///
    /// - Throws: ``NCError`` with code `invalidDefinition`.
    func dictionary() throws(NCError) -> [String: DBusValue] {
        var values = changes.dictionary
        func set(_ key: String, _ text: String?) { if let text { values[key] = .string(text) } }
        set("Name", name)
        set("Description", description)
        set("Icon", icon)
        set("ContainingApp", containingApp)
        set("Category", category)
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
        values["Sizes"] = .strings(sizes.map(\.rawValue))
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
            definition.sample = sample
            return definition.dictionary
        } catch { throw NCError(.invalidDefinition, "\(error)") }
    }
}
