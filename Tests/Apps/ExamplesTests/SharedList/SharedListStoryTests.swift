import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// The app, the widget, the center and a panel, all real.
@Suite struct SharedListStoryTests {
    private let desktop: Desktop

    init() async throws { desktop = try await Desktop.start("org.example.SharedList", program: "shared-list") }

    private func list(_ arguments: String...) async throws -> String {
        let output = try await desktop.bus.run([Checkout.programs + "/shared-list"] + arguments)
        #expect(output.exit == .status(0) && output.error.isEmpty, "\(arguments): \(output)")
        return output.output
    }

    private func titles(_ content: Content) -> [String] {
        content.children.compactMap { if case .string(let text)? = $0.attributes["text"] { text } else { nil } }
    }

    @Test func theListIsInToday() async throws {
        let panel = try await desktop.panel()
        _ = try await list("add", "Milk", "Rye bread")
        let shown = try await panel.widget { [titles] in titles($0.content) == ["Milk", "Rye bread"] }
        // The app has ended long since.
        #expect(try await !desktop.appRuns)
        #expect(try await list("list") == "Milk\nRye bread\n")

        // A tap opens an app that does not run, at the item.
        #expect(try await desktop.tap(shown.content.children[1]))
        let app = desktop.log
        try await app.output { $0 == "  Milk\n> Rye bread\n\n" }

        // A tap opens an app that runs, at the item; it follows what others do with the list.
        #expect(try await desktop.tap(shown.content.children[0]))
        try await app.output { $0.hasSuffix("\n> Milk\n  Rye bread\n\n") }
        _ = try await list("remove", "Rye bread")
        try await app.output { $0.hasSuffix("\n> Milk\n\n") }
        try await panel.widget { [titles] in titles($0.content) == ["Milk"] }
        // Neither the app nor anything else has to ask for it when the widget runs.
        let tea = try await desktop.run("todayctl", "group", "set", "group.org.example.SharedList", "item.Tea:x=1")
        #expect(tea.exit == .status(0), "\(tea)")
        try await panel.widget { [titles] in titles($0.content) == ["Tea", "Milk"] }
        try await app.output { $0.hasSuffix("\n  Tea\n> Milk\n\n") }
        // A panel may show an item for a moment that is gone.
        #expect(try await desktop.tap(shown.content.children[1]))
        try await app.output { $0.hasSuffix("Rye bread is no longer on the list\n") }
    }

    @Test func theAppHidesTheWidgetAndShowsItAgain() async throws {
        let panel = try await desktop.panel()
        _ = try await list("add", "Milk")
        try await panel.settledWidget { !$0.content.isEmpty }
        try await desktop.endWidget()
        let recorded = try await desktop.recordWidget()
        _ = try await list("clear")
        try await panel.waitUntilShown(false)
        let hidden = try await panel.widget { !$0.hasContent }
        #expect(hidden.content.isEmpty)
        #expect(recorded.owners.signals.isEmpty, "the widget's program was started to be hidden")
        #expect(try await list("list").isEmpty)

        _ = try await list("add", "Eggs")
        try await panel.waitUntilShown(true)
        try await panel.widget { [titles] in titles($0.content) == ["Eggs"] }
        // A program that isn't written in Swift sees the same.
        let today = try await desktop.run("todayctl", "today", "--once")
        #expect(today.exit == .status(0) && today.output.hasPrefix("Shared List\n") && today.output.contains("Eggs"))
        let group = try await desktop.bus.run(
            "gdbus", "call", "--session", "--dest", "org.todaycenter.Apps1", "--object-path",
            "/org/todaycenter/Apps1/group/group_2eorg_2eexample_2eSharedList", "--method",
            "org.todaycenter.Apps1.Group.GetAll")
        #expect(group.output.contains("'item.Eggs': <int64 "))
    }

    /// Without a panel, no client has asked for the widget; it is fresh when a panel appears.
    @Test func theWidgetIsFreshBeforeAnybodyLooks() async throws {
        _ = try await list("add", "Milk")
        try await desktop.endWidget()
        _ = try await list("add", "Eggs")
        let panel = try await desktop.panel()
        try await panel.widget { [titles] in titles($0.content) == ["Milk", "Eggs"] }
    }

    /// Each item has a key of its own: none is lost.
    @Test func manyProgramsAddAtTheSameTime() async throws {
        let panel = try await desktop.panel()
        let runs = try await (0..<6).asyncMap { try await desktop.start("shared-list", "add", "Item \($0)") }
        for run in runs { #expect(try await run.finished().exit == .status(0)) }
        #expect(try await list("list").split(separator: "\n").count == 6)
        // Not counting what says that there are more.
        try await panel.widget { $0.content.children.count { $0.attributes["url"] != nil } == 6 }
    }

    @Test func refusalsAreSaid() async throws {
        _ = try await list("add", "Milk")
        for (arguments, status, message) in [
            (["add", "Eggs", "Milk"], 1, "\"Milk\" is already on the list\n"),
            (["remove", "Eggs"], 1, "\"Eggs\" is not on the list\n"),
            (["add", ""], 1, "\"\" can't be on the list: it is empty\n"),
            (["show"], 64, "unknown command \"show\"\n"),
            (["sharedlist://items/Milk"], 1, "sharedlist://items/Milk isn't an item of the list\n"),
        ] as [([String], Int32, String)] where arguments[0] != "sharedlist://items/Milk" {
            let output = try await desktop.bus.run([Checkout.programs + "/shared-list"] + arguments)
            #expect(output.exit == .status(status) && output.output.isEmpty, "\(output)")
            #expect(output.error.hasPrefix("shared-list: " + message), "\(output)")
        }
        #expect(try await list("list") == "Milk\n")
        let app = try await desktop.start("shared-list")
        try await app.output { $0 == "  Milk\n\n" }
        let wrong = try await desktop.run("shared-list", "sharedlist://items/Milk")
        #expect(wrong.exit == .status(1) && wrong.error.contains("sharedlist://items/Milk isn't an item of the list\n"))
        let alone = try await desktop.bus.run(
            [Checkout.programs + "/shared-list", "list"], with: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        #expect(alone.exit == .status(69) && alone.error.hasPrefix("shared-list: cannot connect to "), "\(alone)")
        app.signal(SIGTERM)
        #expect(try await app.finished().exit == .status(0))
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
