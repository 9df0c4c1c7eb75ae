public import DBus

/// The definition of a widget: the keys of `RegisterWidget`, and of a manifest, with their defaults.
public struct WidgetDefinition: Sendable, Equatable {
    /// The name to show; nil for the identifier.
    public var name: String?
    /// One sentence about the widget.
    public var description: String?
    /// The plain name of an icon in the theme, or the absolute path of a file; nil for the containing app's icon.
    public var icon: String?
    /// The containing app's desktop file id, without `.desktop`.
    public var containingApp: String?
    /// The well-known name of the provider.
    public var busName: BusName?
    /// The command line that starts the provider; see ``ExecLine``.
    public var exec: String?
    /// The provider's object.
    public var objectPath: ObjectPath?
    /// The maximum age of content, in seconds; 0 for updates only while the widget is viewed.
    public var updateInterval: UInt32 = 900
    /// The largest mode the user may choose.
    public var largestDisplayMode = DisplayMode.compact
    /// The sizes that the user may choose, without duplicates; always include `regular`.
    public var sizes = [WidgetSize.regular]
    /// The preferred size when expanded; the width is ignored.
    public var preferredContentSize = Size.zero
    /// The memory limit of a provider that the center starts, in bytes.
    public var memoryMax: UInt64 = 48 << 20
    /// The App Groups that the widget shares, without duplicates.
    public var appGroups: [String] = []
    /// Whether the widget is arranged when the center first sees it.
    public var arranged = true
    /// Whether the center doesn't store the widget, and removes it when its caller leaves the bus.
    public var transient = false
    /// Whether users may add copies of the widget.
    public var instances = false
    /// The settings of each of its instances.
    public var settingsSchema = SettingsSchema()
    /// A main category of the freedesktop menu specification, such as `Network`; nil for the category of the containing
    /// app.
    public var category: String?
    /// Content for galleries, which show the widget before the user adds it.
    public var sample: Content?
    /// The file with the sample of a widget that has a manifest. It isn't on the bus.
    package var sampleFile: SampleFile?
    /// Initial values of the keys that change later: the keys of ``WidgetChanges``, except the largest mode and the
    /// preferred size, which have their own properties. If `hasContent` is nil, a new widget has content.
    public var changes = WidgetChanges()

    /// Makes a definition with defaults only.
    public init() {}
}

/// The file with the sample content of an installed widget.
package struct SampleFile: Hashable, Sendable {
    /// The path; relative to the folder of the manifest in ``Manifest``, and absolute in a center.
    package var path: String
    /// The owner of the manifest, who has to own this file too.
    package var owner: UInt32

    package init(path: String, owner: UInt32 = 0) {
        self.path = path
        self.owner = owner
    }
}

extension WidgetDefinition {
    /// Reads a definition. Unknown keys are ignored. A `Name`, `Description`, `Icon` or `ContainingApp` without a
    /// visible character is ignored.
    ///
    /// - Throws: A fault whose path starts with the key, such as `UpdateInterval` or `AppGroups[1]`.
    public init(_ dictionary: [String: DBusValue]) throws(Fault) {
        let values = VardictReader(dictionary)
        name = try values.nonEmptyText("Name")
        description = try values.nonEmptyText("Description")
        icon = try values.nonEmptyText("Icon")
        if let reason = icon.flatMap({ IconRule.fault(in: $0) }) { throw Fault(path: "Icon", message: reason) }
        containingApp = try values.nonEmptyText("ContainingApp")
        if let app = containingApp, app.utf8.contains(UInt8(ascii: "/")) {
            throw Fault(
                path: "ContainingApp", message: "\(app.excerpt) has a /, which the id of a desktop file can't have")
        }
        busName = try Self.busName(values)
        exec = try values.text("Exec")
        if let exec {
            do { _ = try ExecLine.split(exec) } catch { throw error.below("Exec") }
        }
        objectPath = try values.objectPath("ObjectPath")
        updateInterval = try values.integer("UpdateInterval", in: 0...UInt32.max) ?? updateInterval
        memoryMax = try values.integer("MemoryMax", in: 1...UInt64.max) ?? memoryMax
        appGroups = try Self.appGroups(values)
        arranged = try values.boolean("Arranged") ?? arranged
        transient = try values.boolean("Transient") ?? transient
        instances = try values.boolean("Instances") ?? instances
        if let value = dictionary["SettingsSchema"] {
            do { settingsSchema = try SettingsSchema(value) } catch { throw error.below("SettingsSchema") }
        }
        sizes = try Self.sizes(values) ?? sizes
        category = try values.nonEmptyText("Category")
        if let value = dictionary["Sample"] {
            do { sample = try Content.validating(value) } catch { throw error.below("Sample") }
        }
        changes = try WidgetChanges(dictionary)
        largestDisplayMode = changes.largestDisplayMode ?? largestDisplayMode
        preferredContentSize = changes.preferredContentSize ?? preferredContentSize
        changes.largestDisplayMode = nil
        changes.preferredContentSize = nil
        if let mode = changes.displayMode, mode > largestDisplayMode {
            throw Fault(
                path: "DisplayMode",
                message: "\(mode.rawValue) is above \(largestDisplayMode.rawValue), the largest mode of this widget")
        }
    }

    /// The definition without what a manifest can translate.
    package var untranslated: WidgetDefinition {
        var definition = self
        (definition.name, definition.description, definition.icon) = (nil, nil, nil)
        definition.settingsSchema = settingsSchema.untranslated
        return definition
    }

    /// The definition as `a{sv}`, each key in its documented type; defaults are left out.
    public var dictionary: [String: DBusValue] {
        let standard = WidgetDefinition()
        var values = changes.dictionary
        values["Name"] = name.map { .string($0) }
        values["Description"] = description.map { .string($0) }
        values["Icon"] = icon.map { .string($0) }
        values["ContainingApp"] = containingApp.map { .string($0) }
        values["BusName"] = busName.map { .string($0.rawValue) }
        values["Exec"] = exec.map { .string($0) }
        values["ObjectPath"] = objectPath.map { .objectPath($0) }
        if updateInterval != standard.updateInterval { values["UpdateInterval"] = .uint32(updateInterval) }
        if memoryMax != standard.memoryMax { values["MemoryMax"] = .uint64(memoryMax) }
        if !appGroups.isEmpty { values["AppGroups"] = .strings(appGroups) }
        if arranged != standard.arranged { values["Arranged"] = .boolean(arranged) }
        if transient != standard.transient { values["Transient"] = .boolean(transient) }
        if instances != standard.instances { values["Instances"] = .boolean(instances) }
        if !settingsSchema.isEmpty { values["SettingsSchema"] = settingsSchema.dbusValue }
        if sizes != standard.sizes { values["Sizes"] = .strings(sizes.map(\.rawValue)) }
        values["Category"] = category.map { .string($0) }
        values["Sample"] = sample?.dbusValue
        if largestDisplayMode != standard.largestDisplayMode {
            values["LargestDisplayMode"] = .string(largestDisplayMode.rawValue)
        }
        if preferredContentSize != standard.preferredContentSize {
            values["PreferredContentSize"] = preferredContentSize.dbusValue
        }
        return values
    }

    private static func busName(_ values: VardictReader) throws(Fault) -> BusName? {
        guard let string = try values.text("BusName") else { return nil }
        if let reason = BusName.fault(in: string) {
            throw Fault(path: "BusName", message: "\(string.excerpt) is not a valid bus name: \(reason)")
        }
        let name = BusName(rawValue: string)
        if name?.isUnique == true {
            throw Fault(path: "BusName", message: "\(string.excerpt) is a unique name, which no provider can keep")
        }
        if name == .bus { throw Fault(path: "BusName", message: "\(string.excerpt) is the bus itself") }
        return name
    }

    private static func sizes(_ values: VardictReader) throws(Fault) -> [WidgetSize]? {
        guard let words = try values.strings("Sizes") else { return nil }
        var sizes: [WidgetSize] = []
        for (index, word) in words.enumerated() {
            guard let size = WidgetSize(rawValue: word) else {
                throw Fault(path: "Sizes[\(index)]", message: "\(word.excerpt) isn't small or regular")
            }
            if !sizes.contains(size) { sizes.append(size) }
        }
        if !sizes.contains(.regular) { throw Fault(path: "Sizes", message: "regular is missing") }
        return sizes
    }

    private static func appGroups(_ values: VardictReader) throws(Fault) -> [String] {
        var groups: [String] = []
        for (index, group) in (try values.strings("AppGroups") ?? []).enumerated() {
            if index >= Limits.appGroups {
                throw Fault(path: "AppGroups", message: "more than \(Limits.appGroups) groups")
            }
            if let reason = AppGroup.fault(in: group) { throw Fault(path: "AppGroups[\(index)]", message: reason) }
            if !groups.contains(group) { groups.append(group) }
        }
        return groups
    }
}
