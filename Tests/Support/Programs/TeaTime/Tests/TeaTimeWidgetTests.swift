import NotificationCenter
import NotificationCenterTesting
import Testing

@testable import tea_time_widget

@Suite @WidgetActor struct TeaTimeWidgetTests {
    @Test func anUpdateIsShown() async {
        let driver = WidgetDriver<TeaTimeWidget>()
        #expect(await driver.update() == .newData)
        #expect(driver.text == "Hello\nUpdates: 1")
    }
}
