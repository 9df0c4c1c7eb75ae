import DBusTesting
import NotificationCenter
import Testing

@Suite @WidgetActor struct DefaultsOfTheProtocolTests {
    let widget = PlainWidget()

    @Test func aWidgetNeedsNothingButContent() async throws {
        #expect(PlainWidget.widgetIdentifier == nil && PlainWidget.busName == nil)
        #expect(widget.preferredContentSize == nil)
        #expect(widget.extensionContext == nil)
        #expect(try await widget.widgetPerformUpdate() == .newData)
        let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(widget.widgetMarginInsets(forProposedMarginInsets: insets) == insets)
        widget.widgetActiveDisplayModeDidChange(.expanded, withMaximumSize: Size(width: 1, height: 1))
        widget.widgetDidAppear()
        widget.widgetDidDisappear()
        widget.widgetWillTerminate()
    }

    @Test func thereAreNoActions() async {
        await #expect(throws: NCWidgetError("the widget has no action \"go\"")) {
            try await widget.widgetPerformAction("go", parameter: nil)
        }
    }
}

/// A widget that reports by completion handler.
private final class HandlerWidget: NCWidgetProviding {
    var report: @WidgetActor @Sendable (@escaping @Sendable (NCUpdateResult) -> Void) -> Void = { _ in }
    var content: WidgetContent { .empty }

    func widgetPerformUpdate(completionHandler: @escaping @Sendable (NCUpdateResult) -> Void) {
        report(completionHandler)
    }
}

@Suite @WidgetActor struct CompletionHandlerTests {
    private let widget = HandlerWidget()

    @Test func itsResultIsTheResult() async throws {
        widget.report = { handler in Task.detached { handler(.noData) } }
        #expect(try await widget.widgetPerformUpdate() == .noData)
    }

    @Test func onlyTheFirstCallCounts() async throws {
        widget.report = { handler in
            handler(.failed)
            handler(.newData)
        }
        #expect(try await widget.widgetPerformUpdate() == .failed)
    }

    @Test func aLostHandlerIsAFailure() async {
        widget.report = { _ in }
        let widget = widget
        await #expect(throws: NCWidgetError.self) {
            _ = try await withDeadline { try await widget.widgetPerformUpdate() }
        }
    }
}
