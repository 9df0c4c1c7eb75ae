package import TodayModel

/// The requests that a context sends to the center. A service is nil if no center is available for it.
package struct ContextServices: Sendable {
    /// Opens a URL, with an activation token. Returns whether a program accepted it.
    package var open: (@Sendable (String, String?) async throws -> Bool)?
    /// Pushes changes.
    package var push: (@Sendable (WidgetChanges) async throws -> Void)?

    /// Makes services without a center.
    package init() {}
}

extension ContextServices {
    /// Makes services that use a link to the center.
    init(_ link: CenterLink, for identifier: WidgetIdentifier) {
        open = { url, token in try await link.open(url, for: identifier, activationToken: token) }
        push = { changes in try await NCWidgetController(link).update(identifier.rawValue, changes) }
    }
}
