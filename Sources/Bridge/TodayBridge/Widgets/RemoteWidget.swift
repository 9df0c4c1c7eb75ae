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
    private var isShown: Bool?
    /// The time that the content is from; nil until the source sets it. The context may come after the content.
    private var time: Timestamp?
    /// The last failure; nil while the content is current.
    package private(set) var failure: NCWidgetError?

    package init() {}

    package var content: WidgetContent { WidgetContent(shown ?? .empty) }
    package var widgetHasContent: Bool? { isShown }

    /// Sets the content without sending it: it is what the center has, or part of the answer to a call.
    ///
    /// - Parameters:
    ///   - time: The time that the content is from; ``Timestamp/never`` if its age is unknown.
    ///   - hasContent: Whether there is anything to show; nil if this is unknown.
    package func set(_ content: Content, from time: Timestamp, hasContent: Bool? = nil) {
        (shown, isShown, self.time) = (content, hasContent, time)
        extensionContext?.widgetContentTime = time
    }

    /// Sets how strongly the widget asks for attention. It is sent with the content.
    package func setAttention(_ attention: WidgetAttention, badge: UInt32) {
        extensionContext?.widgetAttention = attention
        extensionContext?.widgetBadge = badge
    }

    /// Shows content, and removes a failure.
    ///
    /// - Parameters:
    ///   - time: The time that the content is from; ``Timestamp/never`` if its age is unknown.
    ///   - hasContent: Whether there is anything to show; nil if this is unknown.
    package func show(_ content: Content, from time: Timestamp, hasContent: Bool? = nil) async throws {
        if failure.take() != nil { extensionContext?.requestUpdate(at: .never) }
        // Only content clears an error and has a time, so a widget without any is reported in another way.
        let isEmpty = content.isEmpty && shown?.isEmpty ?? true
        set(content, from: time, hasContent: hasContent)
        guard let context = extensionContext else { return }
        if !isEmpty { return try await context.contentDidChange() }
        var changes = NCWidgetChanges()
        (changes.error, changes.hasContent) = ("", hasContent)
        try await NCWidgetController().update(context.widgetIdentifier, changes)
    }

    /// Keeps the content, and shows why it isn't current.
    ///
    /// - Parameter retry: When the source is tried again.
    package func fail(_ error: NCWidgetError, retry: Timestamp? = nil) async throws {
        failure = error
        if let retry { extensionContext?.requestUpdate(at: retry) }
        try await extensionContext?.updateDidFail(error)
    }

    package func beginRequest(with context: NSExtensionContext) { context.widgetContentTime = time }

    package func widgetPerformUpdate() async throws -> NCUpdateResult {
        if let update { return try await update() }
        if let failure { throw failure }
        if shown == nil { return .noData }
        extensionContext?.widgetContentTime = time
        return .newData
    }

    package func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        guard let tap else { throw NCWidgetError(tr("This widget only shows, and takes no taps.")) }
        try await tap(name, parameter)
    }
}
