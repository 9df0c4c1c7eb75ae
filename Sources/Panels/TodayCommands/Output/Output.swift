internal import Glibc
internal import TodayHost
internal import TodayPlatform

/// The reason why output can't be written.
enum OutputError: Error, Hashable, CustomStringConvertible {
    /// The other end of a pipe, or the terminal, is closed.
    case readerClosed
    /// Another `errno` value.
    case system(Int32)

    var description: String {
        switch self {
        case .readerClosed: "the reader closed the output"
        case .system(let code): String(cString: strerror(code))
        }
    }
}

/// A descriptor to which text is written in whole pieces, without a buffer.
struct Output: Sendable {
    let descriptor: Int32

    static let standard = Output(descriptor: STDOUT_FILENO)
    static let error = Output(descriptor: STDERR_FILENO)

    /// Writes all of a text. If the descriptor is non-blocking, it waits until the text fits.
    ///
    /// The process has to ignore `SIGPIPE`.
    func write(_ text: String) throws(OutputError) {
        let code = writeAll(text, to: descriptor)
        // A terminal that hung up returns EIO.
        if code == EPIPE || code == EIO { throw .readerClosed }
        if code != 0 { throw .system(code) }
    }

    /// Writes a text and a line feed in one piece.
    func print(_ line: String) throws(OutputError) { try write(line + "\n") }

    /// Prints a message for the user on standard error, as one line.
    static func report(_ message: String) throws(OutputError) { try error.print("todayctl: " + message.printable) }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether the output is a terminal that obeys escape sequences; the shell in Emacs doesn't.
    var supportsEscapes: Bool { isTerminal && Environment["TERM"] != "dumb" }

    /// The size of the terminal in cells; nil if the output isn't a terminal or doesn't report its size.
    var size: (rows: Int, columns: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }
}
