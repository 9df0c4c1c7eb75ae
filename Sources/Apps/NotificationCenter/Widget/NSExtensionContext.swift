public import TodayModel

/// What a widget knows of the center and the panels, and what it may ask of them.
@WidgetActor
public final class NSExtensionContext {
    /// The identifier of the widget; of a further instance of it one with `#` and a number, as `org.example.City#2`.
    public let widgetIdentifier: String

    /// The mode the widget is shown in. Setting it asks the center for that mode, with the next answer.
    public var widgetActiveDisplayMode: NCWidgetDisplayMode {
        get { requestedMode ?? current.displayMode }
        set { requestedMode = newValue }
    }

    /// The largest mode the user may choose. Nil until the widget sets it: as its manifest says.
    public var widgetLargestAvailableDisplayMode: NCWidgetDisplayMode?

    /// Whether any panel is visible.
    public var isViewing: Bool { current.viewing }

    /// Why the widget is updated, or was last.
    public var updateReason: NCUpdateReason { current.reason }

    /// What the user has set for this widget or instance, by the keys of its settings, defaults included: strings, integers,
    /// numbers and truth values. Empty where nobody has told, as without a center. ``NCSetting`` reads one as its type.
    public var settings: [String: NCValue] { current.settings.compactMapValues { NCValue($0) } }

    /// The user's locale, a POSIX name such as `de_DE.UTF-8`.
    public var locale: String { current.locale }

    /// Whether the panels are dark.
    public var isDark: Bool { current.colorScheme == .dark }

    /// The most a widget may take in a mode, over all visible panels.
    public func widgetMaximumSize(for mode: NCWidgetDisplayMode) -> Size { current.maximumSize(for: mode) }

    /// Asks for one update at `moment`, whatever the widget's interval, with the next answer. `.never` takes it back.
    public func requestUpdate(at moment: Timestamp) { requestedUpdate = moment }

    /// Opens a URL: in the containing app if that handles the scheme, else in whatever does. Returns whether a program
    /// took it.
    ///
    /// - Throws: ``NCError``, for example with code `invalidURL`, or `noCenter`.
    public func open(_ url: String) async throws -> Bool {
        guard let open = services.open else { throw NCError(.noCenter, "\(url) cannot be opened: there is no center") }
        let token = activationToken
        activationToken = nil
        return try await open(url, token)
    }

    /// The form with a completion handler, which is told false also when the center refuses.
    public func open(_ url: String, completionHandler: (@WidgetActor @Sendable (Bool) -> Void)?) {
        Task {
            let opened = (try? await self.open(url)) ?? false
            completionHandler?(opened)
        }
    }

    /// Sends what the widget shows now, between two calls of the center. If that has not changed it is confirmed, at most
    /// once a minute: the widget counts as updated, and its error is cleared.
    ///
    /// More than a few times in a second are applied together, and wait up to a second for it.
    ///
    /// - Throws: ``NCError``; with code `invalidContent` its message names the place of the fault.
    public func contentDidChange() async throws { try await onChange?() }

    /// Says, between two calls of the center, that the widget cannot be brought up to date: panels show the error's
    /// description with what they show already, until there is content again.
    ///
    /// - Throws: ``NCError``.
    public func updateDidFail(_ error: any Error) async throws { try await onFailure?(error) }

    /// Ends the request, for a widget that has more to do than an update may take: what it has now is the answer, and
    /// the handler does the rest.
    ///
    /// The handler is called once the answer has been given, with `expired` false, and may take as long as it likes; what
    /// the widget shows afterwards is sent. Meanwhile the center may end the program, because no panel is visible: then
    /// the handler is called again with `expired` true, while its first call goes on, and the program ends when both have
    /// returned, at the latest two seconds later. A handler that was not called before is called with true only.
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
    ///   - items: what iOS hands to the host; there is nobody here to take items.
    ///   - completionHandler: what is still done.
    public func completeRequest(
        returningItems items: [NCValue]? = nil,
        completionHandler: (@WidgetActor @Sendable (_ expired: Bool) async -> Void)? = nil
    ) {
        if let completionHandler { onCompletion?(completionHandler) }
    }

    // MARK: For the session

    /// What the center told last.
    var current: UpdateContext
    /// Lets the program that a tap opens come to the front; for one use.
    package var activationToken: String?
    private let services: ContextServices
    /// Sends what has changed.
    var onChange: (@WidgetActor @Sendable () async throws -> Void)?
    /// Sends why there is nothing new.
    var onFailure: (@WidgetActor @Sendable (any Error) async throws -> Void)?
    /// Takes what is to be done after the answer.
    var onCompletion: ((@escaping CompletionHandler) -> Void)?

    typealias CompletionHandler = @WidgetActor @Sendable (_ expired: Bool) async -> Void

    private var requestedMode: DisplayMode?
    private var requestedUpdate: Timestamp?

    init(_ context: UpdateContext, services: ContextServices) {
        widgetIdentifier = context.identifier.rawValue
        current = context
        self.services = services
    }

    /// The display mode the widget asked for since the last call. It counts as the active one from here on.
    func takeRequestedMode() -> DisplayMode? {
        defer { requestedMode = nil }
        current.displayMode = widgetActiveDisplayMode
        return requestedMode
    }

    /// The update the widget asked for since the last call.
    func takeRequestedUpdate() -> Timestamp? {
        defer { requestedUpdate = nil }
        return requestedUpdate
    }
}

extension NCWidgetProviding {
    /// The widget's context; nil while nobody runs the widget, as in ``init()`` and in tests of its own.
    public var extensionContext: NSExtensionContext? { ContextTable.context(of: self) }
}

/// Which context belongs to which widget: a protocol has no stored properties.
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
