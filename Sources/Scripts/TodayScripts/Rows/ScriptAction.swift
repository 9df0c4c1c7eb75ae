internal import TodayModel

/// What a tap on a row does. All that is given happens; the order does not matter to any format.
package struct ScriptAction: Hashable, Sendable {
    /// A URL to open.
    package var href: String?
    /// A program and its arguments, in the folder of the script; empty for none.
    package var command: [String] = []
    /// Whether the command runs in a terminal.
    package var runsInTerminal = false
    /// Whether the script runs again, after the command has ended, whatever its exit code.
    package var refreshes = false
    /// A line for the standard input of a stream that is running; then it is not run again.
    package var input: String?
    /// What is added to the environment of the run that follows, and of the command.
    package var environment: [String: String] = [:]

    package init() {}

    /// Whether it does nothing.
    package var isEmpty: Bool { href == nil && command.isEmpty && !refreshes && input == nil }

    /// A line for a shell.
    package static func shell(_ line: String) -> ScriptAction {
        var action = ScriptAction()
        action.command = ["sh", "-c", line]
        return action
    }

    /// The program and the arguments of what a menu gives as `shell` and `param1` and so on.
    ///
    /// To xbar the value is a program, to Argos a line for a shell. A path that has parameters or no blanks is started as
    /// it is; everything else is a line for bash, which gets the parameters behind it.
    static func command(_ value: String, parameters: [String]) -> [String] {
        let isPath = value.hasPrefix("/")
        if isPath, !parameters.isEmpty || !value.contains(where: \.isWhitespace) { return [value] + parameters }
        if parameters.isEmpty { return ["bash", "-c", value] }
        return ["bash", "-c", value + " \"$@\"", "bash"] + parameters
    }

    /// A URL as it may be opened: what a URL cannot have is percent-encoded, a path becomes a `file:` URL. Nil for what is
    /// no URL even so.
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
