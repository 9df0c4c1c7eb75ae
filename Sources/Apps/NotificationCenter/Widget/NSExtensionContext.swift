public import TodayModel

/// The state of the center and the panels, and the requests that a widget can send to them.
@WidgetActor
public final class NSExtensionContext {
    /// The identifier of the widget. For an added instance, it ends with `#` and a number, as in `org.example.City#2`.
    public let widgetIdentifier: String

    /// The display mode of the widget. Set it to request another mode from the center with the next answer.
    public var widgetActiveDisplayMode: NCWidgetDisplayMode {
        get { requestedMode ?? current.displayMode }
        set { requestedMode = newValue }
    }

    /// The largest mode the user may choose. Nil until the widget sets it: the manifest's value then applies.
    public var widgetLargestAvailableDisplayMode: NCWidgetDisplayMode?

    /// How strongly the widget asks for attention; the user sees a dot on its card. A new value is sent with the next
    /// result. It is nil until the widget sets it, and the center keeps its value. A widget without content never asks
    /// for attention.
    public var widgetAttention: NCWidgetAttention?

    /// The count beside the dot. If you don't set ``widgetAttention``, the count also sets it: to `badge`, or to `none`
    /// for 0. It is nil until the widget sets it.
    public var widgetBadge: UInt32?

    /// The time of the content, for a widget that shows data of another device. Nil, the default, means the time of
    /// each update; `Timestamp.never` means that the age is unknown.
    public var widgetContentTime: Timestamp?

    /// Whether any panel is visible.
    public var isViewing: Bool { current.viewing }

    /// The reason for the current or last update.
    public var updateReason: NCUpdateReason { current.reason }

    /// The current settings of this widget or instance by key, including defaults: strings, integers, numbers and
    /// Booleans. Empty if they are unknown, for example without a center. To read a typed setting, use ``NCSetting``.
    public var settings: [String: NCValue] { current.settings.compactMapValues { NCValue($0) } }

    /// The locale of the panels, a POSIX name such as `de_DE.UTF-8`. It may differ from the locale of the program's
    /// environment.
    ///
    /// The library applies it to ``NCFormat``, and to the text that it adds itself, before it calls
    /// ``NCWidgetProviding/beginRequest(with:)`` or the update. It doesn't change the locale of the process. To
    /// translate your own text, use `dgettext` with a text domain of your own.
    public var locale: String { current.locale }

    /// Whether the panels are dark.
    public var isDark: Bool { current.colorScheme == .dark }

    /// The size of the card that the user has chosen, one of the sizes of the widget's definition. When the user chooses
    /// another one, the widget gets an update with the reason `context`.
    public var widgetSize: NCWidgetSize { current.size }

    /// Returns the maximum size of a widget in a mode, over all visible panels. The compact size depends on
    /// ``widgetSize``.
    public func widgetMaximumSize(for mode: NCWidgetDisplayMode) -> Size { current.maximumSize(for: mode) }

    /// Requests one update at `moment`, regardless of the widget's interval. The request is sent with the next answer.
    /// `.never` cancels it.
    public func requestUpdate(at moment: Timestamp) { requestedUpdate = moment }

    /// Opens a URL in the containing app if it handles the scheme, or else in the user's default app. Returns whether a
    /// program accepted it.
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

    /// Opens a URL and calls a completion handler, which gets false if no program accepts the URL or the center refuses
    /// it.
    public func open(_ url: String, completionHandler: (@WidgetActor @Sendable (Bool) -> Void)?) {
        Task {
            let opened = (try? await self.open(url)) ?? false
            completionHandler?(opened)
        }
    }

    /// Sends the current content outside of a call from the center. If the content is unchanged, it is confirmed at
    /// most once a minute: the widget is up to date, and its error is cleared.
    ///
    /// If you call it more than a few times per second, the center applies the changes together. The call then waits up
    /// to a second.
    ///
    /// - Throws: ``NCError``; with code `invalidContent`, its message names the path of the fault.
    public func contentDidChange() async throws { try await onChange?() }

    /// Reports a failure outside of a call from the center. Panels show the error's description with the existing
    /// content until the widget sends content again.
    ///
    /// - Throws: ``NCError``.
    public func updateDidFail(_ error: any Error) async throws { try await onFailure?(error) }

    /// Answers the request with the current content, and runs the remaining work in a handler. Use it for work that
    /// takes longer than an update may take.
    ///
    /// The handler is called after the answer, with `expired` false, and can take any time. The widget's content is
    /// then sent. During this time, the center may end the program, because no panel is visible. The handler is then
    /// called again with `expired` true while its first call continues. The program ends when both calls have returned,
    /// or after two seconds. If the handler wasn't called before, it is called only with true.
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
    /// The widget's context; nil while the widget isn't running, for example in ``init()`` and in tests without a
    /// driver.
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
