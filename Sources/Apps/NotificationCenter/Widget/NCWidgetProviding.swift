public import TodayModel

/// A widget: a class that provides content, and updates it on request.
///
/// ```swift
/// @main
/// final class Greeting: NCWidgetProviding {
///     var content: WidgetContent { Text("Hello") }
/// }
/// ```
///
/// The center starts the program, and calls it when needed; see ``main()``. Only ``content`` is required. All methods
/// run on ``WidgetActor``. A panel draws the content; the widget never does.
@WidgetActor
public protocol NCWidgetProviding: AnyObject, Sendable {
    /// Makes the widget. Each process calls this once for each instance that the user has.
    init()

    /// The widget's identifier, for a program that the center doesn't start: the bus activates it, or its author runs
    /// it by hand. An identifier that the center sets in the environment takes precedence. The default is nil.
    nonisolated static var widgetIdentifier: String? { get }

    /// The name to own on the bus; its manifest's `BusName`. The default, nil, means the identifier.
    nonisolated static var busName: String? { get }

    /// The path of its object on the bus; its manifest's `ObjectPath`. The default, nil, derives it from the name.
    /// Widgets of one program that share a name need one each.
    nonisolated static var objectPath: String? { get }

    /// The current content of the widget. It is read after each call, and changes are sent to the panels.
    ///
    /// In the answer to ``beginRequest(with:)``, empty content keeps what the panels show: the snapshot that the center
    /// has kept. At any other time it empties the widget.
    @ContentBuilder var content: WidgetContent { get }

    /// Whether the widget has anything to show: the center hides it while this is false, and drops its content. It is
    /// read and sent together with ``content``. The default, nil, leaves this to
    /// ``NCWidgetController/setHasContent(_:forWidgetWithBundleIdentifier:)-2wsnq``.
    ///
    /// The center doesn't start the program for a hidden widget. A program that is running for another widget shows it
    /// again with ``NSExtensionContext/contentDidChange()``.
    var widgetHasContent: Bool? { get }

    /// The preferred size when expanded; the width is ignored. The default, nil, means the size in its manifest.
    var preferredContentSize: Size? { get }

    /// Called first, and again after the center restarts. Read what the last run has stored, so that it shows before
    /// the first update. Answer fast; use ``widgetPerformUpdate()`` for work that takes time.
    func beginRequest(with context: NSExtensionContext)

    /// Brings the widget up to date within 18 seconds. After that, the update has failed, its task is canceled, and its
    /// result is ignored. The center never runs two updates of a widget at a time.
    ///
    /// - Returns: Whether ``content`` changed. With `noData` and `failed`, no content is sent.
    /// - Throws: Any error: the update failed, and the panel shows the error's description.
    func widgetPerformUpdate() async throws -> NCUpdateResult

    /// The variant with a completion handler, which the default implementation of the other one calls. By default, it
    /// reports `newData`.
    ///
    /// - Parameter completionHandler: May be called on any thread; the first call counts. A second call, or a call
    ///   after 18 seconds, is only reported on standard error. If the handler is released without a call, the update
    ///   fails.
    func widgetPerformUpdate(completionHandler: @escaping @Sendable (NCUpdateResult) -> Void)

    /// Returns the margins around the content. By default, the panel's proposal. For a side that you return unchanged,
    /// the proposal of each panel continues to apply.
    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: EdgeInsets) -> EdgeInsets

    /// Called when the user has chosen another display mode. The content is sent afterward.
    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: Size)

    /// Called when the user has tapped a node with an ``ContentNode/action(_:parameter:)``. The content is sent
    /// afterward.
    ///
    /// - Throws: Any error; its description is reported to the panel. By default, a widget has no actions, and refuses
    ///   all.
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
