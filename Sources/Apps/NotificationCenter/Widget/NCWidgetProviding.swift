public import TodayModel

/// A widget: a class that says what to show, and updates it when it is asked.
///
/// ```swift
/// @main
/// final class Greeting: NCWidgetProviding {
///     var content: WidgetContent { Text("Hello") }
/// }
/// ```
///
/// The center starts the program, and calls it whenever there is something to do; see ``main()``. Only ``content`` is
/// required. All of it runs on ``WidgetActor``. A panel draws the content; the widget never does.
@WidgetActor
public protocol NCWidgetProviding: AnyObject, Sendable {
    /// Makes the widget, in each process once for each instance of it that the user has.
    init()

    /// The widget's identifier, for a program that is not started by the center, such as one that the bus activates or
    /// that its author runs by hand. The center's word, in the environment, comes first. By default nil.
    nonisolated static var widgetIdentifier: String? { get }

    /// The name to own on the bus; its manifest's `BusName`. By default nil: the identifier.
    nonisolated static var busName: String? { get }

    /// The path of its object on the bus; its manifest's `ObjectPath`. By default nil: made from the name. Widgets of one
    /// program that share a name need one each.
    nonisolated static var objectPath: String? { get }

    /// What the widget shows now. It is asked for after each call, and what changed goes to the panels.
    ///
    /// Empty content in the answer to ``beginRequest(with:)`` leaves what the panels show, the last content that the
    /// center has kept; at any other time it empties the widget.
    @ContentBuilder var content: WidgetContent { get }

    /// How high the widget would like to be when it is expanded; the width is ignored. By default nil: as its manifest
    /// says.
    var preferredContentSize: Size? { get }

    /// Comes first, and again when the center was started anew: the moment to read what the last run left, so that it
    /// shows before the first update. It answers fast; ``widgetPerformUpdate()`` is for what takes time.
    func beginRequest(with context: NSExtensionContext)

    /// Brings the widget up to date. It has 18 seconds; then it has failed, its task is cancelled, and its result does not
    /// count. The center never runs two at a time.
    ///
    /// - Returns: whether ``content`` changed. With `noData` and `failed` nothing of it is sent.
    /// - Throws: any error: the update failed, and the panel shows the error's description.
    func widgetPerformUpdate() async throws -> NCUpdateResult

    /// The form with a completion handler, used by the default of the other one. By default it reports `newData`.
    ///
    /// - Parameter completionHandler: may be called on any thread; the first call counts. One that is called again, or
    ///   later than after 18 seconds, says so on standard error and does nothing else. When it goes away without a call,
    ///   the update failed.
    func widgetPerformUpdate(completionHandler: @escaping @Sendable (NCUpdateResult) -> Void)

    /// The margins around the content. By default what the panel proposes. A side that is returned as it was proposed
    /// stays what each panel proposes.
    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: EdgeInsets) -> EdgeInsets

    /// The user chose another display mode. The content is sent after it.
    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: Size)

    /// The user tapped a node with an ``ContentNode/action(_:parameter:)``. The content is sent after it.
    ///
    /// - Throws: any error; its description is reported to the panel. By default there are no actions, and all are
    ///   refused.
    func widgetPerformAction(_ name: String, parameter: NCValue?) async throws

    /// A panel became visible.
    func widgetDidAppear()

    /// The last panel was hidden.
    func widgetDidDisappear()

    /// The process is about to end.
    func widgetWillTerminate()
}

extension NCWidgetProviding {
    public nonisolated static var widgetIdentifier: String? { nil }
    public nonisolated static var busName: String? { nil }
    public nonisolated static var objectPath: String? { nil }
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
    /// In a widget `Timer` is the content, also where Foundation is imported.
    public typealias Timer = NotificationCenter.Timer
    /// In a widget `Progress` is the content, also where Foundation is imported.
    public typealias Progress = NotificationCenter.Progress
}
