import NotificationCenter

/// A widget that has nothing but what is required.
final class PlainWidget: NCWidgetProviding {
    var content: WidgetContent { Text("Hello") }
}

/// A widget that does what a test sets, and records the calls that it gets.
final class ScriptedWidget: NCWidgetProviding {
    var tree: WidgetContent = .empty
    var outcome: @WidgetActor @Sendable () async throws -> NCUpdateResult = { .newData }
    var widgetHasContent: Bool?
    var preferredContentSize: Size?
    var bottomMargin: Double?
    var onBegin: @WidgetActor @Sendable (NSExtensionContext) -> Void = { _ in }
    var log: [String] = []

    var content: WidgetContent { tree }

    func beginRequest(with context: NSExtensionContext) {
        log.append("begin")
        onBegin(context)
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        log.append("update")
        return try await outcome()
    }

    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: EdgeInsets) -> EdgeInsets {
        var insets = defaultMarginInsets
        if let bottomMargin { insets.bottom = bottomMargin }
        return insets
    }

    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: Size) {
        log.append("mode \(activeDisplayMode.rawValue) \(maxSize.width)x\(maxSize.height)")
    }

    func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        log.append("action \(name) \(parameter.map { "\($0)" } ?? "-")")
        if name == "fail" { throw NCWidgetError("it is broken") }
        tree = Text(name).widgetContent
    }

    func widgetDidAppear() { log.append("appear") }
    func widgetDidDisappear() { log.append("disappear") }
    func widgetWillTerminate() { log.append("terminate") }
}

/// A step that one side waits for and the other side takes.
@WidgetActor
final class Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    nonisolated init() {}

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func wait() async { if !isOpen { await withCheckedContinuation { waiters.append($0) } } }
}
