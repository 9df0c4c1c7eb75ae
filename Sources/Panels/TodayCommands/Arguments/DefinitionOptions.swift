internal import ArgumentParser
internal import DBus
internal import TodayPlatform
internal import TodayManifests
internal import TodayModel

/// The definition of a widget, as arguments of `register` and `serve`.
struct DefinitionOptions: ParsableArguments {
    @ArgumentParser.Argument(
        help: ArgumentHelp("The widget, such as org.example.Note.", valueName: "identifier"),
        completion: .knownWidgets, transform: { try WidgetIdentifier(widget: $0) })
    var identifier: WidgetIdentifier?

    @Option(
        help: ArgumentHelp("Read the keys from a manifest, named IDENTIFIER.widget.", valueName: "path"),
        completion: .file(extensions: ["widget"]))
    var manifest: String?

    @Option(help: "Set the name that panels show. (default: the identifier)")
    var name: String?

    @Option(help: "Set a sentence that describes the widget.")
    var description: String?

    @Option(help: "Set the icon, by its name in the icon theme.")
    var icon: String?

    @Option(help: ArgumentHelp("Set the app of the widget, by its desktop file id.", valueName: "id"))
    var app: String?

    @Option(
        help: ArgumentHelp(
            "Set the category: a main category of desktop menus, such as Network.", valueName: "category"))
    var category: String?

    @Option(
        help: ArgumentHelp(
            "Set the maximum age of the content: 90s, 15min, 2h, 1d, or seconds; 0 to update only while viewed. (default: 15min)",
            valueName: "time"))
    var updateInterval: String?

    @Option(
        name: .customLong("app-group"),
        help: ArgumentHelp("Share the values of this App Group; may be repeated.", valueName: "group"),
        completion: .knownGroups)
    var appGroups: [String] = []

    @Option(
        help: ArgumentHelp("Add the new widget to Today (true) or don't (false).", valueName: "true|false"),
        completion: .booleans, transform: { try Bool(argument: $0) })
    var arranged: Bool?

    func validate() throws {
        if identifier == nil, manifest == nil {
            throw ValidationError("Missing expected argument '<identifier>'")
        }
    }

    /// Returns the keys that are given as options.
    func options() throws(Fault) -> [String: DBusValue] {
        var values = try Self.values(of: [
            "Name": name, "Description": description, "Icon": icon, "ContainingApp": app, "Category": category,
            "UpdateInterval": updateInterval?.spelledMinutes,
        ])
        if !appGroups.isEmpty { values["AppGroups"] = .strings(appGroups) }
        if let arranged { values["Arranged"] = .boolean(arranged) }
        return values
    }

    /// Returns the values of keys that are written as in a manifest.
    static func values(of texts: [String: String?]) throws(Fault) -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        for (key, text) in texts {
            if let text { values[key] = try Manifest.value(of: key, written: text) }
        }
        return values
    }

    /// Returns the widget, and the keys of its manifest if the user names one.
    func written() throws -> (WidgetIdentifier, [String: DBusValue]) {
        guard let manifest else {
            guard let identifier else { throw ValidationError("Missing expected argument '<identifier>'") }
            return (identifier, [:])
        }
        let identifier = try identifier ?? Self.identifier(ofFile: manifest)
        return (identifier, try Self.read(manifest, of: identifier))
    }

    private static func identifier(ofFile path: String) throws -> WidgetIdentifier {
        let name = path.split(at: "/").last.map(String.init) ?? ""
        guard name.hasSuffix(".widget") else {
            throw CommandFailure(.failed, "\(path): the file isn't named IDENTIFIER.widget; give an identifier")
        }
        do { return try WidgetIdentifier(widget: String(name.dropLast(".widget".count))) } catch {
            throw CommandFailure(.failed, "\(path): \(error)")
        }
    }

    private static func read(_ path: String, of identifier: WidgetIdentifier) throws -> [String: DBusValue] {
        let locale = Environment.locale()
        do {
            let text = try InputText.file(path)
            var definition = try Manifest.parse(text, identifier: identifier, locale: locale).definition
            do throws(Fault) { definition.sample = try definition.sampleFile?.content(of: path) } catch {
                let line = Manifest.line(of: error.path, in: text)
                throw ManifestFault(line: line ?? 1, key: error.path, message: error.message)
            }
            for (line, key) in Manifest.unknownKeys(in: text) {
                try Output.report("warning: \(path): line \(line), \(key): unknown key; custom keys begin with X-")
            }
            return definition.dictionary
        } catch let fault as ManifestFault {
            throw CommandFailure(.failed, "\(path): \(fault)")
        }
    }
}
