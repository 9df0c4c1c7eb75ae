/// The terminals that show a program that needs one, in the order of the search.
package enum Terminals {
    /// The arguments with which each terminal accepts a command line.
    ///
    /// `xdg-terminal-exec` knows the user's preferred terminal (Default Terminal Execution Specification). So does
    /// `x-terminal-emulator` on systems with alternatives (Debian Policy, 11.8.3).
    private static let known: [[String]] = [
        ["xdg-terminal-exec"], ["x-terminal-emulator", "-e"], ["kgx", "--"], ["ptyxis", "--"],
        ["gnome-terminal", "--"], ["konsole", "-e"], ["xfce4-terminal", "-x"], ["mate-terminal", "-x"],
        ["foot"], ["kitty"], ["alacritty", "-e"], ["wezterm", "start"], ["xterm", "-e"],
    ]

    /// Returns the start of a command line that runs in a terminal; nil if no known terminal is installed.
    package static func prefix(where isInstalled: (String) -> Bool) -> [String]? {
        known.first { $0.first.map(isInstalled) ?? false }
    }
}
