internal import TodayModel

/// The effect of a tap on a row. All given parts run; their order doesn't matter in any format.
package struct ScriptAction: Hashable, Sendable {
    /// A URL to open.
    package var href: String?
    /// A program and its arguments, run in the folder of the script; empty for none.
    package var command: [String] = []
    /// Whether the command runs in a terminal.
    package var runsInTerminal = false
    /// Whether the script runs again after the command has ended, whatever its exit code.
    package var refreshes = false
    /// A line for the standard input of a running stream; the script then doesn't run again.
    package var input: String?
    /// The name of the action, if this is a value of a slider: a later value replaces one that waits for its run.
    var slider: String?
    /// The variables to add to the environment of the next run and of the command.
    package var environment: [String: String] = [:]

    package init() {}

    /// Whether it does nothing.
    package var isEmpty: Bool { href == nil && command.isEmpty && !refreshes && input == nil }

    /// Whether another action is a value of the same slider.
    func isReplaced(by other: ScriptAction) -> Bool { slider != nil && slider == other.slider }

    /// Returns an action that runs a line in a shell.
    package static func shell(_ line: String) -> ScriptAction {
        var action = ScriptAction()
        action.command = ["sh", "-c", line]
        return action
    }

    /// Returns the program and arguments for the `shell`, `param1` and following keys of a menu.
    ///
    /// In xbar the value is a program, in Argos a line for a shell. A path that has parameters or no spaces is started
    /// directly. Everything else is a line for bash, which gets the parameters after it.
    static func command(_ value: String, parameters: [String]) -> [String] {
        let isPath = value.hasPrefix("/")
        if isPath, !parameters.isEmpty || !value.contains(where: \.isWhitespace) { return [value] + parameters }
        if parameters.isEmpty { return ["bash", "-c", value] }
        return ["bash", "-c", value + " \"$@\"", "bash"] + parameters
    }

    /// Returns a URL that may be opened: invalid characters are percent-encoded, and a path becomes a `file:` URL. Nil
    /// if the result still isn't a URL.
    static func url(_ text: String) -> String? {
        var encoded = text.hasPrefix("/") ? "file://" : ""
        for byte in text.utf8 {
            switch byte {
            case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E:
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += "%" + (digits.utf8.count < 2 ? "0" : "") + digits
            }
        }
        return (try? WidgetURL(encoded))?.string
    }
}
