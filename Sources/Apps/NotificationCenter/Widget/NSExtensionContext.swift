public import TodayModel

/// The facts that a widget knows about the center and the panels, and the requests that it may send them.
@WidgetActor
public final class NSExtensionContext {
    /// The identifier of the widget. For a further instance, it ends with `#` and a number, as in `org.example.City#2`.
    public let widgetIdentifier: String

    /// The mode in which the widget is shown. Set it to request another mode from the center with the next answer.
    public var widgetActiveDisplayMode: NCWidgetDisplayMode {
        get { requestedMode ?? current.displayMode }
        set { requestedMode = newValue }
    }

    /// The largest mode the user may choose. Nil until the widget sets it: the manifest's value then applies.
    public var widgetLargestAvailableDisplayMode: NCWidgetDisplayMode?

    /// How strongly the widget asks for attention: the user sees a dot on its card. A new value is sent with the
    /// next result. Nil until the widget sets it: the center then keeps its value. A widget without content never asks for attention.
    public var widgetAttention: NCWidgetAttention?

    /// The count beside the dot, from 0 on. Set without ``widgetAttention``, it also sets that: to `badge`, or for 0 to
    /// `none`. Nil until the widget sets it.
    public var widgetBadge: UInt32?

    /// The time that the content is from, for a widget that shows data of another device. Nil, the default, means the
    /// time of each update; `Timestamp.never` means that the age is unknown.
    public var widgetContentTime: Timestamp?

    /// Whether any panel is visible.
    public var isViewing: Bool { current.viewing }

    /// The reason for the current or last update.
    public var updateReason: NCUpdateReason { current.reason }

    /// The settings in force for this widget or instance, by key, including defaults: strings, integers, numbers and
    /// Booleans. Empty if they aren't known, for example without a center. ``NCSetting`` reads a setting in its type.
    public var settings: [String: NCValue] { current.settings.compactMapValues { NCValue($0) } }

    /// The user's locale, a POSIX name such as `de_DE.UTF-8`.
    public var locale: String { current.locale }

    /// Whether the panels are dark.
    public var isDark: Bool { current.colorScheme == .dark }

    /// The size of the card that the user has chosen, one of the sizes of the widget's definition. When the user chooses
    /// another one, the widget gets an update with the reason `context`.
    public var widgetSize: NCWidgetSize { current.size }

    /// Returns the maximum size of a widget in a mode, over all visible panels. The compact one is that of
    /// ``widgetSize``.
    public func widgetMaximumSize(for mode: NCWidgetDisplayMode) -> Size { current.maximumSize(for: mode) }

    /// Requests one update at `moment`, whatever the widget's interval, with the next answer. `.never` cancels the
    /// request.
    public func requestUpdate(at moment: Timestamp) { requestedUpdate = moment }

    /// Opens a URL: in the containing app if that handles the scheme, or else in the user's default app. Returns
    /// whether a program accepted it.
    ///
    /// - Throws: ``NCError``, for example with code `invalidURL`, or `noCenter`.
    public func open(_ url: String) async throws -> Bool {
        guard let open = services.open else {
            throw NCError(.noCenter, "cannot open \(url): not connected to a center")
        }
        let token = activationToken
        activationToken = nil
        return try await open(url, token)
    }

    /// The variant with a completion handler, which receives false also if the center refuses.
    public func open(_ url: String, completionHandler: (@WidgetActor @Sendable (Bool) -> Void)?) {
        Task {
            let opened = (try? await self.open(url)) ?? false
            completionHandler?(opened)
        }
    }

    /// Sends the current content between two calls of the center. If the content is unchanged, it is confirmed at most
    /// once a minute: the widget counts as updated, and its error is cleared.
    ///
    /// If you call it more than a few times per second, the center applies the changes together. The call then waits up
    /// to a second.
    ///
    /// - Throws: ``NCError``; with code `invalidContent`, its message names the path of the fault.
    public func contentDidChange() async throws { try await onChange?() }

    /// Reports, between two calls of the center, that the widget can't be brought up to date. Panels show the error's
    /// description beside the existing content, until the widget sends content again.
    ///
    /// - Throws: ``NCError``.
    public func updateDidFail(_ error: any Error) async throws { try await onFailure?(error) }

    /// Ends the request, for a widget with more work than fits in an update: its current content is the answer, and the
    /// handler does the rest.
    ///
    /// The handler is called after the answer, with `expired` false, and may take as long as it needs. The widget's
    /// content is then sent. In the meantime, the center may end the program, because no panel is visible. The handler
    /// is then called again with `expired` true while its first call continues. The program ends when both have
    /// returned, at the latest two seconds later. A handler that was not called before is called only with true.
    ///
    /// ```swift
    /// func widgetPerformUpdate() async throws -> NCUpdateResult {
    ///     extensionContext?.completeRequest { expired in
    ///         if expired { self.download.pause() } else { await self.download.finish() }
    ///     }
    ///     return .noData
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - items: Ignored; on iOS, these items go to the host.
    ///   - completionHandler: The remaining work.
    public func completeRequest(
        returningItems items: [NCValue]? = nil,
        completionHandler: (@WidgetActor @Sendable (_ expired: Bool) async -> Void)? = nil
    ) {
        if let completionHandler { onCompletion?(completionHandler) }
    }

    // MARK: For the session

    /// The last context from the center.
    var current: UpdateContext
    /// Lets the program that a tap opens come to the front; can be used once.
    package var activationToken: String?
    private let services: ContextServices
    /// Sends changes.
    var onChange: (@WidgetActor @Sendable () async throws -> Void)?
    /// Sends the reason for a failure.
    var onFailure: (@WidgetActor @Sendable (any Error) async throws -> Void)?
    /// Takes the work to do after the answer.
    var onCompletion: ((@escaping CompletionHandler) -> Void)?

    typealias CompletionHandler = @WidgetActor @Sendable (_ expired: Bool) async -> Void

    private var requestedMode: DisplayMode?
    private var requestedUpdate: Timestamp?

    init(_ context: UpdateContext, services: ContextServices) {
        widgetIdentifier = context.identifier.rawValue
        current = context
        self.services = services
    }

    /// Returns the display mode that the widget has requested since the last call. It counts as the active mode from
    /// now on.
    func popRequestedMode() -> DisplayMode? {
        defer { requestedMode = nil }
        current.displayMode = widgetActiveDisplayMode
        return requestedMode
    }

    /// Returns the update that the widget has requested since the last call.
    func popRequestedUpdate() -> Timestamp? {
        defer { requestedUpdate = nil }
        return requestedUpdate
    }
}

extension NCWidgetProviding {
    /// The widget's context; nil while the widget isn't being run, for example in ``init()`` and in its own tests.
    public var extensionContext: NSExtensionContext? { ContextTable.context(of: self) }
}

/// The contexts of widgets, because a protocol can't have stored properties.
@WidgetActor
enum ContextTable {
    private struct Entry {
        weak var widget: AnyObject?
        let context: NSExtensionContext
    }

    private static var entries: [ObjectIdentifier: Entry] = [:]

    static func context(of widget: AnyObject) -> NSExtensionContext? {
        guard let entry = entries[ObjectIdentifier(widget)], entry.widget === widget else { return nil }
        return entry.context
    }

    static func set(_ context: NSExtensionContext, for widget: AnyObject) {
        entries = entries.filter { $0.value.widget != nil }
        entries[ObjectIdentifier(widget)] = Entry(widget: widget, context: context)
    }
}
