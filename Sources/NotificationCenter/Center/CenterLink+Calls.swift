internal import DBus
internal import TodayModel

extension CenterLink {
    /// Calls a method of the object for apps.
    ///
    /// - Throws: ``NCError``.
    nonisolated func call<each Argument: DBusType, Result: DBusType>(
        _ member: MemberName, _ arguments: repeat each Argument
    ) async throws(NCError) -> Result {
        do {
            return try await connection().call(
                TodayBus.appsName, path: TodayBus.appsPath, interface: TodayBus.apps, member, repeat each arguments)
        } catch { throw NCError(error) }
    }

    /// Calls a method of the object for apps that has no result.
    ///
    /// - Throws: ``NCError``.
    nonisolated func call<each Argument: DBusType>(
        _ member: MemberName, _ arguments: repeat each Argument
    ) async throws(NCError) {
        do {
            try await connection().call(
                TodayBus.appsName, path: TodayBus.appsPath, interface: TodayBus.apps, member, repeat each arguments)
        } catch { throw NCError(error) }
    }

    /// Calls a method of the object for panels and scripts, which is out of reach in a sandbox.
    ///
    /// - Throws: ``NCError``.
    nonisolated func callCenter<each Argument: DBusType, Result: DBusType>(
        _ member: MemberName, _ arguments: repeat each Argument
    ) async throws(NCError) -> Result {
        do {
            return try await connection().call(
                TodayBus.name, path: TodayBus.path, interface: TodayBus.center, member, repeat each arguments)
        } catch { throw NCError(error) }
    }

    /// Calls a method of that object that has no result.
    ///
    /// - Throws: ``NCError``.
    nonisolated func callCenter<each Argument: DBusType>(
        _ member: MemberName, _ arguments: repeat each Argument
    ) async throws(NCError) {
        do {
            try await connection().call(
                TodayBus.name, path: TodayBus.path, interface: TodayBus.center, member, repeat each arguments)
        } catch { throw NCError(error) }
    }

    /// Opens a URL for a widget. Returns whether a program took it.
    ///
    /// - Parameter activationToken: lets that program come to the front.
    nonisolated func open(
        _ url: String, for identifier: WidgetIdentifier, activationToken: String?
    ) async throws(NCError) -> Bool {
        var options: [String: DBusValue] = [:]
        options["activation-token"] = activationToken.map { .string($0) }
        return try await call(CenterMember.openURL, identifier.rawValue, url, options)
    }
}
