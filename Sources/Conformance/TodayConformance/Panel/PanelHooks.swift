internal import DBusTesting
internal import TodayPlatform

/// How a panel is started, read and used: three commands for `sh`.
struct PanelHooks: Sendable {
    /// Starts it, and ends when it ends, or leaves it running.
    let start: String
    /// Prints all that is shown, as text.
    let dump: String
    /// Does what a tap on a node does; nil where there is no way to.
    var activate: String?

    /// How long a panel may take. Tests are in more of a hurry.
    struct Patience: Sendable {
        /// For the first look after its start, or after another center has come.
        var start: Duration = .seconds(20)
        /// For a change.
        var change: Duration = .seconds(8)
        /// For very much at once.
        var crowd: Duration = .seconds(25)
    }

    /// A node that is to be tapped.
    struct Node: Sendable {
        let identifier: String
        let name: String
        let text: String
        let id: String
    }

    /// What the hooks are started with: the bus, and the display of whoever has the panel tried.
    static func environment(_ bus: PrivateBus, _ node: Node? = nil) -> [String: String] {
        var variables = ["XDG_DATA_DIRS": Environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"]
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
        }
        return variables
    }
}
