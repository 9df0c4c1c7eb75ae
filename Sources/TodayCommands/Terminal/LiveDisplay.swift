internal import Glibc
internal import Synchronization
internal import TodayHost
internal import TodayModel

/// Shows a view until its end: drawn again when it has changed, when time alone changes it, when the terminal has
/// another size, and when a key scrolls it. In between it sleeps.
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
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let newest = Newest()
        ending.watch(SIGWINCH) { continuation.yield() }
        let feeding = Task {
            for await view in views {
                newest.set(view)
                continuation.yield()
            }
            // The last view says why there are no more.
            if !Task.isCancelled { ending.end(.failure(CommandFailure(.unavailable, "the bus has gone"))) }
        }
        defer { feeding.cancel() }
        ending.onEnd { continuation.finish() }

        let keyboard = output.obeysEscapes ? Keyboard(STDIN_FILENO) : nil
        defer { keyboard?.close() }
        keyboard?.watch { continuation.yield() }
        let hint = keyboard == nil ? "Ctrl-C ends" : "q ends, the arrow keys scroll"
        var screen = Screen(output, style: Style(for: output), title: ["\(title) · \(hint)"] + notes)
        try screen.open()
        defer { screen.close() }
        var steady = ViewGracePeriod()
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        for await _ in wakes {
            for key in keyboard?.take() ?? [] {
                if key == .quit { ending.end(.success(())) } else { screen.scroll(key) }
            }
            guard !ending.hasCome else { continue }
            let now = WallClock.now
            if let view = newest.take() { _ = steady.take(view, now: now) }
            _ = steady.pass(now)
            try screen.draw(steady, now: now)
            alarm?.cancel()
            alarm = [steady.shown.nextChange(after: now), steady.due].compactMap(\.self).min().map { moment in
                Task {
                    // A little later, so that a timer that fires early does not find the text unchanged.
                    let wait = moment.microseconds - now.microseconds
                    try? await Task.sleep(for: .microseconds(Int64(clamping: wait)) + .milliseconds(1))
                    if !Task.isCancelled { continuation.yield() }
                }
            }
        }
    }
}

/// The newest view, from the task that receives to the one that draws.
private final class Newest: Sendable {
    private let value = Mutex<TodayView?>(nil)
    /// The view, if there is another since the last call.
    func take() -> TodayView? { value.withLock { $0.take() } }
    func set(_ view: TodayView) { value.withLock { $0 = view } }
}
