internal import DBus
internal import TodayHost
internal import TodayModel

extension TodayViewHost {
    /// Returns a host on the bus of the center that has read the whole view.
    ///
    /// - Throws: ``CommandFailure`` if the center isn't running.
    static func session(viewing: ViewingOptions? = nil) async throws -> TodayViewHost {
        let host = TodayViewHost(try await Connection.openToCenter())
        try await host.start(viewing: viewing)
        if case .unavailable(let reason) = await host.view.center { throw CommandFailure.noCenter(reason) }
        return host
    }
}
