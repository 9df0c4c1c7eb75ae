package import TodayModel
package import DBus

/// A widget's file `<identifier>.widget`, a desktop entry with the group `[Widget]` and a group `[Setting KEY]` for
/// each setting.
package struct Manifest: Sendable, Equatable {
    /// The widget, named by the file.
    package var identifier: WidgetIdentifier
    /// The definition of the widget.
    package var definition: WidgetDefinition
    /// Whether the file only masks files of the same name in later folders.
    package var hidden: Bool
    /// The program that the widget needs: a path, or a name to look up in `PATH`.
    package var tryExec: String?
    /// The names on a bus of which one has to be owned or activatable; empty for none.
    package var tryBusNames: [BusNameCondition]

    /// Makes a manifest.
    package init(
        identifier: WidgetIdentifier, definition: WidgetDefinition = .init(), hidden: Bool = false,
        tryExec: String? = nil, tryBusNames: [BusNameCondition] = []
    ) {
        self.identifier = identifier
        self.definition = definition
        self.hidden = hidden
        self.tryExec = tryExec
        self.tryBusNames = tryBusNames
    }

    /// Reads a manifest.
    ///
    /// The keys are those of a definition, and `Hidden`, `TryExec` and `TryBusName`; other keys and other groups are
    /// ignored. `Sample` is the path of a file, absolute or relative to the folder of the manifest.
    /// `UpdateInterval` may have a unit (`s` `min` `h` `d`), `MemoryMax` too (`K` `M` `G`), lists are separated by `;`,
    /// and `PreferredHeight` stands for `PreferredContentSize`.
    ///
    /// - Parameter locale: The user's locale, such as `de_AT.UTF-8`, which selects `Name`, `Description` and `Icon`;
    ///   nil for none.
    /// - Throws: The first fault of the syntax or of a value, with its line and key.
    package static func parse(
        _ text: String, identifier: WidgetIdentifier, locale: String?
    ) throws(ManifestFault) -> Manifest {
        let groups = try DesktopEntry.groups(in: text, where: ManifestReader.isGroup)
        guard let widget = groups.first(where: { $0.name == ManifestReader.group }) else {
            throw ManifestFault(line: 1, message: "missing group [\(ManifestReader.group)]")
        }
        let locale = locale.flatMap { LocaleName($0) }
        var settings: [SettingGroup] = []
        for group in groups {
            if let key = SettingGroup.key(of: group.name) { settings.append(try SettingGroup(key, group, locale)) }
        }
        var reader = ManifestReader(locale: locale)
        for line in widget.lines { try reader.read(line) }
        return try reader.manifest(of: identifier, with: settings)
    }
}

extension Manifest {
    /// Whether a manifest may have this key.
    static func isKnown(_ key: String) -> Bool {
        ManifestReader.forms[key] != nil || ManifestReader.ownKeys.contains(key)
    }

    /// The known keys of a manifest.
    package static var keys: Set<String> { Set(ManifestReader.forms.keys).union(ManifestReader.ownKeys) }

    /// The keys whose values may differ by language.
    package static var localizedKeys: Set<String> { ManifestReader.localized }

    /// Returns the bus value of a key from its form in a manifest. Strings are taken literally, without escapes; the
    /// value of `PreferredHeight` becomes a `PreferredContentSize`.
    ///
    /// - Throws: A fault that names the key.
    package static func value(of key: String, written text: String) throws(Fault) -> DBusValue {
        guard let form = ManifestReader.forms[key] else { throw Fault(path: key, message: "unknown key") }
        if case .string = form { return .string(text) }
        do { return try ManifestValue.parse(Substring(text), as: form) } catch {
            throw Fault(path: key, message: error.text)
        }
    }
}

/// Collects the lines of a manifest.
struct ManifestReader {
    static let group = "Widget"

    /// Whether this is the name of a known group.
    static func isGroup(_ name: String) -> Bool { name == group || SettingGroup.key(of: name) != nil }

    static let forms: [String: ManifestValue.Form] = [
        "Name": .string, "Description": .string, "Icon": .string, "ContainingApp": .string, "BusName": .string,
        "Exec": .string, "ObjectPath": .string, "UpdateInterval": .interval, "LargestDisplayMode": .string,
        "PreferredHeight": .height, "MemoryMax": .bytes, "AppGroups": .strings, "Arranged": .boolean,
        "HasContent": .boolean, "Transient": .boolean, "Instances": .boolean, "Content": .string,
        "DisplayMode": .string,
        "MarginInsets": .insets, "NextUpdate": .integer, "Error": .string, "ErrorKind": .string,
        "Attention": .string, "Badge": .integer, "UpdatedAt": .integer, "Category": .string,
        "Sizes": .strings,
    ]
    /// The keys that aren't keys of a definition, or have another meaning there.
    static let ownKeys: Set<String> = ["Hidden", "TryExec", "TryBusName", "Sample"]
    static let localized: Set<String> = ["Name", "Description", "Icon"]

    private var keys: GroupValues
    private var hidden = false
    private var tryExec: String?
    private var tryBusNames: [BusNameCondition] = []
    private var sample: String?

    init(locale: LocaleName?) { keys = GroupValues(Self.forms, localized: Self.localized, locale) }

    mutating func read(_ line: DesktopEntry.Line) throws(ManifestFault) {
        do {
            switch line.key {
            case "Hidden" where line.locale == nil: hidden = try ManifestValue.boolean(line.value)
            case "TryExec" where line.locale == nil:
                let program = try ManifestValue.unescape(line.value)
                tryExec = program.isEmpty ? nil : program
            case "TryBusName" where line.locale == nil: tryBusNames = try Self.busNames(line.value)
            case "Sample" where line.locale == nil: sample = try Self.sample(line.value)
            default: try keys.read(line)
            }
        } catch {
            throw ManifestFault(line: line.number, key: line.key, message: error.text)
        }
    }

    private static func busNames(_ raw: Substring) throws(ManifestValue.Reason) -> [BusNameCondition] {
        var names: [BusNameCondition] = []
        for text in try ManifestValue.list(raw) {
            do throws(Fault) { names.append(try BusNameCondition(text)) } catch {
                throw ManifestValue.Reason(text: error.message)
            }
        }
        return names
    }

    private static func sample(_ raw: Substring) throws(ManifestValue.Reason) -> String? {
        let path = try ManifestValue.unescape(raw)
        if path.isEmpty { return nil }
        if let reason = TextRule.faultAsPath(in: path) { throw ManifestValue.Reason(text: reason) }
        return path
    }

    func manifest(
        of identifier: WidgetIdentifier, with settings: [SettingGroup]
    ) throws(ManifestFault) -> Manifest {
        var dictionary = keys.values
        dictionary["PreferredContentSize"] = dictionary.removeValue(forKey: "PreferredHeight")
        var definition: WidgetDefinition
        do { definition = try WidgetDefinition(dictionary) } catch { throw located(error) }
        definition.settingsSchema = try SettingGroup.schema(of: settings)
        definition.sampleFile = sample.map { SampleFile(path: $0) }
        if let fault = definition.faultWithoutCaller { throw located(fault) }
        return Manifest(
            identifier: identifier, definition: definition, hidden: hidden, tryExec: tryExec, tryBusNames: tryBusNames)
    }

    private func located(_ fault: Fault) -> ManifestFault {
        var key = fault.path
        if key == "PreferredContentSize" { key = "PreferredHeight" }
        let name = key.unicodeScalars.prefix { $0 != "." && $0 != "[" }
        return ManifestFault(line: keys.lines[String(name)] ?? 1, key: key, message: fault.message)
    }
}
