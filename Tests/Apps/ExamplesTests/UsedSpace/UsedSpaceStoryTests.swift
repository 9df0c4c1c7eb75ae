import DBus
import DBusTesting
import Glibc
import NotificationCenter
import TodayPlatform
import Testing
import TodayModel

/// The built widget, the real center, and a file system that fills up and empties. The center makes the first update of
/// the widget by itself, soon after its start: a test's own first update may find no new data.
@Suite struct UsedSpaceStoryTests {
    private static let space: WidgetIdentifier = "org.example.UsedSpace"

    private static func start(_ bus: PrivateBus, _ home: String) async throws -> RunningCenter {
        try await RunningCenter.start(on: bus, [space.rawValue], environment: ["HOME": home])
    }

    private static func percent(_ center: RunningCenter) async throws -> String? {
        try await center.client.properties(of: space).content.texts.first
    }

    @Test(.enabled(if: SmallFileSystem.isAllowed, "nobody may mount a file system here, not even with `unshare -rm`"))
    func itFollowsTheFillUpAndDown() async throws {
        let bus = try await PrivateBus.start()
        let disk = try await SmallFileSystem.mount(on: bus, blocks: 10240)
        let center = try await Self.start(bus, disk.path)
        func update() async throws -> UpdateResult { try await center.client.performUpdate(Self.space) }

        _ = try await update()
        try disk.use(5120)
        #expect(try await update() == .newData)
        #expect(try await Self.percent(center) == "50.0%")
        #expect(try await update() == .noData)
        // A block is 0.0098 % of the disk: too small a change in either direction. Two blocks are 0.0195 %.
        for blocks in [5121, 5119] {
            try disk.use(blocks)
            #expect(try await update() == .noData, "\(blocks) blocks")
        }
        for blocks in [5122, 5120, 10240, 0, 2560] {
            try disk.use(blocks)
            #expect(try await update() == .newData, "\(blocks) blocks")
            #expect(try await update() == .noData, "\(blocks) blocks")
        }
        #expect(try await Self.percent(center) == "25.0%")
        // Small steps add up.
        for (blocks, result) in [(2561, UpdateResult.noData), (2562, .newData), (2563, .noData), (2564, .newData)] {
            try disk.use(blocks)
            #expect(try await update() == result, "\(blocks) blocks")
        }
        try disk.use(10240)
        #expect(try await update() == .newData)
        let full = try await center.client.properties(of: Self.space)
        #expect(full.content.first("progress")?.attributes["value"] == .double(1))
        #expect(full.content.texts == ["100.0%", "Used: 41.9 MB", "Free: 0 bytes", "Total: 41.9 MB"])
        try await center.end()
        try await disk.unmount()
    }

    /// Where nothing can be mounted, the home folder moves to another file system.
    @Test func itFollowsTheHomeToAnotherFileSystem() async throws {
        let bus = try await PrivateBus.start()
        let home = bus.folder + "/moving"
        try #require(symlink("/proc", home) == 0)
        let center = try await Self.start(bus, home)
        #expect(try await center.client.performUpdate(Self.space) != .failed)
        #expect(try await Self.percent(center) == "0.0%")
        #expect(try await center.client.performUpdate(Self.space) == .noData)
        try #require(unlink(home) == 0 && symlink(bus.folder, home) == 0)
        #expect(try await center.client.performUpdate(Self.space) == .newData)
        #expect(try await Self.percent(center) != "0.0%")
        // And with less in use again.
        try #require(unlink(home) == 0 && symlink("/proc", home) == 0)
        #expect(try await center.client.performUpdate(Self.space) == .newData)
        #expect(try await Self.percent(center) == "0.0%")
        try await center.end()
    }

    /// One program, an object for each folder, and a change of settings that is shown at once.
    @Test func itIsThereForSeveralFolders() async throws {
        let bus = try await PrivateBus.start()
        let center = try await Self.start(bus, "/proc")
        let client = center.client
        let second = try await client.addInstance(
            of: Self.space, settings: ["Folder": .string(bus.folder), "Title": "Work"])
        #expect(second.rawValue == "org.example.UsedSpace#2")
        #expect(try await client.performUpdate(Self.space) != .failed)
        #expect(try await client.performUpdate(second) != .failed)
        #expect(try await Self.percent(center) == "0.0%")
        let shown = try await client.properties(of: second)
        #expect(shown.name == "Work" && shown.content.texts.first != "0.0%")
        let owner = try #require(try await client.connection.owner(of: "org.example.UsedSpace"))

        let widget = Proxy(client.connection, TodayBus.name, TodayBus.path(of: second), TodayBus.widget)
        let contents = try await widget.observe("Content", as: Content.self)
        try await client.setSettings(["Folder": "/proc", "Unit": "GiB"], of: second)
        try await withDeadline { for await content in contents where content?.texts.first == "0.0%" { return } }
        await #expect(throws: CenterError.self) { try await client.setSettings(["Unit": "inches"], of: second) }
        #expect(try await client.connection.owner(of: "org.example.UsedSpace") == owner)

        // Settings outlive the center; a removed instance leaves nothing behind.
        let next = try await center.again()
        #expect(try await client.properties(of: second).settings["Unit"] == "GiB")
        #expect(try await client.performUpdate(second) != .failed)
        try await client.removeInstance(second)
        await #expect(throws: CenterError.self) { try await client.properties(of: second) }
        try await next.end()
    }

    @Test func aTapOnThePercentageOpensIt() async throws {
        let bus = try await PrivateBus.start()
        let center = try await Self.start(bus, "/proc")
        #expect(try await center.client.performUpdate(Self.space) != .failed)
        let closed = try await center.client.properties(of: Self.space)
        #expect(closed.displayMode == .compact && closed.preferredContentSize.height == 37)
        #expect(closed.largestDisplayMode == .expanded)
        #expect(closed.marginInsets == EdgeInsets(top: -1, left: -1, bottom: 10, right: -1))
        let lines = closed.content.children.dropFirst()
        #expect(lines.map(\.texts) == [["Used: 0 bytes"], ["Free: 0 bytes"], ["Total: 0 bytes"]])
        #expect(lines.allSatisfy { $0.attributes["modes"] == .strings(["expanded"]) })

        let label = try #require(closed.content.first("row")?.first("text"))
        let action = try #require(label.action)
        #expect(action == "today.toggle-display-mode")
        try await center.client.invokeAction(action, of: Self.space)
        try await Self.wait(for: 106, on: center)
        let opened = try await center.client.properties(of: Self.space)
        #expect(opened.displayMode == .expanded && opened.content == closed.content)
        try await center.client.invokeAction(action, of: Self.space)
        try await Self.wait(for: 37, on: center)
        #expect(try await center.client.properties(of: Self.space).displayMode == .compact)
        try await center.end()
    }

    /// After the call, the provider gets the new mode and answers with its height.
    private static func wait(for height: Double, on center: RunningCenter) async throws {
        let widget = Proxy(center.client.connection, TodayBus.name, TodayBus.path(of: space), TodayBus.widget)
        let sizes = try await widget.observe("PreferredContentSize", as: Size.self)
        try await withDeadline { for await size in sizes where size?.height == height { return } }
    }

    @Test func aNewLoadShowsWhatWasKeptAndStartsClosed() async throws {
        let bus = try await PrivateBus.start()
        let home = bus.folder + "/home"
        let center = try await Self.start(bus, home)
        #expect(try await center.client.performUpdate(Self.space) != .failed)
        try await center.client.setDisplayMode(.expanded, for: Self.space)
        try await Self.wait(for: 106, on: center)
        let before = try await center.client.properties(of: Self.space)

        // The next center shows its snapshot before the widget runs; the load closes it. The home can be read no more.
        let next = try await center.again(with: ["HOME": "/nowhere"])
        var shown = try await next.client.properties(of: Self.space)
        #expect(shown.content == before.content && shown.isSnapshot && shown.displayMode == .expanded)
        #expect(try await next.client.performUpdate(Self.space) == .failed)
        shown = try await next.client.properties(of: Self.space)
        #expect(shown.displayMode == .compact && shown.preferredContentSize.height == 37)
        #expect(shown.error.contains("/nowhere") && shown.content == before.content)

        // One that remembers nothing gets from the widget what that has kept, before an update that fails.
        let third = try await next.again(forgetting: "\(bus.folder)/state/todaycenter")
        #expect(try await third.client.properties(of: Self.space).content.isEmpty)
        #expect(try await third.client.performUpdate(Self.space) == .failed)
        #expect(try await third.client.properties(of: Self.space).content == before.content)
        try await third.end()
    }

    /// The load that a tap causes does not undo the tap.
    @Test func aTapOpensItWhenItHasToBeStarted() async throws {
        let bus = try await PrivateBus.start()
        let center = try await Self.start(bus, "/proc")
        try await center.client.invokeAction("today.toggle-display-mode", of: Self.space)
        try await Self.wait(for: 106, on: center)
        #expect(try await center.client.properties(of: Self.space).displayMode == .expanded)
        // In the process that is running now, the widget isn't loaded again.
        #expect(try await center.client.performUpdate(Self.space) != .failed)
        #expect(try await center.client.properties(of: Self.space).displayMode == .expanded)
        try await center.end()
    }
}
