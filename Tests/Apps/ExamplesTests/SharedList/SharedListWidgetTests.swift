import DBus
import DBusTesting
import NotificationCenter
import NotificationCenterTesting
import SharedListKit
import Testing

@testable import shared_list_widget

/// The widget and the list with an App Group, and what the app asks of the center.
@Suite @WidgetActor struct SharedListWidgetTests {
    private let bus: PrivateBus
    private let center: ScriptedCenter
    private let list: SharedList
    private let widget = SharedListWidget()
    private let identifier = SharedList.widgetIdentifier

    init() async throws {
        bus = try await PrivateBus.start()
        center = try await ScriptedCenter.start(on: bus, groups: [SharedList.suiteName: [:]])
        let list = SharedList(
            try await NCGroupDefaults(suiteName: SharedList.suiteName, on: bus), NCWidgetController(on: bus))
        self.list = list
        widget.open = { list }
    }

    private func items(_ titles: String...) throws -> [ListItem] { try titles.map { try ListItem($0) } }

    private func text() throws -> String {
        try widget.content.tree.validated().plainText(PlainText.Context(now: .now))
    }

    /// Changes the list as another program does, and waits until this one has heard of it.
    private func change(set values: [String: NCValue], remove keys: [String] = []) async throws {
        let changes = list.changes
        try await center.change(group: SharedList.suiteName, set: values, remove: keys)
        _ = try await withDeadline { await changes.first { _ in true } }
    }

    /// Whether each call showed the widget.
    private func shown() async throws -> [Bool] {
        try await center.calls.map { call in
            switch call {
            case .setHasContent(identifier, false): false
            case .updateWidget(identifier, let changes) where changes.hasContent == true && changes.nextUpdate != nil:
                true
            default: throw NCWidgetError("\(call) was asked for")
            }
        }
    }

    @Test func aRowForEachItem() async throws {
        #expect(try await widget.widgetPerformUpdate() == .newData)
        #expect(widget.content.tree.isEmpty)
        #expect(try await widget.widgetPerformUpdate() == .noData)
        try await list.add(items("Milk", "Rye bread"))
        #expect(try await widget.widgetPerformUpdate() == .newData)
        let rows = widget.content.tree.children
        #expect(rows.map { $0.attributes["text"] } == ["Milk", "Rye bread"])
        #expect(rows.map { $0.attributes["url"] } == ["sharedlist://item/Milk", "sharedlist://item/Rye%20bread"])
        #expect(try text().contains("Rye bread"))
        #expect(try await widget.widgetPerformUpdate() == .noData)
        // Another program than the app can be the one that writes.
        try await change(set: ["item.Eggs": 1], remove: ["item.Milk"])
        #expect(try await widget.widgetPerformUpdate() == .newData)
        #expect(widget.content.tree.children.map { $0.attributes["text"] } == ["Eggs", "Rye bread"])
    }

    @Test func itIsExpandedOnlyToShowMore() async throws {
        try await list.add(items("Milk", "Eggs", "Tea", "Salt", "Apples"))
        #expect(try await widget.widgetPerformUpdate() == .newData)
        #expect(widget.largestDisplayMode == .compact)
        try await list.add(items("Bread"))
        #expect(try await widget.widgetPerformUpdate() == .newData)
        #expect(widget.largestDisplayMode == .expanded)
        // One way to the rest, and no row twice.
        func rows(_ mode: DisplayMode) throws -> String {
            try widget.content.tree.validated().plainText(PlainText.Context(now: .now, displayMode: mode))
        }
        #expect(try rows(.compact) == "Milk\nEggs\nTea\nSalt\nand 2 more")
        #expect(try rows(.expanded) == "Milk\nEggs\nTea\nSalt\nApples\nBread")
    }

    @Test func theWidgetIsHiddenWithTheLastItem() async throws {
        try await list.add(items("Milk"))
        try await list.add(items("Eggs"))
        try await list.remove(items("Milk"))
        try await list.remove(items("Eggs"))
        try await list.add(items("Bread"))
        try await list.clear()
        #expect(try await shown() == [true, true, true, false, true, false])
        #expect(await center.values(ofGroup: SharedList.suiteName).isEmpty)
    }

    @Test func refusalsChangeNothing() async throws {
        try await list.add(items("Milk"))
        await #expect(throws: ListError.alreadyListed(try ListItem("Milk"))) {
            try await list.add(items("Eggs", "Milk"))
        }
        await #expect(throws: ListError.alreadyListed(try ListItem("Eggs"))) {
            try await list.add(items("Eggs", "Eggs"))
        }
        await #expect(throws: ListError.notListed(try ListItem("Eggs"))) {
            try await list.remove(items("Milk", "Eggs"))
        }
        #expect(list.items == (try items("Milk")))
        #expect(try await shown() == [true])
    }

    @Test func theLongestListIsValid() async throws {
        var values: [String: NCValue] = [:]
        for number in 0..<500 {
            let title = "\(number) " + String(repeating: "€", count: 65)
            values["item." + title] = .integer(Int64(number))
        }
        try await change(set: values)
        #expect(try await widget.widgetPerformUpdate() == .newData)
        let tree = try widget.content.tree.validated()
        #expect(tree.children.count == 102)
        #expect(tree.children.last?.attributes["text"] == "and 400 more")
    }
}
