/// The terminals that a program which needs one is shown in, in the order in which they are looked for.
package enum Terminals {
    /// How each takes a command line: its own arguments come first.
    ///
    /// `xdg-terminal-exec` knows which terminal the user wants (Default Terminal Execution Specification), and so does
    /// `x-terminal-emulator` where there are alternatives (Debian Policy, 11.8.3).
    private static let known: [[String]] = [
        ["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["kgx", "--"], ["ptyxis", "--"],
        ["gnome-terminal", "--"], ["konsole", "-e"], ["xfce4-terminal", "-x"], ["mate-terminal", "-x"],
        ["foot"], ["kitty"], ["alacritty", "-e"], ["wezterm", "start"], ["xterm", "-e"],
    ]

    /// What a command line begins with that is to be shown in a terminal; nil when none is installed.
    package static func prefix(where isInstalled: (String) -> Bool) -> [String]? {
        known.first { $0.first.map(isInstalled) ?? false }
    }
}
