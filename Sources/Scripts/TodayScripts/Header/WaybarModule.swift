package import DBus
package import TodayModel

/// One `custom/NAME` of a Waybar configuration with its members, which affect how the output of a script is shown.
package struct WaybarModule: Hashable, Sendable {
    /// The members of the module.
    package var members: [String: DBusValue] = [:]

    package init() {}

    package init(members: [String: DBusValue]) { self.members = members }

    /// Parses the object of a module.
    package init(json: String) throws(Fault) {
        guard let members = JSONMembers(try DBusValue(relaxedJSON: json)) else {
            throw Fault(message: "not an object")
        }
        self.members = members.dictionary
    }

    /// A member, for the reader, the import and the manual page.
    package struct Key: Sendable {
        /// The destination of the member.
        package enum Use: Hashable, Sendable {
            /// The script that the import writes.
            case script
            /// The header `today.waybar` of that script.
            case header
            /// No destination.
            case nothing
        }

        package let name: String
        package let use: Use
        package let meaning: String

        init(_ name: String, _ use: Use, _ meaning: String) {
            self.name = name
            self.use = use
            self.meaning = meaning
        }
    }

    /// The known members of a `custom` module.
    package static let keys: [Key] = [
        Key("exec", .script, "The command; it becomes the script."),
        Key("exec-if", .script, "A command that runs first. If it fails, nothing is shown."),
        Key("interval", .script, "The seconds between runs, or `once`. It becomes part of the file name."),
        Key("restart-interval", .script, "The seconds before a stream that has ended restarts."),
        Key("signal", .script, "The signal that runs the script, as a number above SIGRTMIN."),
        Key(
            "return-type", .script,
            "With `json`, the output is an object. Otherwise, it is three lines: text, tooltip, and class."),
        Key(
            "format", .header, "The template of the text, with `{}` or `{text}`, `{alt}`, `{icon}`, and `{percentage}`."
        ),
        Key("format-icons", .header, "The texts for `{icon}`, by percentage or by `alt`."),
        Key("tooltip", .header, "With `false`, the tooltip isn't shown."),
        Key("tooltip-format", .header, "The template of the tooltip, with the same placeholders and `{tooltip}`."),
        Key("max-length", .header, "The maximum number of characters."),
        Key("hide-empty-text", .header, "With `true`, nothing is shown while the text is empty."),
        Key("escape", .header, "With `true`, markup in the text isn't interpreted."),
        Key("exec-on-event", .header, "With `false`, the script doesn't run again after a command."),
        Key("image-name", .header, "The name of an icon in the theme."),
        Key("on-click", .header, "The command that a tap runs."),
        Key("on-click-middle", .header, "The command of an additional row, Middle click."),
        Key("on-click-right", .header, "The command of an additional row, Right click."),
        Key("on-scroll-up", .header, "The command of an additional row, Scroll up."),
        Key("on-scroll-down", .header, "The command of an additional row, Scroll down."),
        Key("on-update", .nothing, "A command to run after each update."),
        Key("min-length", .nothing, "The minimum width."),
        Key("rotate", .nothing, "The rotation of the text."),
        Key("align", .nothing, "The alignment of the text."),
        Key("justify", .nothing, "The alignment of its lines."),
        Key("smooth-scrolling-threshold", .nothing, "The scrolling distance."),
        Key("image-path", .nothing, "A picture in a file."),
        Key("icon-size", .nothing, "The size of the picture."),
        Key("menu", .nothing, "The event that opens the menu."),
        Key("menu-file", .nothing, "The file that defines the menu."),
        Key("menu-actions", .nothing, "The commands of the menu."),
        Key("expand", .nothing, "With `true`, the module fills the available space."),
    ]

    /// Returns the key of a name; nil if it is unknown.
    package static func key(_ name: String) -> Key? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })

    func text(_ name: String) -> String? { members[name].flatMap(\.scriptText) }

    func flag(_ name: String, standard: Bool) -> Bool {
        if case .boolean(let flag) = members[name] { return flag }
        return standard
    }

    /// Returns the text that replaces `{icon}`.
    func icon(alt: String, percentage: Double?) -> String { icon(members["format-icons"], alt, percentage) ?? "" }

    private func icon(_ icons: DBusValue?, _ alt: String, _ percentage: Double?) -> String? {
        guard let icons = icons?.unwrapped else { return nil }
        if case .string(let text) = icons { return text }
        if let list = icons.elements {
            if list.isEmpty { return nil }
            let share = min(max(percentage ?? 0, 0), 100) / 100
            return icon(list[min(Int(share * Double(list.count)), list.count - 1)], alt, percentage)
        }
        guard let byAlt = JSONMembers(icons) else { return nil }
        return icon(byAlt[alt] ?? byAlt["default"], alt, percentage)
    }
}
