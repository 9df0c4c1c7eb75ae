import DBus
import DBusTesting
import NotificationCenter
import NotificationCenterTesting
import Testing

@testable import where_am_i_widget

/// The widget's own logic, without a bus and without a web.
@Suite @WidgetActor struct WhereAmITests {
    private let widget = WhereAmIWidget()

    /// Here for its folder, which goes with it.
    private let bus: PrivateBus

    init() async throws {
        bus = try await PrivateBus.start()
        widget.defaults = NCWidgetDefaults(path: bus.folder + "/state/defaults")
        widget.random = SeededRandom(seed: 1)
    }

    private func update(_ object: String) async throws -> NCUpdateResult {
        widget.fetch = { _ in object }
        return try await widget.widgetPerformUpdate()
    }

    private var texts: [String] { widget.content.tree.texts }

    @Test func firstItRefreshes() async throws {
        #expect(texts == ["Refreshing..."])
        #expect(widget.content.tree.first("button") == nil)
        #expect(try await update(#"{"city":"Leipzig"}"#) == .newData)
        #expect(texts == ["city - Leipzig"])
        _ = try widget.content.tree.validated()
    }

    @Test func theSameTextIsNoNews() async throws {
        #expect(try await update(#"{"city":"Leipzig"}"#) == .newData)
        #expect(try await update(#"{"city":"Leipzig"}"#) == .noData)
        #expect(try await update(#"{"city":"Halle"}"#) == .newData)
        #expect(texts == ["city - Halle"])
    }

    @Test func aChoiceHasAButton() async throws {
        #expect(try await update(#"{"city":"Leipzig"}"#) == .newData)
        #expect(widget.content.tree.first("button") == nil)
        #expect(try await update(#"{"city":"Leipzig","country":"DE"}"#) == .newData)
        #expect(widget.content.tree.first("button")?.attributes["label"] == "Refresh")
        _ = try widget.content.tree.validated()
    }

    @Test func troubleIsASentenceForTheUser() async throws {
        #expect(try await update(#"{"city":"Leipzig"}"#) == .newData)
        let sentence = "An error occurred while retrieving data\n"
        await #expect { try await update("<html>") } throws: { "\($0)".hasPrefix(sentence) }
        widget.fetch = { _ in throw NCWidgetError("no route") }
        // The error includes the reason in its details.
        await #expect(throws: NCWidgetError(sentence + "no route")) { try await widget.widgetPerformUpdate() }
        #expect(texts == ["city - Leipzig"])
    }

    @Test func theUserChoosesTheService() async throws {
        let driver = try WidgetDriver<WhereAmIWidget>(
            manifest: Checkout.root + "/data/examples/widgets/org.example.WhereAmI.widget")
        driver.widget.defaults = NCWidgetDefaults(path: bus.folder + "/state/defaults")
        driver.widget.fetch = { #"{"address":"\#($0)"}"# }
        #expect(driver.widget.address == WhereAmIWidget.publicService)
        await driver.update()
        try await driver.setSettings(["Service": "http://localhost/place"])
        #expect(driver.text == "address - http://localhost/place")
        // The values of one service are dropped with it, even if the next service returns nothing.
        driver.widget.fetch = { _ in throw NCWidgetError("no route") }
        try await driver.setSettings(["Service": "http://localhost/other"])
        #expect(driver.lastResult == .failed && driver.content.isEmpty)
        try await driver.setSettings(["Service": ""])
        #expect(driver.widget.address == WhereAmIWidget.publicService)
    }

    @Test func nothingIsOnItsWayWhenItHasFailed() async throws {
        widget.fetch = { _ in throw NCWidgetError("no route") }
        await #expect(throws: NCWidgetError.self) { try await widget.widgetPerformUpdate() }
        #expect(widget.content.tree.isEmpty)
        #expect(try await update(#"{"city":"Leipzig"}"#) == .newData)
        #expect(texts == ["city - Leipzig"])
    }

    @Test func theButtonStandsAtTheEnd() async throws {
        #expect(try await update(#"{"city":"Leipzig","country":"DE"}"#) == .newData)
        #expect(widget.content.tree.children.map(\.kind) == ["text", "spacer", "button"])
        #expect(widget.content.tree.attributes["alignment"] == "leading")
    }
}
