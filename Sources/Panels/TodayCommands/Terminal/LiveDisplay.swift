internal import Glibc
internal import TodayHost
internal import TodayModel

/// Shows a view in a terminal until its end: drawn again when it is another, when the terminal has another size, and when a
/// key scrolls it.
struct LiveDisplay: Sendable {
    /// What is shown; each view takes the place of the one before. When there are no more, the bus has gone.
    let views: AsyncStream<TodayView>
    let ending: Ending
    let output: Output
    /// What the view is called.
    let title: String
    /// Lines below that, which are never cut.
    var notes: [String] = []

    /// Returns at the end, with the terminal as it was.
    func run() async throws {
        let live = LiveViews(views, ending)
        ending.watch(SIGWINCH) { live.wake() }
        let keyboard = output.obeysEscapes ? Keyboard(STDIN_FILENO) : nil
        defer { keyboard?.close() }
        keyboard?.watch { live.wake() }
        let hint = keyboard == nil ? "Ctrl-C ends" : "q ends, the arrow keys scroll"
        var screen = Screen(output, style: Style(for: output), title: ["\(title) · \(hint)"] + notes)
        try screen.open()
        defer { screen.close() }
        try await live.run { steady, now in
            for key in keyboard?.take() ?? [] {
                if key == .quit { ending.end(.success(())) } else { screen.scroll(key) }
            }
            if !ending.hasCome { try screen.draw(steady, now: now) }
        }
    }
}
