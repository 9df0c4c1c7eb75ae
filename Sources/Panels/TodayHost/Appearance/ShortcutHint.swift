/// The line that binds a key to the panel in a compositor or window manager without the GlobalShortcuts portal.
package struct ShortcutHint: Hashable, Sendable {
    /// The name as its makers write it.
    package let desktop: String
    /// The file that the line belongs to.
    package let file: String
    package let line: String
    /// Words of `XDG_CURRENT_DESKTOP` and `DESKTOP_SESSION`, in lower case.
    private let words: Set<String>

    private init(_ desktop: String, _ file: String, _ line: String, _ words: Set<String> = []) {
        (self.desktop, self.file, self.line) = (desktop, file, line)
        self.words = words.union([desktop.lowercased()])
    }

    /// All hints.
    package static let all = [
        ShortcutHint("sway", "~/.config/sway/config", "bindsym $mod+t exec today-panel"),
        ShortcutHint("i3", "~/.config/i3/config", "bindsym $mod+t exec --no-startup-id today-panel"),
        ShortcutHint("Hyprland", "~/.config/hypr/hyprland.conf", "bind = SUPER, T, exec, today-panel"),
        ShortcutHint(
            "Openbox", "~/.config/openbox/rc.xml",
            #"<keybind key="W-t"><action name="Execute"><command>today-panel</command></action></keybind>"#),
        ShortcutHint("niri", "~/.config/niri/config.kdl", #"Mod+T { spawn "today-panel"; }"#),
    ]

    /// Returns the hints, that of the running desktop first.
    ///
    /// - Parameter environment: the variables `XDG_CURRENT_DESKTOP` and `DESKTOP_SESSION`.
    package static func all(for environment: [String]) -> [ShortcutHint] {
        let words = Set(
            environment.flatMap { value in
                value.lowercased().utf8.split { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }
                    .map { String(decoding: $0, as: UTF8.self) }
            })
        return all.filter { !$0.words.isDisjoint(with: words) } + all.filter { $0.words.isDisjoint(with: words) }
    }
}
