public import TodayModel

/// A widget: a class that provides content and updates it on request.
///
/// ```swift
/// @main
/// final class Greeting: NCWidgetProviding {
///     var content: WidgetContent { Text("Hello") }
/// }
/// ```
///
/// The center starts the program and calls it when needed; see ``main()``. Only ``content`` is required. All methods
/// run on ``WidgetActor``. The panel draws the content, never the widget.
@WidgetActor
public protocol NCWidgetProviding: AnyObject, Sendable {
    /// Makes the widget. Each process calls this once for each instance that the user has.
    init()

    /// The widget's identifier, for a program that the bus activates or that you start by hand. An identifier that the
    /// center sets in the environment takes precedence. The default is nil.
    nonisolated static var widgetIdentifier: String? { get }

    /// The name to own on the bus; its manifest's `BusName`. The default, nil, means the identifier.
    nonisolated static var busName: String? { get }

    /// The path of its object on the bus; its manifest's `ObjectPath`. The default, nil, derives it from the name. If
    /// widgets of one program share a name, each needs its own path.
    nonisolated static var objectPath: String? { get }

    /// The current content of the widget. It is read after each call, and the panels get the changes.
    ///
    /// In the answer to ``beginRequest(with:)``, empty content keeps the snapshot that the panels show. At any other
    /// time, it empties the widget.
    @ContentBuilder var content: WidgetContent { get }

    /// Whether the widget has content to show. While it is false, the center hides the widget and drops its content. It
    /// is read and sent together with ``content``. The default, nil, leaves this to
    /// ``NCWidgetController/setHasContent(_:forWidgetWithBundleIdentifier:)-2wsnq``.
    ///
    /// The center doesn't start the program for a hidden widget. If the program is running for another widget, it can
    /// show the widget again with ``NSExtensionContext/contentDidChange()``.
    var widgetHasContent: Bool? { get }

    /// The preferred size when expanded; the width is ignored. The default, nil, means the size in its manifest.
    var preferredContentSize: Size? { get }

    /// Called first, and again after the center restarts. Read the data that the last run has stored, so that panels
    /// show it before the first update. Return quickly; use ``widgetPerformUpdate()`` for work that takes time.
    func beginRequest(with context: NSExtensionContext)

    /// Updates the widget within 18 seconds. After that, the update fails, its task is canceled, and its result is
    /// ignored. The center never runs two updates of a widget at the same time.
    ///
    /// - Returns: Whether ``content`` changed. With `noData` and `failed`, no content is sent.
    /// - Throws: Any error: the update failed, and the panel shows the error's description.
    func widgetPerformUpdate() async throws -> NCUpdateResult

    /// Updates the widget and calls a completion handler. The default implementation of ``widgetPerformUpdate()`` calls
    /// this function. By default, it reports `newData`.
    ///
    /// - Parameter completionHandler: You can call it on any thread. Only the first call has an effect: a second call,
    ///   or a call after 18 seconds, is only reported on standard error. If the handler is released without a call, the
    ///   update fails.
    func widgetPerformUpdate(completionHandler: @escaping @Sendable (NCUpdateResult) -> Void)

    /// Returns the margins around the content; by default, the panel's proposal. If you return a side unchanged, each
    /// panel uses its own proposal for it.
    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: EdgeInsets) -> EdgeInsets

    /// Called when the user has chosen another display mode. The content is sent afterward.
    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: Size)

    /// Called when the user has tapped a node with an ``ContentNode/action(_:parameter:)``. The content is sent
    /// afterward.
    ///
    /// - Throws: Any error; the panel gets its description. By default, a widget has no actions and refuses all calls.
    func widgetPerformAction(_ name: String, parameter: NCValue?) async throws

    /// Called when a panel became visible.
    func widgetDidAppear()

    /// Called when the last panel was hidden.
    func widgetDidDisappear()

    /// Called before the process ends.
    func widgetWillTerminate()
}

extension NCWidgetProviding {
    public nonisolated static var widgetIdentifier: String? { nil }
    public nonisolated static var busName: String? { nil }
    public nonisolated static var objectPath: String? { nil }
    public var widgetHasContent: Bool? { nil }
    public var preferredContentSize: Size? { nil }
    public func beginRequest(with context: NSExtensionContext) {}
    public func widgetPerformUpdate() async throws -> NCUpdateResult { try await updateByCompletionHandler() }

    public func widgetPerformUpdate(completionHandler: @escaping @Sendable (NCUpdateResult) -> Void) {
        completionHandler(.newData)
    }

    public func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: EdgeInsets) -> EdgeInsets {
        defaultMarginInsets
    }

    public func widgetActiveDisplayModeDidChange(
        _ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: Size
    ) {}

    public func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        throw NCWidgetError("the widget has no action \(name.debugDescription)")
    }

    public func widgetDidAppear() {}
    public func widgetDidDisappear() {}
    public func widgetWillTerminate() {}
}

extension NCWidgetProviding {
    /// In a widget, `Timer` means the content node, even if Foundation is imported.
    public typealias Timer = NotificationCenter.Timer
    /// In a widget, `Progress` means the content node, even if Foundation is imported.
    public typealias Progress = NotificationCenter.Progress
}
