import NotificationCenter
import NotificationCenterTesting
import Testing

/// Uses every member of Apple's API that a widget has.
private final class Everything: NCWidgetProviding {
    static let widgetIdentifier: String? = "org.example.Everything"
    var log: [String] = []
    var isOn = false
    var outcome = NCUpdateResult.newData

    var content: WidgetContent {
        Column {
            Text("Title", style: .title).action(.toggleDisplayMode).id("title")
            Text("More").modes(.expanded)
            Row { Text("inner") }.url("https://example.org/")
            Toggle("Switch", isOn: isOn) { self.isOn = $0 }
            Button("Off") {}.enabled(false)
            Button("Named").action("go", parameter: ["a", 1])
            Button("Again").action(.refresh)
            Text("plain")
        }
    }

    var preferredContentSize: Size? { Size(width: 0, height: 120) }

    func beginRequest(with context: NSExtensionContext) {
        context.widgetLargestAvailableDisplayMode = .expanded
        log.append("begin \(context.widgetIdentifier) \(context.locale) \(context.isDark)")
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        let size = extensionContext?.widgetMaximumSize(for: .compact) ?? .zero
        log.append("update \(extensionContext?.isViewing == true) \(size.width)x\(size.height)")
        return outcome
    }

    func widgetMarginInsets(forProposedMarginInsets defaultMarginInsets: EdgeInsets) -> EdgeInsets {
        var insets = defaultMarginInsets
        insets.bottom = 10
        return insets
    }

    func widgetActiveDisplayModeDidChange(_ activeDisplayMode: NCWidgetDisplayMode, withMaximumSize maxSize: Size) {
        log.append("mode \(activeDisplayMode.rawValue) \(maxSize.height)")
    }

    func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        log.append("\(name) \(parameter == ["a", 1])")
        extensionContext?.open("simpleTimer://finished") { self.log.append("opened \($0)") }
    }

    func widgetDidAppear() { log.append("appear") }
    func widgetDidDisappear() { log.append("disappear") }
    func widgetWillTerminate() { log.append("end") }
}

@Suite @WidgetActor struct WidgetDriverTests {
    private let driver = WidgetDriver<Everything>(largestDisplayMode: .compact)
    private var widget: Everything { driver.widget }

    @Test func theWholeLife() async throws {
        driver.setPanel(
            locale: "C.UTF-8", isDark: true,
            proposedMarginInsets: EdgeInsets(top: 4, left: 47, bottom: 39, right: 8),
            compactSize: Size(width: 300, height: 90), expandedSize: Size(width: 300, height: 500))
        #expect(driver.largestDisplayMode == .compact)
        driver.begin()
        #expect(driver.largestDisplayMode == .expanded)
        #expect(driver.marginInsets == EdgeInsets(top: -1, left: -1, bottom: 10, right: -1))
        #expect(driver.preferredContentSize == Size(width: 0, height: 120))
        driver.appear()
        await driver.update()
        try driver.setDisplayMode(.expanded)
        #expect(driver.displayMode == .expanded && driver.text.contains("More"))
        driver.disappear()
        await driver.end()
        #expect(
            widget.log == [
                "begin org.example.Everything C.UTF-8 true", "appear", "update true 300.0x90.0",
                "mode expanded 500.0", "disappear", "end",
            ])
    }

    @Test func tapsAreAPanels() async throws {
        driver.begin()
        try await driver.tap("title")
        #expect(driver.displayMode == .expanded)
        try await driver.tap("Title")
        #expect(driver.displayMode == .compact)
        try await driver.tap("Switch")
        #expect(widget.isOn && driver.text.contains("[x] Switch"))
        try await driver.tap("Switch")
        #expect(!widget.isOn)
        try await driver.tap("inner")
        #expect(driver.openedURLs == ["https://example.org/"])
        try await driver.tap("Again")
        #expect(driver.lastResult == .noData)
        driver.open { _ in false }
        try await driver.tap("Named")
        while widget.log.last != "opened false" { await Task.yield() }
        #expect(widget.log.contains("go true"))
        #expect(driver.openedURLs.last == "simpleTimer://finished")
    }

    @Test(arguments: ["More", "Off", "plain", "none", ""]) func whatCannotBeTappedIsSaid(_ what: String) async {
        driver.begin()
        await #expect(throws: TapError.self) { try await driver.tap(what) }
    }

    /// Nodes that a panel doesn't show, or has disabled, can't be tapped either.
    @Test func aTreeIsReadAsByAPanel() async throws {
        final class Odd: NCWidgetProviding {
            var content: WidgetContent {
                Column {
                    Column { Button("In disabled").url("https://example.org/disabled") }.enabled(false)
                    WidgetContent(kind: "map") { Button("In map").url("https://example.org/map") }
                        .fallback("Berlin").url("https://example.org/berlin")
                    WidgetContent(kind: "globe") { Text("In globe") }.url("https://example.org/globe")
                    Section("Folded") { Button("In section").url("https://example.org/section") }
                    WidgetContent(kind: "text", attributes: ["text": "Text"]) {
                        Button("In text").url("https://example.org/text")
                    }
                }
            }
        }
        let driver = WidgetDriver<Odd>()
        await driver.update()
        try await driver.tap("Berlin")
        try await driver.tap("In globe")
        try await driver.tap("In section")
        for what in ["In disabled", "In map", "In text", "Folded"] {
            await #expect(throws: TapError.self) { try await driver.tap(what) }
        }
        #expect(driver.openedURLs == ["berlin", "globe", "section"].map { "https://example.org/" + $0 })
        #expect(driver.text.contains("Folded\n  [In section]"))
    }

    @Test func theCentersRulesHold() async throws {
        widget.outcome = .failed
        #expect(await driver.update() == .failed)
        #expect(driver.content.isEmpty && driver.revision == 0)
        #expect(driver.messages == ["org.example.Everything: the update failed"])
        widget.outcome = .newData
        #expect(await driver.update() == .newData)
        #expect(await driver.update() == .noData)
        #expect(driver.revision == 1 && driver.json.contains("\"Switch\""))
        #expect(throws: Never.self) { try driver.setDisplayMode(.compact) }
    }

    @Test func modesBeyondTheLargestAreRefused() {
        let small = WidgetDriver<PlainWidget>(identifier: "org.example.Small", largestDisplayMode: .compact)
        #expect(throws: TapError.self) { try small.setDisplayMode(.expanded) }
    }

    @Test func theClockIsTheDrivers() async {
        final class Clock: NCWidgetProviding {
            private let made = Timestamp.now
            var content: WidgetContent { Text("\((Timestamp.now.microseconds - made.microseconds) / 1_000_000)") }

            func widgetPerformUpdate() async throws -> NCUpdateResult {
                extensionContext?.requestUpdate(at: .now + .seconds(10))
                return .newData
            }
        }
        let driver = WidgetDriver<Clock>(now: Timestamp(microseconds: 5))
        await driver.update()
        #expect(driver.text == "0" && driver.now == Timestamp(microseconds: 5))
        await driver.advance(by: .seconds(35))
        #expect(driver.text == "30" && driver.revision == 4)
        #expect(driver.nextUpdate == Timestamp(microseconds: 40_000_005))
    }
}
