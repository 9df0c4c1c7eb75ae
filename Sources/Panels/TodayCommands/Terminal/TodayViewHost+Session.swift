internal import DBus
internal import TodayHost
internal import TodayModel

extension TodayViewHost {
    /// A host on the session bus, which has read everything.
    ///
    /// - Throws: ``CommandFailure`` when there is no center.
    static func session(viewing: ViewingOptions? = nil) async throws -> TodayViewHost {
        let host = TodayViewHost(try await Connection.open(.session))
        try await host.start(viewing: viewing)
        if case .unavailable(let reason) = await host.view.center { throw CommandFailure.noCenter(reason) }
        return host
    }
}
