internal import Glibc
internal import Synchronization
internal import TodayHost
internal import TodayModel

/// A view that is kept current until its end: drawn when it has changed, when time alone changes it, and when somebody wakes
/// it. In between it sleeps.
final class LiveViews: Sendable {
    private let views: AsyncStream<TodayView>
    private let ending: Ending
    private let newest = Newest()
    private let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// - Parameter views: what is shown; each takes the place of the one before. When there are no more, the bus has gone.
    init(_ views: AsyncStream<TodayView>, _ ending: Ending) {
        self.views = views
        self.ending = ending
        (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Has it drawn once more.
    func wake() { continuation.yield() }

    /// Returns at the end.
    ///
    /// - Parameter draw: draws; when it throws, that is the end.
    func run(_ draw: (ViewGracePeriod, Timestamp) throws -> Void) async throws {
        let feeding = Task {
            for await view in views {
                newest.set(view)
                wake()
            }
            // The last view says why there are no more.
            if !Task.isCancelled { ending.end(.failure(CommandFailure(.unavailable, "the bus has gone"))) }
        }
        defer { feeding.cancel() }
        ending.onEnd { [continuation] in continuation.finish() }
        var steady = ViewGracePeriod()
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        for await _ in wakes {
            guard !ending.hasCome else { continue }
            let now = WallClock.now
            if let view = newest.take() { _ = steady.take(view, now: .now) }
            _ = steady.pass(.now)
            try draw(steady, now)
            alarm?.cancel()
            let waits = [
                steady.shown.nextChange(after: now).map { moment in
                    Duration.microseconds(Int64(clamping: moment.microseconds - now.microseconds))
                },
                steady.due.map { ContinuousClock.now.duration(to: $0) },
            ]
            alarm = waits.compactMap(\.self).min().map { wait in
                Task {
                    // A little later, so that a timer that fires early does not find the text unchanged.
                    try? await Task.sleep(for: wait + .milliseconds(1))
                    if !Task.isCancelled { wake() }
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
