internal import DBus

/// The environment of a script, in addition to that of the session.
package struct ScriptEnvironment: Sendable {
    /// The full path of the script.
    package var path: String
    /// The folder of all scripts.
    package var folder: String
    /// The script's own folders, one for data that can be recreated and one for data to keep.
    package var cacheFolder: String
    package var dataFolder: String
    /// The identifier of the widget.
    package var widget: String
    /// The reason for the run.
    package var reason: Reason
    package var isDark: Bool
    /// Whether a panel is visible.
    package var isViewed: Bool
    /// The version of Today Center.
    package var version: String

    package init(
        path: String, folder: String, cacheFolder: String, dataFolder: String, widget: String, reason: Reason,
        isDark: Bool, isViewed: Bool, version: String
    ) {
        self.path = path
        self.folder = folder
        self.cacheFolder = cacheFolder
        self.dataFolder = dataFolder
        self.widget = widget
        self.reason = reason
        self.isDark = isDark
        self.isViewed = isViewed
        self.version = version
    }

    /// The reason for a run.
    package enum Reason: String, CaseIterable, Sendable {
        /// The script is new or has changed, or the program has started.
        case start
        /// Its interval has passed, or its scheduled time has come.
        case interval
        /// A panel becomes visible.
        case visible
        /// The user has requested it.
        case requested
        /// A tap.
        case action
        /// A signal.
        case signal

        /// SwiftBar's word for the reason.
        fileprivate var ofSwiftBar: String {
            switch self {
            case .start: "FirstLaunch"
            case .interval: "Schedule"
            case .visible: "MenuOpen"
            case .requested, .signal: "RefreshAllMenu"
            case .action: "MenuAction"
            }
        }
    }

    /// The descriptions of the variables, in the order of the manual page.
    package static let variables: [(name: String, meaning: String)] = [
        ("TODAYCENTER_VERSION", "The version of Today Center."),
        ("TODAYCENTER_WIDGET", "The identifier of the widget."),
        (
            "TODAYCENTER_REASON",
            "The reason for the run: `start`, `interval`, `visible`, `requested`, `action`, or `signal`. `start` is "
                + "the first run, and the first run after a change of the file or the settings. `visible` means that "
                + "a panel became visible, and `action` means a tap."
        ),
        ("TODAYCENTER_ACTION", "The action of a tap; only in the format `today`."),
        (
            "TODAYCENTER_PARAMETER",
            "The parameter of that action, as JSON. For a toggle or checkbox, it is `true` or `false`; for a slider, "
                + "a number; for an entry, a quoted text. Unset if the action has no parameter."
        ),
        ("ARGOS_VERSION", "The emulated version of Argos."),
        ("ARGOS_MENU_OPEN", "`true` while a panel is visible, otherwise `false`."),
        ("XBARDarkMode", "`true` in a dark theme, otherwise `false`."),
        ("BitBar", "Always 1."),
        ("BitBarDarkMode", "1 in a dark theme, otherwise unset."),
        ("SWIFTBAR", "Always 1."),
        ("SWIFTBAR_VERSION", "The emulated version of SwiftBar."),
        ("SWIFTBAR_BUILD", "The build number of that version."),
        ("SWIFTBAR_PLUGINS_PATH", "The folder of the scripts."),
        ("SWIFTBAR_PLUGIN_PATH", "The path of the script."),
        ("SWIFTBAR_PLUGIN_CACHE_PATH", "A folder for data that the script can recreate."),
        ("SWIFTBAR_PLUGIN_DATA_PATH", "A folder for data to keep."),
        ("SWIFTBAR_PLUGIN_REFRESH_REASON", "The reason for the run, in SwiftBar's words."),
        ("OS_APPEARANCE", "`Dark` in a dark theme, otherwise `Light`."),
        ("BLOCK_NAME", "The name of the script, for i3blocks."),
        ("BLOCK_BUTTON", "1 after a tap, for i3blocks; the same as `button`."),
    ]

    /// Returns the variables by name. Later ones override earlier ones: those of ``variables``, then those of the
    /// header, the values of the script's own variables, and those of a tap.
    package func variables(
        header: ScriptHeader, interpreter: [String: String] = [:],
        values: ScriptVariableValues = ScriptVariableValues(),
        action: ScriptAction? = nil
    ) -> [String: String] {
        var result = [
            "TODAYCENTER_VERSION": version, "TODAYCENTER_WIDGET": widget, "TODAYCENTER_REASON": reason.rawValue,
            "ARGOS_VERSION": "2", "ARGOS_MENU_OPEN": isViewed ? "true" : "false",
            "XBARDarkMode": isDark ? "true" : "false", "BitBar": "1",
            "SWIFTBAR": "1", "SWIFTBAR_VERSION": "2.0.1", "SWIFTBAR_BUILD": "532",
            "SWIFTBAR_PLUGINS_PATH": folder, "SWIFTBAR_PLUGIN_PATH": path,
            "SWIFTBAR_PLUGIN_CACHE_PATH": cacheFolder, "SWIFTBAR_PLUGIN_DATA_PATH": dataFolder,
            "SWIFTBAR_PLUGIN_REFRESH_REASON": reason.ofSwiftBar, "OS_APPEARANCE": isDark ? "Dark" : "Light",
            "BLOCK_NAME": String(Shebang.baseName(path).unicodeScalars.prefix { $0 != "." }),
        ]
        if isDark { result["BitBarDarkMode"] = "1" }
        for more in [
            header.environment, interpreter, values.environment(of: header.variables), action?.environment ?? [:],
        ] {
            result.merge(more) { _, new in new }
        }
        return result
    }
}
