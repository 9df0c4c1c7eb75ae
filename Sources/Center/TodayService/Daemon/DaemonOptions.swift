internal import DBus
package import Logging

/// The command line of `todayd`.
///
/// It is parsed here, not by the argument parser of the command line tools. For three options, that parser would bring
/// FoundationEssentials into a process that has to stay small and start fast.
package enum DaemonOptions: Hashable, Sendable {
    case run(logLevel: Logger.Level)
    case help
    case version

    /// An invalid command line.
    package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible { package let description: String }

    package static let usage = """
        USAGE: todayd [--log-level LEVEL]

        The notification center: stores and updates widgets, and notifies panels of
        changes. It owns org.todaycenter.NotificationCenter1 and, for apps,
        org.todaycenter.Apps1 on the session bus. Usually, the bus starts it when a
        panel or an app calls one of these names.

        To install a widget, put a file IDENTIFIER.widget into todaycenter/widgets in
        $XDG_DATA_HOME or a folder of $XDG_DATA_DIRS.

        OPTIONS:
          --log-level LEVEL  Log to standard error from this level on: trace, debug,
                             info, notice, warning, error or critical
                             (default: notice)
          --version          Show the version
          -h, --help         Show this help

        EXIT STATUS:
          0   after SIGTERM or SIGINT
          1   cannot connect to the bus, lost the connection, or another center owns
              a name
          64  invalid command line

        """

    /// - Parameter arguments: without the program's name.
    package init(_ arguments: [String]) throws(UsageError) {
        var level = Logger.Level.notice
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            switch parts[0] {
            case "-h", "--help":
                self = .help
                return
            case "--version":
                self = .version
                return
            case "--log-level":
                guard let word = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw UsageError(description: "--log-level needs a level")
                }
                guard let known = Logger.Level(rawValue: word) else {
                    let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                    throw UsageError(description: "--log-level: \(word.debugDescription) isn't one of \(levels)")
                }
                level = known
            default: throw UsageError(description: "unknown argument \(argument.debugDescription)")
            }
        }
        self = .run(logLevel: level)
    }
}
