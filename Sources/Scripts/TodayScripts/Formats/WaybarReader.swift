internal import DBus
internal import TodayModel

/// Reads the output of Waybar's `custom` modules: an object on one line, or lines with text, tooltip and class.
enum WaybarReader {
    /// The members of such an object.
    static let keys = ["text", "alt", "tooltip", "class", "percentage"]

    static func read(_ text: String, module: WaybarModule) -> ScriptOutput {
        if text.trimmedOfLines.utf8.first == UInt8(ascii: "{") {
            do {
                guard let members = try JSONOutput.read(text) else { return failed("not an object") }
                return output(Printed(members), module)
            } catch {
                return failed("\(error)")
            }
        }
        var lines = Lines(text)
        var printed = Printed()
        printed.text = String(lines.next()?.text ?? "")
        printed.tooltip = String(lines.next()?.text ?? "")
        printed.classes = (lines.next()?.text).map { [String($0.trimmed)] } ?? []
        return output(printed, module)
    }

    private static func failed(_ reason: String) -> ScriptOutput {
        var output = ScriptOutput(format: .waybar)
        output.failure = reason
        return output
    }

    private struct Printed {
        var text = ""
        var alt = ""
        var tooltip = ""
        var classes: [String] = []
        var percentage: Double?
        var unknown: [String] = []

        init() {}

        init(_ members: JSONMembers) {
            text = members.text("text") ?? ""
            alt = members.text("alt") ?? ""
            tooltip = members.text("tooltip") ?? ""
            if let list = members["class"]?.elements {
                classes = list.compactMap(\.scriptText)
            } else {
                // Spaces separate several classes in one text.
                classes = (members.text("class") ?? "").split(separator: " ").map(String.init)
            }
            percentage = members.number("percentage").flatMap { $0.isFinite ? min(max($0, 0), 100) : nil }
            unknown = members.dictionary.keys.filter { !keys.contains($0) }.sorted()
        }
    }

    private static func output(_ printed: Printed, _ module: WaybarModule) -> ScriptOutput {
        var output = ScriptOutput(format: .waybar)
        var notes = ScriptNotes(.output)
        for name in printed.unknown { notes.add("\(name.excerpt) is an unknown member, so it is ignored") }
        output.notes = notes.all
        let text = clean(printed.text, module)
        if text.isEmpty, module.flag("hide-empty-text", standard: false) { return output }
        let icon = module.icon(alt: printed.alt, percentage: printed.percentage)
        func filled(_ format: String) -> String {
            replaced(
                format,
                [
                    "": text, "text": text, "alt": printed.alt, "icon": icon, "tooltip": clean(printed.tooltip, module),
                    "percentage": printed.percentage.map { "\(Int($0))" } ?? "0",
                ])
        }
        var row = ScriptRow()
        // The format may have its own markup.
        row.spans = StyledText.spans(String(Markup.stripped(filled(module.text("format") ?? "{}")).trimmed))
        if row.isBlank, module.text("format") == nil { row.spans = StyledText.spans(printed.alt) }
        row.color = printed.classes.lazy.compactMap(role).first
        row.progress = printed.percentage.map { $0 / 100 }
        if let length = module.members["max-length"]?.integer, (1...100_000).contains(length) {
            let whole = row.text
            if StyledText.cut(&row.spans, to: Int(length)) { row.tooltip = whole }
        }
        let image = ForeignText.title(module.text("image-name") ?? "")
        if !image.isEmpty, !image.utf8.contains(UInt8(ascii: "/")) { row.picture = .icon(image) }
        // A percentage alone is meant for an icon that isn't known here.
        if row.text.isEmpty, row.picture == nil { return output }
        row.action = module.action("on-click")
        output.headline = [row]
        if module.flag("tooltip", standard: true) {
            let tooltip =
                module.text("tooltip-format").map { Markup.stripped(filled($0)) } ?? clean(printed.tooltip, module)
            if tooltip != text {
                // Some scripts write a carriage return for a new line.
                output.body = tooltip.split { $0.isNewline }.prefix(MenuReader.mostRows).map {
                    var line = ScriptRow()
                    line.spans = StyledText.spans(String($0))
                    return line
                }.filter { !$0.isBlank }
            }
        }
        let others = WaybarModule.clicks.compactMap { click in
            module.action(click.key).map { action in
                var row = ScriptRow(click.title)
                row.action = action
                return row
            }
        }
        if !output.body.isEmpty, !others.isEmpty { output.body.append(.divider) }
        output.body += others
        return output
    }

    private static func clean(_ text: String, _ module: WaybarModule) -> String {
        module.flag("escape", standard: false) ? text : Markup.stripped(text)
    }

    /// Replaces `{name}` and `{name:…}`; `{{` and `}}` are literal braces.
    private static func replaced(_ format: String, _ values: [String: String]) -> String {
        var result = ""
        var scalars = Substring(format).unicodeScalars
        while let bracket = scalars.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            result += Substring(scalars[..<bracket])
            let mark = scalars[bracket]
            scalars = scalars[scalars.index(after: bracket)...]
            if scalars.first == mark {
                result.unicodeScalars.append(mark)
                scalars = scalars.dropFirst()
            } else if mark == "{", let end = scalars.firstIndex(of: "}") {
                let name = scalars[..<end].prefix { $0 != ":" }
                result += values[String(name)] ?? "{\(Substring(scalars[..<end]))}"
                scalars = scalars[scalars.index(after: end)...]
            } else {
                result.unicodeScalars.append(mark)
            }
        }
        return result + Substring(scalars)
    }

    /// Returns the color role of a class that scripts commonly use.
    private static func role(of name: String) -> ContentColor? { roles[name.lowercased()] }

    private static let roles: [String: ContentColor] = [
        "critical": .error, "error": .error, "urgent": .error, "danger": .error, "bad": .error, "failed": .error,
        "alert": .error, "high": .error, "warning": .warning, "warn": .warning, "degraded": .warning,
        "medium": .warning, "low": .warning, "good": .success, "success": .success, "ok": .success,
        "charging": .success, "normal": .primary, "active": .accent, "activated": .accent, "playing": .accent,
        "on": .accent, "enabled": .accent, "inactive": .secondary, "deactivated": .secondary, "disabled": .secondary,
        "disconnected": .secondary, "muted": .secondary, "off": .secondary, "idle": .secondary,
        "paused": .secondary, "stopped": .secondary,
    ]
}

extension WaybarModule {
    /// The commands other than that of a tap, with the titles of their rows.
    static var clicks: [(key: String, title: String)] {
        [
            ("on-click-middle", tr("Middle click")), ("on-click-right", tr("Right click")),
            ("on-scroll-up", tr("Scroll up")), ("on-scroll-down", tr("Scroll down")),
        ]
    }

    /// Returns the effect of one of the module's commands; nil if the command is missing.
    func action(_ key: String) -> ScriptAction? {
        guard let line = text(key), !line.isEmpty else { return nil }
        var action = ScriptAction.shell(line)
        action.refreshes = flag("exec-on-event", standard: true)
        return action
    }
}
