internal import Glibc
internal import Synchronization
internal import TodayHost
internal import TodayModel

/// A view that stays current until its end. It is drawn when it changes, when time alone changes it, and on request. In
/// between, it sleeps.
final class LiveViews: Sendable {
    private let views: AsyncStream<TodayView>
    private let ending: Ending
    private let newest = Newest()
    private let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    /// - Parameter views: the views to show; each replaces the one before. The stream ends when the bus goes.
    init(_ views: AsyncStream<TodayView>, _ ending: Ending) {
        self.views = views
        self.ending = ending
        (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Draws the view again.
    func wake() { continuation.yield() }

    /// Draws the views and returns at the end.
    ///
    /// - Parameter draw: draws a view; if it throws, the run ends.
    func run(_ draw: (ViewGracePeriod, Timestamp) throws -> Void) async throws {
        let feeding = Task {
            for await view in views {
                newest.set(view)
                wake()
            }
            // The last view says why the stream ends.
            if !Task.isCancelled { ending.end(.failure(.lostConnection)) }
        }
        defer { feeding.cancel() }
        ending.onEnd { [continuation] in continuation.finish() }
        var period = ViewGracePeriod()
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        for await _ in wakes {
            guard !ending.hasEnded else { continue }
            let now = WallClock.now
            if let view = newest.pop() { _ = period.apply(view, now: .now) }
            _ = period.pass(.now)
            try draw(period, now)
            alarm?.cancel()
            let waits = [
                period.shown.nextChange(after: now).map { moment in
                    Duration.microseconds(Int64(clamping: moment.microseconds - now.microseconds))
                },
                period.due.map { ContinuousClock.now.duration(to: $0) },
            ]
            alarm = waits.compactMap(\.self).min().map { wait in
                Task {
                    // The delay of a millisecond makes sure that a timer that fires early doesn't find the text
                    // unchanged.
                    try? await Task.sleep(for: wait + .milliseconds(1))
                    if !Task.isCancelled { wake() }
                }
            }
        }
    }
}

/// The newest view, passed from the task that receives it to the task that draws it.
private final class Newest: Sendable {
    private let value = Mutex<TodayView?>(nil)
    /// Returns the view if it is new since the last call.
    func pop() -> TodayView? { value.withLock { $0.take() } }
    func set(_ view: TodayView) { value.withLock { $0 = view } }
}
