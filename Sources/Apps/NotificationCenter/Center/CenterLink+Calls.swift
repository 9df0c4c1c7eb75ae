internal import DBus
internal import TodayModel

extension CenterLink {
    /// Calls the object for apps.
    ///
    /// - Throws: ``NCError``.
    nonisolated func callApps<Result>(
        _ body: (Apps1) async throws -> Result
    ) async throws(NCError) -> Result {
        do { return try await body(Apps1(try await connection())) } catch { throw NCError(error) }
    }

    /// Calls the object for panels and scripts, which isn't available in a sandbox.
    ///
    /// - Throws: ``NCError``.
    nonisolated func callCenter<Result>(
        _ body: (NotificationCenter1) async throws -> Result
    ) async throws(NCError) -> Result {
        do { return try await body(NotificationCenter1(try await connection())) } catch { throw NCError(error) }
    }

    /// Opens a URL for a widget. Returns whether a program accepted it.
    ///
    /// - Parameter activationToken: Lets that program come to the front.
    nonisolated func open(
        _ url: String, for identifier: WidgetIdentifier, activationToken: String?
    ) async throws(NCError) -> Bool {
        var options: [String: DBusValue] = [:]
        options["activation-token"] = activationToken.map { .string($0) }
        let sent = options
        return try await callApps {
            try await $0.openURL(identifier: identifier.rawValue, url: url, options: sent)
        }
    }
}
