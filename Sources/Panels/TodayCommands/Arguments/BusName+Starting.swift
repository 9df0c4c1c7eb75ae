internal import DBus

extension BusName {
    /// Asks the session bus to start the program that owns this name. systemd starts it with the first file of the user,
    /// but not every system has systemd.
    ///
    /// - Returns: False if the bus doesn't know the program. Without a bus, true.
    func isStarted() async -> Bool {
        guard let bus = try? await Connection.open(.session, timeout: .seconds(5)) else { return true }
        var isKnown = true
        do {
            try await bus.call(.bus, "StartServiceByName", timeout: .seconds(10), rawValue, UInt32(0))
        } catch { isKnown = (error as? RemoteError)?.name != .serviceUnknown }
        await bus.close()
        return isKnown
    }
}
