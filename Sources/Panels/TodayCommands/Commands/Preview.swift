internal import ArgumentParser
internal import Glibc
internal import TodayPlatform

/// `todayctl preview`.
struct Preview: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows a content file as a card in a window.",
        discussion: """
            The window of today-panel shows the content as panels do: compact and expanded, side by side. Its buttons \
            switch between light and dark colors, and between the directions of text. It shows faults and warnings \
            above the cards and prints them, with their paths in the content. It also prints taps. It doesn't need a \
            center and changes nothing.

            With --watch, the window follows the file, and keeps the last valid content while the file has a fault. \
            Escape closes the window.

            It exits with 69 without a display, or if today-panel isn't installed.

            EXAMPLE
              todayctl preview --watch note.json
            """)

    @Flag(help: "Follow the file.")
    var watch = false

    @Flag(help: "Start with dark colors.")
    var dark = false

    @Flag(help: "Start with the direction from right to left.")
    var rtl = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The file, with content in its JSON form.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String

    func run() throws {
        guard access(file, R_OK) == 0 else {
            throw CommandFailure(.failed, "cannot open \(file): \(String(cString: strerror(errno)))")
        }
        guard let program = Installation.current.program("today-panel") else {
            throw CommandFailure(.unavailable, "today-panel isn't installed; 'todayctl show' draws widgets as text")
        }
        let options = [("--watch", watch), ("--dark", dark), ("--rtl", rtl)].filter(\.1).map(\.0)
        var arguments: [UnsafeMutablePointer<CChar>?] =
            ([program, "--preview", file] + options).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        // This process becomes the panel, so that signals and the exit status are the panel's. This thread may block
        // all signals, and the panel would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        signal(SIGPIPE, SIG_DFL)
        execv(program, &arguments)
        throw CommandFailure(.unavailable, "cannot run \(program): \(String(cString: strerror(errno)))")
    }
}
