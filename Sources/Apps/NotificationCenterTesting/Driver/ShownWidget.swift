internal import DBus
internal import NotificationCenter

/// The state of a driver's widget in the center and a panel.
@WidgetActor
final class ShownWidget {
    private(set) var content = Content.empty
    var displayMode = NCWidgetDisplayMode.compact
    private(set) var largestDisplayMode: NCWidgetDisplayMode
    private(set) var preferredContentSize: Size?
    private(set) var marginInsets = EdgeInsets.asProposed
    var nextUpdate: Timestamp?
    private(set) var error: String?
    private(set) var errorKind: ErrorKind?
    private(set) var attention = NCWidgetAttention.none
    private(set) var badge: UInt32 = 0
    private(set) var updatedAt: Timestamp?
    private(set) var lastResult: NCUpdateResult?
    private(set) var revision = 0

    nonisolated let now: Locked<Timestamp>
    nonisolated let messages = Locked<[String]>([])
    nonisolated let openedURLs = Locked<[String]>([])
    /// A closure that decides whether a URL opens. A closure alone can't be a value of ``Locked``.
    struct Opening: Sendable {
        var opens: @Sendable (String) -> Bool = { _ in true }
    }

    nonisolated let opening = Locked(Opening())
    private var tokens = 0

    init(now: Timestamp, largestDisplayMode: NCWidgetDisplayMode) {
        self.now = Locked(now)
        self.largestDisplayMode = largestDisplayMode
    }

    /// The requests that the widget may send.
    nonisolated var services: ContextServices {
        var services = ContextServices()
        services.open = { [weak self] url, _ in self?.open(url) ?? false }
        services.push = { [weak self] changes in await self?.apply(changes) }
        return services
    }

    @discardableResult
    nonisolated func open(_ url: String) -> Bool {
        openedURLs.withLock { $0.append(url) }
        return opening.withLock { $0.opens }(url)
    }

    /// Returns an activation token, as a panel provides for each tap.
    func nextToken() -> String {
        tokens += 1
        return "token-\(tokens)"
    }

    // MARK: Changes

    /// Applies the answer to an update by the rules of the bus contract. Returns the result that panels receive.
    func apply(_ result: NCUpdateResult, _ changes: NCWidgetChanges) -> NCUpdateResult {
        var counting = NCWidgetChanges()
        counting.nextUpdate = changes.nextUpdate
        let before = revision
        switch result {
        case .newData: counting = changes
        case .noData: break
        case .failed: (counting.error, counting.errorKind) = (changes.error, changes.errorKind)
        }
        apply(counting)
        if result != .failed, counting.error == nil { (error, errorKind) = (nil, nil) }
        if result != .failed { updatedAt = counting.updatedAt ?? now.withLock { $0 } }
        let reported = result == .newData && revision == before ? .noData : result
        lastResult = reported
        return reported
    }

    /// Applies changes.
    func apply(_ changes: NCWidgetChanges) {
        if let tree = changes.content, tree != content {
            content = tree
            revision += 1
        }
        preferredContentSize = changes.preferredContentSize ?? preferredContentSize
        marginInsets = changes.marginInsets ?? marginInsets
        largestDisplayMode = changes.largestDisplayMode ?? largestDisplayMode
        displayMode = min(changes.displayMode ?? displayMode, largestDisplayMode)
        if let moment = changes.nextUpdate { nextUpdate = moment == .never ? nil : moment }
        // Content clears the error, unless it comes with a new one.
        if let text = changes.error ?? (changes.content == nil ? nil : "") {
            error = text.isEmpty ? nil : text
            errorKind = text.isEmpty ? nil : changes.errorKind ?? .app
        }
        if changes.content != nil { updatedAt = changes.updatedAt ?? now.withLock { $0 } }
        badge = changes.badge ?? badge
        attention = changes.attention ?? changes.badge.map { $0 > 0 ? .badge : .none } ?? attention
    }

    // MARK: Environment

    /// Runs code of the widget with this clock, and captures its messages.
    func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
        let (now, messages) = (now, messages)
        return try WallClock.$replacement.withValue({ now.withLock { $0 } }) {
            try StandardError.$replacement.withValue({ line in messages.withLock { $0.append(line) } }) { try body() }
        }
    }

    /// Runs asynchronous code of the widget.
    func inside<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        let (now, messages) = (now, messages)
        return try await WallClock.$replacement.withValue({ now.withLock { $0 } }) {
            try await StandardError.$replacement.withValue({ line in messages.withLock { $0.append(line) } }) {
                try await body()
            }
        }
    }
}
