internal import DBus
package import TodayModel

/// The `custom` modules of a Waybar configuration, each converted to a script with the same output.
package struct WaybarConfiguration: Sendable {
    /// A script that replaces a module.
    package struct Script: Hashable, Sendable {
        /// The name after `custom/`.
        package let name: String
        /// The name of the file.
        package let file: String
        package let text: String
        /// The parts of the module without effect.
        package let notes: [ScriptNote]
    }

    package private(set) var scripts: [Script] = []
    package private(set) var notes: [ScriptNote] = []

    /// Reads a configuration: JSON with comments, for one bar or several.
    ///
    /// - Throws: A syntax fault with its line.
    package init(_ text: String) throws(Fault) {
        let value = try DBusValue(relaxedJSON: text)
        let bars = JSONMembers(value).map { [$0] } ?? (value.elements ?? []).compactMap(JSONMembers.init)
        if bars.isEmpty { throw Fault(message: "not a bar or a list of bars") }
        var notes = ScriptNotes(.configuration)
        var files: Set<String> = []
        for bar in bars {
            if bar["include"] != nil { notes.add("include: other files are not read; import them as well") }
            for (key, value) in bar.dictionary.sorted(by: { $0.key < $1.key }) {
                guard key.hasPrefix("custom/"), let members = JSONMembers(value) else { continue }
                let name = String(key.dropFirst("custom/".count))
                let script = Self.script(name, members.dictionary)
                guard let script else {
                    notes.add("\(key): no exec or format, so it shows nothing")
                    continue
                }
                // A module that several bars use becomes one widget.
                if files.insert(script.name).inserted { scripts.append(script) }
            }
        }
        self.notes = notes.all
    }

    private static func script(_ name: String, _ members: [String: DBusValue]) -> Script? {
        let module = WaybarModule(members: members)
        let command = module.text("exec")
        guard command != nil || module.text("format") != nil else { return nil }
        var notes = ScriptNotes(.configuration)
        for key in members.keys.sorted() {
            switch WaybarModule.key(key)?.use {
            case .script, .header: break
            case .nothing: notes.add("custom/\(name): \(key) has no effect here")
            case nil: notes.add("custom/\(name): \(key.excerpt) is an unknown member, so it is ignored")
            }
        }
        let interval = Self.interval(module)
        let isEndless = command != nil && interval == nil && module.text("interval") == nil && members["signal"] == nil
        var lines = [
            "#!/bin/sh", "# The module custom/\(ForeignText.title(name)) of a Waybar configuration.",
            "# today.format: \(ScriptFormat.waybar.rawValue)",
        ]
        if isEndless {
            lines.append("# today.stream: true")
            if let seconds = members["restart-interval"]?.number, let restart = milliseconds(seconds) {
                lines.append("# today.restart: \(ScriptInterval(milliseconds: restart))")
            }
        }
        if let signal = members["signal"]?.integer { lines.append("# today.signal: \(signal)") }
        let shown = members.filter { WaybarModule.key($0.key)?.use == .header }
        if !shown.isEmpty { lines.append("# today.waybar: \(DBusValue.properties(shown).json())") }
        if let condition = module.text("exec-if") {
            lines.append("sh -c \(quoted(condition)) >/dev/null 2>&1 || exit 0")
        }
        // A text without a command never changes.
        lines.append(command.map { isEndless ? "exec sh -c \(quoted($0))" : "sh -c \(quoted($0))" } ?? "echo '{}'")
        let identity = Self.identity(name)
        let file = [identity, interval.map(\.description), "sh"].compactMap(\.self).joined(separator: ".")
        return Script(name: identity, file: file, text: lines.joined(separator: "\n") + "\n", notes: notes.all)
    }

    private static func interval(_ module: WaybarModule) -> ScriptInterval? {
        guard module.text("exec") != nil, let seconds = module.members["interval"]?.number else { return nil }
        return milliseconds(seconds).map { ScriptInterval(milliseconds: $0) }
    }

    private static func milliseconds(_ seconds: Double) -> UInt64? {
        guard seconds.isFinite, seconds > 0, seconds < 1e9 else { return nil }
        return max(1, UInt64(seconds * 1000))
    }

    /// Returns a file name without dots and without characters that are special to shells and folders.
    private static func identity(_ name: String) -> String {
        let bytes = name.utf8.map { byte -> UInt8 in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): byte
            default: UInt8(ascii: "-")
            }
        }
        let text = String(decoding: bytes.prefix(80), as: UTF8.self)
        return text.isEmpty ? "waybar" : text.hasPrefix("-") ? "waybar" + text : text
    }

    /// Returns the text in single quotes for a shell.
    private static func quoted(_ text: String) -> String {
        "'" + text.escaping { $0 == "'" ? "'\\''" : nil } + "'"
    }
}
