import Glibc
import NotificationCenter
import SimpleTimerKit

/// The output of the app: lines and, on a terminal, a line with the time left that is overwritten each second.
@WidgetActor
final class TerminalDisplay {
    private let isTerminal = isatty(1) == 1
    private var hasTick = false

    nonisolated init() {}

    /// Shows the time left, but only on a terminal: a log doesn't need it.
    func tick(_ left: Duration) {
        if !isTerminal { return }
        hasTick = true
        write("\r\u{1B}[K\(left.timerText)")
    }

    /// Shows a line.
    func show(_ line: String) {
        write("\(hasTick ? "\r\u{1B}[K" : "")\(line)\n")
        hasTick = false
    }

    private func write(_ text: String) {
        print(text, terminator: "")
        // Flush, so that the text also appears immediately in a pipe or a file.
        fflush(nil)
    }
}
