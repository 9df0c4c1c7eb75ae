import NotificationCenter
import Testing

@testable import tea_time_widget

@Suite @WidgetActor struct TeaTimeWidgetTests {
    @Test func anUpdateIsShown() async throws {
        let widget = TeaTimeWidget()
        #expect(try await widget.widgetPerformUpdate() == .newData)
        let content = try widget.content.tree.validated()
        #expect(content.plainText(PlainText.Context(now: .now)) == "Hello\nUpdates: 1")
    }
}
