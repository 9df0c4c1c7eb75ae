internal import DBus
package import NotificationCenter
package import TodayModel

/// A widget whose content comes from elsewhere: another machine, or a broker.
///
/// Its source sets what it shows. While the source can't be reached, it keeps the last content.
@WidgetActor
package final class RemoteWidget: NCWidgetProviding {
    /// Sends a tap to the source.
    package var tap: ((_ action: String, _ parameter: NCValue?) async throws -> Void)?
    /// Updates the content at the source; nil if the source only pushes.
    package var update: (() async throws -> NCUpdateResult)?

    private var shown: Content?
    /// The last failure; nil while the content is current.
    package private(set) var failure: NCWidgetError?

    package init() {}

    package var content: WidgetContent { WidgetContent(shown ?? .empty) }

    /// Shows content, and removes a failure.
    ///
    /// - Parameter time: The time that the content is from; ``Timestamp/never`` if its age is unknown.
    package func show(_ content: Content, from time: Timestamp) async throws {
        (shown, failure) = (content, nil)
        extensionContext?.widgetContentTime = time
        try await extensionContext?.contentDidChange()
    }

    /// Keeps the content, and shows why it isn't current.
    ///
    /// - Parameter retry: When the source is tried again.
    package func fail(_ error: NCWidgetError, retry: Timestamp? = nil) async throws {
        failure = error
        if let retry { extensionContext?.requestUpdate(at: retry) }
        try await extensionContext?.updateDidFail(error)
    }

    package func widgetPerformUpdate() async throws -> NCUpdateResult {
        if let update { return try await update() }
        if let failure { throw failure }
        return shown == nil ? .noData : .newData
    }

    package func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        guard let tap else { throw NCWidgetError(tr("This widget only shows, and takes no taps.")) }
        try await tap(name, parameter)
    }
}
