internal import DBus
internal import Synchronization
internal import TodayHost
internal import TodayModel

/// Follows the center for a command that runs until it is ended. The connection to this machine's bus ends with the
/// session. A connection to another machine ends sooner, so the follower then opens the next one.
final class CenterFollower: Sendable {
    private let viewing: ViewingOptions?
    private let newest: Mutex<TodayViewHost?>

    /// - Parameters:
    ///   - first: a host that has started; nil if the center's machine can't be reached yet.
    ///   - viewing: the options with which it started.
    init(_ first: TodayViewHost?, viewing: ViewingOptions? = nil) {
        newest = Mutex(first)
        self.viewing = viewing
    }

    /// The newest connection; nil before the first one.
    var connection: Connection? { newest.withLock { $0?.connection } }

    /// Returns the views, each of which replaces the one before. The sequence ends only with this machine's bus.
    func views() -> AsyncStream<TodayView> {
        sequence {
            await $0.views()
        } lost: {
            [TodayView(center: .unavailable($0))]
        }
    }

    /// Returns the events in order. After a new connection, they describe the whole state again.
    func events() -> AsyncStream<TodayEvent> {
        sequence {
            await $0.events()
        } lost: { _ in
            []
        }
    }

    private func sequence<Element: Sendable>(
        _ elements: @escaping @Sendable (TodayViewHost) async -> AsyncStream<Element>,
        lost: @escaping @Sendable (CenterAbsence) -> [Element]
    ) -> AsyncStream<Element> {
        AsyncStream { sink in
            let task = Task {
                var delay = RetryDelay(longest: 30_000)
                repeat {
                    if let host = self.newest.withLock({ $0 }) {
                        for await element in await elements(host) { sink.yield(element) }
                    }
                    guard let center = CenterHost.current else { break }
                    try? await Task.sleep(for: .milliseconds(delay.next()))
                    do {
                        let host = TodayViewHost(try await Connection.open(center.address))
                        try await host.start(viewing: self.viewing)
                        self.newest.withLock { $0 = host }
                        delay = RetryDelay(longest: 30_000)
                    } catch {
                        self.newest.withLock { $0 = nil }
                        for element in lost(CenterAbsence(error)) { sink.yield(element) }
                    }
                } while !Task.isCancelled
                sink.finish()
            }
            sink.onTermination = { _ in task.cancel() }
        }
    }
}
