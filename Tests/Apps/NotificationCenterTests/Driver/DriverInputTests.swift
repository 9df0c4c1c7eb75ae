import DBus
import NotificationCenter
import NotificationCenterTesting
import Testing

/// Values that users enter in the nodes of a widget.
@Suite @WidgetActor struct DriverInputTests {
    private final class Inputs: NCWidgetProviding {
        var isDone = false
        var volume = 40.0
        var tasks: [String] = []

        var content: WidgetContent {
            Column {
                Checkbox("Milk", isChecked: isDone) { self.isDone = $0 }
                Slider("Volume", value: volume, in: 0...100, step: 5) { self.volume = $0 }.id("volume")
                Entry("Add a task") { text in
                    if text == "bad" { throw NCWidgetError("that is not a task") }
                    self.tasks.append(text)
                }
                Slider("Fixed", value: 0.5)
                Column { Entry("Off") { self.tasks.append($0) } }.enabled(false)
                Text("plain")
            }
        }
    }

    private let driver = WidgetDriver<Inputs>()

    @Test func valuesReachTheWidget() async throws {
        await driver.update()
        try await driver.tap("Milk")
        #expect(driver.widget.isDone && driver.text.contains("[x] Milk"))
        try await driver.tap("Milk")
        #expect(!driver.widget.isDone)
        try await driver.slide("volume", to: 72)
        #expect(driver.widget.volume == 70)
        try await driver.slide("Volume", to: 1000)
        #expect(driver.widget.volume == 100 && driver.text.contains("Volume ████████████████████"))
        try await driver.enter("Call Ann", in: "Add a task")
        #expect(driver.widget.tasks == ["Call Ann"])
        await #expect(throws: NCWidgetError.self) { try await driver.enter("bad", in: "Add a task") }
    }

    @Test func whatAPanelDoesNotDo() async {
        await driver.update()
        for what in ["Volume", "Add a task"] {
            await #expect(throws: TapError.self) { try await driver.tap(what) }
        }
        for what in ["Add a task", "Milk", "Fixed", "plain", "missing"] {
            await #expect(throws: TapError.self) { try await driver.slide(what, to: 0) }
        }
        for what in ["Volume", "Off", "plain", "missing"] {
            await #expect(throws: TapError.self) { try await driver.enter("a", in: what) }
        }
        await #expect(throws: TapError.self) { try await driver.enter("", in: "Add a task") }
        #expect(driver.widget.volume == 40 && driver.widget.tasks == [])
    }

    /// Panels of version 2 report taps without a value.
    @Test func tapsWithoutAValue() async throws {
        await driver.update()
        for node in driver.content.children.prefix(3) {
            guard case .string(let action)? = node.attributes["action"] else { continue }
            try await driver.perform(action)
        }
        #expect(driver.widget.isDone && driver.widget.volume == 40 && driver.widget.tasks == [])
    }
}
