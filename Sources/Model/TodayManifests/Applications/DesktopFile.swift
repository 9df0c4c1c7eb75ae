internal import TodayModel
/// The facts about an installed application that the center needs: the group `[Desktop Entry]` of its file.
///
/// Desktop Entry Specification, "Recognized desktop entry keys".
package struct DesktopFile: Hashable, Sendable {
    /// The name that users see, in their language.
    package var name: String?
    /// A themed icon's name or a path, in the user's language.
    package var icon: String?
    /// The command line, with its field codes still in place; see ``ExecLine``.
    package var exec: String?
    /// The program that must exist; if it is missing, the application counts as not installed.
    package var tryExec: String?
    /// The working directory of the program.
    package var path: String?
    /// Whether the program runs in a terminal.
    package var needsTerminal = false
    /// Whether the file only marks the application as deleted.
    package var isHidden = false
    /// Whether menus leave it out. Such an application may still open a URL; many URL handlers aren't in menus.
    package var isLeftOutOfMenus = false
    /// Whether the bus starts it by its name and it implements the interface `org.freedesktop.Application`.
    package var isDBusActivatable = false
    /// The URL schemes that it handles, in lower case: `MimeType` with `x-scheme-handler/…`.
    package var schemes: Set<String> = []
    /// The first main category that the menu specification knows.
    package var mainCategory: String?

    package init() {}

    /// Reads a desktop file. If a group or key appears twice, the last one counts, as in the desktops.
    ///
    /// - Parameter locale: The user's locale, which selects the name and the icon; nil for none.
    /// - Throws: The first fault of the syntax, or of a value that is used here; also for a file of a type other than
    ///   `Application`.
    package static func parse(_ text: String, locale: String?) throws(ManifestFault) -> DesktopFile {
        let lines = try DesktopEntry.lines(of: "Desktop Entry", in: text, allowingDoubles: true)
        let locale = locale.flatMap { LocaleName($0) }
        var file = DesktopFile()
        var ranks: [String: Int] = [:]
        for line in lines {
            do {
                guard let name = line.locale else {
                    if ranks[line.key] ?? 4 < 4 { continue }
                    try file.read(line)
                    continue
                }
                // If two keys match equally well, the later one counts.
                guard line.key == "Name" || line.key == "Icon", let locale, let rank = name.rank(for: locale),
                    rank <= ranks[line.key] ?? 4
                else { continue }
                ranks[line.key] = rank
                try file.read(line)
            } catch {
                throw ManifestFault(line: line.number, key: line.key, message: error.text)
            }
        }
        return file
    }

    private mutating func read(_ line: DesktopEntry.Line) throws(ManifestValue.Reason) {
        func text() throws(ManifestValue.Reason) -> String? {
            let text = try ManifestValue.unescape(line.value)
            return text.isEmpty ? nil : text
        }
        switch line.key {
        case "Type":
            guard line.value == "Application" else {
                throw ManifestValue.Reason(text: "\(String(line.value).excerpt) is not Application")
            }
        case "Name": name = try text()
        case "Icon": icon = try text()
        case "Exec": exec = try text()
        case "TryExec": tryExec = try text()
        case "Path": path = try text()
        case "Terminal": needsTerminal = try Self.boolean(line.value)
        case "Hidden": isHidden = try Self.boolean(line.value)
        case "NoDisplay": isLeftOutOfMenus = try Self.boolean(line.value)
        case "DBusActivatable": isDBusActivatable = try Self.boolean(line.value)
        case "MimeType":
            let prefix = "x-scheme-handler/"
            let types = try ManifestValue.list(line.value).map { $0.lowercased() }
            schemes = Set(types.compactMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil })
        case "Categories":
            // A fault here doesn't make the application unusable.
            mainCategory = (try? ManifestValue.list(line.value))?.first(where: Self.mainCategories.contains)
        default: break
        }
    }

    /// Desktop Menu Specification, "Main Categories"; `Audio` and `Video` come with `AudioVideo`.
    private static let mainCategories: Set<String> = [
        "AudioVideo", "Development", "Education", "Game", "Graphics", "Network", "Office", "Science", "Settings",
        "System", "Utility",
    ]

    /// Old files use 1 and 0.
    private static func boolean(_ raw: Substring) throws(ManifestValue.Reason) -> Bool {
        raw == "1" ? true : raw == "0" ? false : try ManifestValue.boolean(raw)
    }
}
