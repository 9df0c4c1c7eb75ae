internal import Glibc
internal import TodayPlatform

/// Why output cannot be written.
enum OutputError: Error, Hashable, CustomStringConvertible {
    /// The other end of a pipe, or the terminal, is closed.
    case readerHasGone
    /// Another `errno` value.
    case system(Int32)

    var description: String {
        switch self {
        case .readerHasGone: "nobody reads any more"
        case .system(let code): String(cString: strerror(code))
        }
    }
}

/// Writing to a descriptor in whole pieces, without a buffer in between.
struct Output: Sendable {
    let descriptor: Int32

    static let standard = Output(descriptor: STDOUT_FILENO)
    static let error = Output(descriptor: STDERR_FILENO)

    /// Writes all of a text. Where the descriptor does not block, it waits until there is room.
    ///
    /// `SIGPIPE` has to be ignored.
    func write(_ text: String) throws(OutputError) {
        let code = writeAll(text, to: descriptor)
        // EIO is what a terminal gives that was hung up.
        if code == EPIPE || code == EIO { throw .readerHasGone }
        if code != 0 { throw .system(code) }
    }

    /// Writes a text and a line feed in one piece.
    func print(_ line: String) throws(OutputError) { try write(line + "\n") }

    /// Tells the user of something beside the output: one line on standard error.
    static func report(_ message: String) throws(OutputError) { try error.print("todayctl: " + message.printable) }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether it is a terminal that more can be done with than to print lines on it; the shell in Emacs is none.
    var obeysEscapes: Bool { isTerminal && Environment["TERM"] != "dumb" }

    /// The size of the terminal in cells; nil if it is none or does not know.
    var size: (rows: Int, columns: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }
}
