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
        Key("exec", .script, "The command, which becomes the script."),
        Key("exec-if", .script, "A command that has to succeed before, else nothing is shown."),
        Key("interval", .script, "Seconds from one run to the next, or `once`; it goes into the name of the file."),
        Key("restart-interval", .script, "Seconds until a stream that has ended is started again."),
        Key("signal", .script, "The number above SIGRTMIN of a signal that has it run."),
        Key("return-type", .script, "With `json` the output is an object; else lines with text, tooltip and class."),
        Key("format", .header, "The text: `{}` or `{text}`, `{alt}`, `{icon}` and `{percentage}` are replaced."),
        Key("format-icons", .header, "Texts for `{icon}`: by percentage, or by `alt`."),
        Key("tooltip", .header, "With `false` the tooltip is not shown."),
        Key("tooltip-format", .header, "The tooltip, with the same replacements, and `{tooltip}`."),
        Key("max-length", .header, "At most this many characters."),
        Key("hide-empty-text", .header, "With `true` nothing is shown when the text is empty."),
        Key("escape", .header, "With `true` the text is no markup."),
        Key("exec-on-event", .header, "With `false` the script does not run again after a command."),
        Key("image-name", .header, "An icon of the theme."),
        Key("on-click", .header, "The command of a tap."),
        Key("on-click-middle", .header, "The command of a row of its own, Middle click."),
        Key("on-click-right", .header, "The command of a row of its own, Right click."),
        Key("on-scroll-up", .header, "The command of a row of its own, Scroll up."),
        Key("on-scroll-down", .header, "The command of a row of its own, Scroll down."),
        Key("on-update", .nothing, "A command after each update."),
        Key("min-length", .nothing, "The least width."),
        Key("rotate", .nothing, "How the text is turned."),
        Key("align", .nothing, "Where the text stands."),
        Key("justify", .nothing, "Where its lines stand."),
        Key("smooth-scrolling-threshold", .nothing, "How far to scroll."),
        Key("image-path", .nothing, "A picture in a file."),
        Key("icon-size", .nothing, "The size of the picture."),
        Key("menu", .nothing, "When a menu opens."),
        Key("menu-file", .nothing, "The file with the menu."),
        Key("menu-actions", .nothing, "The commands of the menu."),
        Key("expand", .nothing, "Whether it takes all the room."),
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
