import Glibc
import NotificationCenter
import SimpleTimerKit

/// What the app shows: lines, and on a terminal the time that is left, in one line that is written over.
@WidgetActor
final class TerminalDisplay {
    private let isTerminal = isatty(1) == 1
    private var hasTick = false

    nonisolated init() {}

    /// Shows the time that is left. A log has no use for it.
    func tick(_ left: Duration) {
        if !isTerminal { return }
        hasTick = true
        write("\r\u{1B}[K\(left.timerText)")
    }

    /// Shows a line.
    func tell(_ line: String) {
        write("\(hasTick ? "\r\u{1B}[K" : "")\(line)\n")
        hasTick = false
    }

    private func write(_ text: String) {
        print(text, terminator: "")
        // Also into a pipe or a file at once.
        fflush(nil)
    }
}
