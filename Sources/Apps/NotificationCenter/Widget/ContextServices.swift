package import TodayModel

/// What a context asks the center for, by way of whoever runs the widget. Nil is what there is no center for.
package struct ContextServices: Sendable {
    /// Opens a URL, with an activation token. Returns whether a program took it.
    package var open: (@Sendable (String, String?) async throws -> Bool)?
    /// Pushes changes.
    package var push: (@Sendable (WidgetChanges) async throws -> Void)?

    /// No center.
    package init() {}
}

extension ContextServices {
    /// The center at the other end of a link.
    init(_ link: CenterLink, for identifier: WidgetIdentifier) {
        open = { url, token in try await link.open(url, for: identifier, activationToken: token) }
        push = { changes in try await NCWidgetController(link).update(identifier.rawValue, changes) }
    }
}
