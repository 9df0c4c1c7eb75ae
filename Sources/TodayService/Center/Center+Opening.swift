internal import DBus
internal import TodayModel

/// URLs: which ones may be opened, and for whom.
extension Center {
    /// Opens a URL for a widget, when it is its turn. Returns whether somebody took it.
    ///
    /// - Parameters:
    ///   - isSandboxed: whether the caller runs in a sandbox.
    ///   - party: whose URLs are opened a few at a time.
    func openURL(
        _ text: String, _ string: String, _ options: [String: DBusValue], isSandboxed: Bool, for party: CallingParty
    ) async throws -> Bool {
        let record = try registry.find(text).record
        let url: WidgetURL
        do { url = try WidgetURL(string) } catch { throw CenterError(.invalidURL, "url: \(error)") }
        if url.isFile, isSandboxed || record.isSandboxed {
            throw CenterError(
                .invalidURL, "url: \(string.debugDescription) names a file, and who asks for it is sandboxed")
        }
        let token: String?
        do { token = try VardictReader(options).nonEmptyText("activation-token") } catch {
            throw RemoteError(.invalidArgs, "options: \(error)")
        }
        return try await desktop.urlOpenings.open(url, app: record.definition.containingApp, token: token, for: party)
    }
}
