import NotificationCenter
import Testing

@Suite @WidgetActor struct DefaultsOfTheProtocolTests {
    let widget = PlainWidget()

    @Test func aWidgetNeedsNothingButContent() async throws {
        #expect(PlainWidget.widgetIdentifier == nil && PlainWidget.busName == nil && PlainWidget.objectPath == nil)
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
