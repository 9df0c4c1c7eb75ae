internal import ArgumentParser
internal import Glibc
internal import TodayPlatform

/// `todayctl preview`.
struct Preview: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows a content file as a card in a window.",
        discussion: """
            The command opens a window of today-panel that shows the content twice, side by side: compact and \
            expanded. Buttons in the window switch between light and dark colors, and between left-to-right and \
            right-to-left layout. Faults and warnings appear above the cards, with their paths in the content. The \
            command prints the same messages, and each tap. It doesn't need a bus and changes nothing.

            With --watch, the window shows changes of the file. While the file has a fault, the window keeps the last \
            valid content. Escape closes the window.

            The command exits with 69 if no display is available or today-panel isn't installed.

            EXAMPLE
              todayctl preview --watch note.json
            """)

    @Flag(help: "Show changes of the file.")
    var watch = false

    @Flag(help: "Start with dark colors.")
    var dark = false

    @Flag(help: "Start with a right-to-left layout.")
    var rtl = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The file with the content as JSON.", valueName: "file"),
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
