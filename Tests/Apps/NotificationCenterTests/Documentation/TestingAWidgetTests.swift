// The code of the article "Testing a widget", block by block.
import DBusTesting
import NotificationCenter
import NotificationCenterTesting
import Testing

final class EggTimer: NCWidgetProviding {
    private var end: Timestamp?

    var content: WidgetContent {
        if let end {
            Column {
                Timer(until: end, finishedText: "Done").id("clock")
                Button("Stop") { self.end = nil }.showBefore(end)
                Button("Eat").url("kitchen:eggs").showAfter(end)
            }
        } else {
            Button("Start") { self.start() }
        }
    }

    private func start() {
        let moment = Timestamp.now + .seconds(300)
        end = moment
        extensionContext?.requestUpdate(at: moment)
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        if let end, end <= .now, try await extensionContext?.open("kitchen:done") == false {
            throw NCWidgetError("nobody is in the kitchen")
        }
        return .newData
    }
}

@Suite struct TestingAWidgetTests {
    @Test @WidgetActor func itShowsAButton() async {
        let driver = WidgetDriver<EggTimer>()
        driver.begin()
        #expect(driver.text == "[Start]")
        // The same content again changes nothing.
        #expect(await driver.update() == .noData)
        #expect(driver.content.kind == "button" && driver.revision == 1)
    }

    @Test @WidgetActor func itCountsDown() async throws {
        let driver = WidgetDriver<EggTimer>()
        await driver.update()
        try await driver.tap("Start")
        #expect(driver.text == "5:00\n[Stop]")
        #expect(driver.nextUpdate == driver.now + .seconds(300))
        await driver.advance(by: .seconds(61))
        #expect(driver.text == "3:59\n[Stop]")
        await driver.advance(by: .seconds(239))
        #expect(driver.text == "Done\n[Eat]")
        #expect(driver.openedURLs == ["kitchen:done"])
        try await driver.tap("Eat")
        #expect(driver.openedURLs == ["kitchen:done", "kitchen:eggs"])
    }

    @Test @WidgetActor func onlyOneButtonIsThere() async throws {
        let driver = WidgetDriver<EggTimer>()
        await driver.update()
        try await driver.tap("Start")
        await #expect(throws: TapError.self) { try await driver.tap("Eat") }
        try await driver.tap("Stop")
        #expect(driver.text == "[Start]")
    }

    @Test @WidgetActor func nobodyIsThere() async throws {
        let driver = WidgetDriver<EggTimer>()
        driver.open { _ in false }
        await driver.update()
        try await driver.tap("Start")
        await driver.advance(by: .seconds(300))
        #expect(driver.lastResult == .failed && driver.error == "nobody is in the kitchen")
        #expect(driver.text == "Done\n[Eat]")
    }

    @Test func theAppSharesItsList() async throws {
        let bus = try await PrivateBus.start()
        let center = try await ScriptedCenter.start(on: bus, groups: ["group.org.example.kitchen": [:]])
        let app = try await NCGroupDefaults(suiteName: "group.org.example.kitchen", on: bus)
        let widget = try await NCGroupDefaults(suiteName: "group.org.example.kitchen", on: bus)
        let changes = Collector(widget.changes)
        try await app.set(["eggs": 3])
        try await changes.wait(for: [NCGroupChange(changed: ["eggs": 3])])
        #expect(widget.integer(forKey: "eggs") == 3)
        #expect(await center.values(ofGroup: "group.org.example.kitchen") == ["eggs": 3])
    }

    @Test func theAppIsRefused() async throws {
        let bus = try await PrivateBus.start()
        let center = try await ScriptedCenter.start(on: bus)
        await center.refuse(NCError(.unknownWidget, "there is no widget \"org.example.E\""))
        await #expect(throws: NCError(.unknownWidget, "there is no widget \"org.example.E\"")) {
            try await NCWidgetController(on: bus).setHasContent(false, forWidgetWithBundleIdentifier: "org.example.E")
        }
        #expect(await center.calls == [.setHasContent("org.example.E", false)])
    }
}
