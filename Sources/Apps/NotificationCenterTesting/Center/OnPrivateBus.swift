internal import DBus
public import DBusTesting
public import NotificationCenter

extension NCWidgetController {
    /// A controller for the center on a private bus.
    public init(on bus: PrivateBus) { self.init(CenterLink(.bus(bus.address))) }
}

extension NCGroupDefaults {
    /// Opens a group of the center on a private bus.
    ///
    /// - Throws: ``NCError``.
    public convenience init(suiteName: String, on bus: PrivateBus) async throws(NCError) {
        try await self.init(suiteName: suiteName, link: CenterLink(.bus(bus.address)))
    }
}
