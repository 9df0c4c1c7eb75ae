internal import DBusTesting
internal import TodayPlatform

/// The commands that start, read and operate a panel: three commands for `sh`.
struct PanelHooks: Sendable {
    /// Starts the panel; ends when the panel ends, or leaves it running.
    let start: String
    /// Prints everything that the panel shows, as text.
    let dump: String
    /// Performs a tap on a node, or enters a value in it; nil if the panel can't be operated.
    var activate: String?

    /// The time limits for a panel. Tests use shorter ones.
    struct TimeLimits: Sendable {
        /// For the first output after its start, or after a center restart.
        var start: Duration = .seconds(20)
        /// For a change.
        var change: Duration = .seconds(8)
        /// For a large number of changes at once.
        var crowd: Duration = .seconds(25)
    }

    /// A node to tap.
    struct Node: Sendable {
        let identifier: String
        let name: String
        let text: String
        let id: String
        /// The number or the text that the user enters; nil for a plain tap.
        var value: String?
    }

    /// The exit status of a command for taps that can't enter a value.
    static let cannotEnter: Int32 = 77

    /// Returns the environment of the hooks: the bus, and the display of the user who runs the trial.
    static func environment(_ bus: PrivateBus, _ node: Node? = nil) -> [String: String] {
        var variables = [
            "XDG_DATA_DIRS": Environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share", "TZ": "UTC",
            "LC_ALL": "C.UTF-8",
        ]
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP"] {
            if let value = Environment[name] { variables[name] = value }
        }
        if Environment["WAYLAND_DISPLAY"] != nil, let folder = Environment["XDG_RUNTIME_DIR"] {
            variables["XDG_RUNTIME_DIR"] = folder
        }
        if let node {
            variables["TODAY_WIDGET"] = node.identifier
            variables["TODAY_NAME"] = node.name
            variables["TODAY_TEXT"] = node.text
            variables["TODAY_NODE"] = node.id
            variables["TODAY_VALUE"] = node.value
        }
        return variables
    }
}
