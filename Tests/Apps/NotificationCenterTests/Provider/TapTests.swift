import NotificationCenter
import Testing

@Suite @WidgetActor struct TapTests {
    let bench = SessionBench()
    var widget: ScriptedWidget { bench.widget }

    @Test func actionsReachTheWidget() async throws {
        _ = bench.begin()
        let changes = try await bench.tap("go", ["a", 1])
        #expect(changes.content == Text("go").widgetContent.tree)
        #expect(widget.log.last == "action go \(NCValue.array(["a", 1]))")
        await #expect(throws: NCWidgetError("it is broken")) { try await bench.tap("fail") }
    }

    @Test func closuresAreCalled() async throws {
        let widget = widget
        widget.tree = Column { Button("a") { widget.tree = Text("tapped").widgetContent } }.widgetContent
        _ = bench.begin()
        #expect(try await bench.tap("tap:/0").content == Text("tapped").widgetContent.tree)
    }

    @Test func aNewProcessFindsTheClosure() async throws {
        let widget = widget
        widget.tree = Column { Button("a") { widget.log.append("tapped") }.id("button") }.widgetContent
        _ = try await bench.tap("tap:#button")
        #expect(widget.log == ["begin", "tapped"])
    }

    /// The widget reads in its first update what it shows.
    @Test func aNewProcessUpdatesBeforeTheTap() async throws {
        let widget = widget
        widget.outcome = {
            widget.tree = Column { Button("a") { widget.log.append("tapped") }.id("button") }.widgetContent
            return .newData
        }
        _ = try await bench.tap("tap:#button")
        #expect(widget.log == ["begin", "update", "tapped"])
        await #expect(throws: NCWidgetError.self) { try await bench.tap("tap:#other") }
        #expect(widget.log.count == 3)
    }

    @Test func aSwitchGetsItsNewState() async throws {
        let widget = widget
        widget.tree = Toggle("a", isOn: false) { widget.log.append("\($0)") }.widgetContent
        _ = bench.begin()
        _ = try await bench.tap("tap:", true)
        #expect(widget.log.last == "true")
        await #expect(throws: NCWidgetError.self) { try await bench.tap("tap:") }
        await #expect(throws: NCWidgetError.self) { try await bench.tap("tap:", "yes") }
    }

    @Test func whatIsNoLongerShownIsRefused() async {
        _ = bench.begin()
        await #expect(throws: NCWidgetError.self) { try await bench.tap("tap:/7") }
    }

    @Test func withoutACenterNothingOpens() async {
        _ = bench.begin()
        await #expect(throws: NCError.self) { try await widget.extensionContext?.open("https://example.org/") }
        let answered = Gate()
        widget.extensionContext?.open("https://example.org/") { opened in
            #expect(!opened)
            answered.open()
        }
        await answered.wait()
    }
}
