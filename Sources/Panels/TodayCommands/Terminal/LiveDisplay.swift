internal import Glibc
internal import TodayHost
internal import TodayModel

/// Shows a view in a terminal until its end. It redraws when the view or the size of the terminal changes, and when a
/// key scrolls the view.
struct LiveDisplay: Sendable {
    /// The views to show; each replaces the one before. The stream ends when the bus goes.
    let views: AsyncStream<TodayView>
    let ending: Ending
    let output: Output
    /// The title of the view.
    let title: String
    /// Lines below the title, which are never cut.
    var notes: [String] = []

    /// Returns at the end, after it has restored the terminal.
    func run() async throws {
        let live = LiveViews(views, ending)
        ending.watch(SIGWINCH) { live.wake() }
        let keyboard = output.supportsEscapes ? Keyboard(STDIN_FILENO) : nil
        defer { keyboard?.close() }
        keyboard?.watch { live.wake() }
        // Translators: q is a key.
        let hint = keyboard == nil ? tr("Ctrl-C ends") : tr("q ends, the arrow keys scroll")
        var screen = Screen(output, style: Style(for: output), title: ["\(title) · \(hint)"] + notes)
        try screen.open()
        defer { screen.close() }
        try await live.run { period, now in
            for key in keyboard?.popKeys() ?? [] {
                if key == .quit { ending.end(.success(())) } else { screen.scroll(key) }
            }
            if !ending.hasEnded { try screen.draw(period, now: now) }
        }
    }
}
