internal import DBus
internal import TodayModel

/// The user's choices in Today as a file: what `todayctl export` writes and `todayctl import` reads.
struct TodayExport: Hashable {
    /// The choices for one widget or copy.
    struct Widget: Hashable {
        var mode: DisplayMode?
        /// As ``WidgetOptions/dictionary``.
        var options: [String: DBusValue] = [:]
        /// The settings in force.
        var settings: [String: DBusValue] = [:]
    }

    /// A script that is a widget. Its text isn't part of the file.
    struct Script: Hashable {
        /// The name of the file in the folder of scripts.
        var name: String
        /// In lowercase hexadecimal digits.
        var sha256: String
    }

    var arrangement: [WidgetIdentifier] = []
    var widgets: [WidgetIdentifier: Widget] = [:]
    var scripts: [Script] = []

    private static let format = "org.todaycenter.export"
    private static let version = 1
    /// The largest file, in bytes.
    static let maximumBytes = 1 << 20

    /// All widgets in the file, in order.
    var identifiers: [WidgetIdentifier] { Set(arrangement).union(widgets.keys).sorted() }
}

extension TodayExport {
    /// Collects the choices for all widgets of a center.
    init(arrangement: [WidgetIdentifier], known: [WidgetProperties], scripts: [Script]) {
        self.arrangement = arrangement
        self.scripts = scripts.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        for widget in known {
            widgets[widget.identifier] = Widget(
                mode: widget.displayMode, options: widget.options.dictionary, settings: widget.settings)
        }
    }

    /// The file, without the line feed at its end. Keys are sorted.
    var text: String {
        JSON.object([
            .init("arrangement", .array(arrangement.map { .string($0.rawValue) })),
            .init("format", .string(Self.format)),
            .init(
                "scripts",
                .array(
                    scripts.map { .object([.init("name", .string($0.name)), .init("sha256", .string($0.sha256))]) })),
            .init("version", .integer(Int64(Self.version))),
            .init(
                "widgets",
                .object(
                    widgets.sorted { $0.key.rawValue.utf8.lexicographicallyPrecedes($1.key.rawValue.utf8) }
                        .map { JSON.Member($0.key.rawValue, $0.value.json) })),
        ]).pretty
    }

    /// Reads a file. Unknown keys are ignored.
    ///
    /// - Throws: ``Fault`` that names the field and the value.
    init(_ text: String) throws(Fault) {
        let value = try DBusValue(json: text, maximumBytes: Self.maximumBytes)
        guard let members = value.members else {
            throw Fault(message: "\(value.shown) is not an object that 'todayctl export' writes")
        }
        let values = VardictReader(members)
        let format = try values.text("format")
        guard format == Self.format else {
            let found = format.map { "\($0.excerpt) is not" } ?? "missing; it must be"
            throw Fault(path: "format", message: "\(found) \(Self.format.excerpt)")
        }
        guard let version = try values.integer("version", in: 0...Int64.max) else {
            throw Fault(path: "version", message: "missing; it must be \(Self.version)")
        }
        guard version == Self.version else {
            throw Fault(path: "version", message: "\(version) is unknown; this todayctl reads version \(Self.version)")
        }
        for (index, word) in (try values.strings("arrangement") ?? []).enumerated() {
            let identifier = try Self.identifier(word, at: "arrangement[\(index)]")
            guard !arrangement.contains(identifier) else {
                throw Fault(path: "arrangement[\(index)]", message: "\(word.excerpt) appears twice")
            }
            arrangement.append(identifier)
        }
        for (name, value) in (try values.vardict("widgets") ?? [:]).sorted(by: { $0.key < $1.key }) {
            let identifier = try Self.identifier(name, at: "widgets")
            do { widgets[identifier] = try Widget(value) } catch { throw error.below("widgets.\(name)") }
        }
        guard let scripts = members["scripts"] else { return }
        guard let elements = scripts.elements else {
            throw Fault(path: "scripts", message: "\(scripts.shown) is not an array")
        }
        for (index, element) in elements.enumerated() {
            do { self.scripts.append(try Script(element)) } catch { throw error.below("scripts[\(index)]") }
        }
    }

    private static func identifier(_ text: String, at path: String) throws(Fault) -> WidgetIdentifier {
        guard let identifier = WidgetIdentifier(rawValue: text) else {
            throw Fault(path: path, message: "\(text.excerpt) is not a widget identifier")
        }
        return identifier
    }
}

extension TodayExport.Widget {
    fileprivate var json: JSON {
        .object([
            .init("mode", .string((mode ?? .compact).rawValue)), .init("options", JSON(values: options)),
            .init("settings", JSON(values: settings)),
        ])
    }

    fileprivate init(_ value: DBusValue) throws(Fault) {
        guard let members = value.members else { throw Fault(message: "\(value.shown) is not an object") }
        let values = VardictReader(members)
        mode = try values.displayMode("mode")
        options = try Self.object("options", in: members)
        settings = try Self.object("settings", in: members)
        do { _ = try WidgetOptionChoices(options.filter { $0.key != "Size" }) } catch { throw error.below("options") }
    }

    private static func object(
        _ key: String, in members: [String: DBusValue]
    ) throws(Fault) -> [String: DBusValue] {
        guard let value = members[key] else { return [:] }
        guard let values = value.members else {
            throw Fault(path: key, message: "\(value.shown) is not an object")
        }
        return values
    }
}

extension TodayExport.Script {
    fileprivate init(_ value: DBusValue) throws(Fault) {
        guard let members = value.members else { throw Fault(message: "\(value.shown) is not an object") }
        let values = VardictReader(members)
        guard let name = try values.text("name"), !name.isEmpty else { throw Fault(path: "name", message: "missing") }
        guard let hash = try values.text("sha256") else { throw Fault(path: "sha256", message: "missing") }
        guard hash.utf8.count == 64, hash.allSatisfy(\.isHexDigit) else {
            throw Fault(path: "sha256", message: "\(hash.excerpt) is not a hash of 64 hexadecimal digits")
        }
        self.init(name: name, sha256: hash.lowercased())
    }
}

extension DBusValue {
    /// The beginning of the value in its JSON form, for a message.
    fileprivate var shown: String {
        let text = json()
        return text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(60)) + "…" : text
    }
}
