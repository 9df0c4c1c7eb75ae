import DBus
import DBusTesting
import DesktopTesting
import Glibc
import Testing

/// `tray-item`, as what shows trays sees it.
@Suite struct TrayItemTests {
    private static let watcher: BusName = "org.kde.StatusNotifierWatcher"

    /// A watcher that records the items that register.
    private actor Watcher {
        let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }
        let registered = WatchedValue<[String]>([])

        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Watcher>("org.kde.StatusNotifierWatcher") {
            Method("RegisterStatusNotifierItem", in: ["service"]) { (watcher: isolated Watcher, service: String) in
                watcher.registered.change { $0.append(service) }
            }
        }

        /// Starts it on a connection of its own.
        static func start(on bus: PrivateBus) async throws -> Watcher {
            let watcher = Watcher(try await bus.connect())
            try await watcher.connection.export(interface, of: watcher, at: "/StatusNotifierWatcher")
            try await watcher.connection.requestName(TrayItemTests.watcher)
            return watcher
        }

        /// Waits for an item, and returns its name.
        func item() async throws -> BusName {
            try await registered.wait { !$0.isEmpty }
            return try BusName(registered.value[0])
        }
    }

    static func start(on bus: PrivateBus) async throws -> ToolRun {
        try await bus.start(Programs.path("tray-item"))
    }

    @Test func itWaitsForTheWatcherAndRegistersAgain() async throws {
        let bus = try await PrivateBus.start()
        let run = try await Self.start(on: bus)
        let client = try await bus.connect()
        let name: BusName = try BusName("org.kde.StatusNotifierItem-\(run.id)-1")
        _ = try await client.waitForOwner(of: name, timeout: .seconds(60))
        let first = try await Watcher.start(on: bus)
        #expect(try await first.item() == name)
        await first.connection.close()
        let second = try await Watcher.start(on: bus)
        #expect(try await second.item() == name)
        #expect(run.isRunning)
    }

    @Test func whatATrayReadsOfItChanges() async throws {
        let bus = try await PrivateBus.start()
        let watcher = try await Watcher.start(on: bus)
        _ = try await Self.start(on: bus)
        let name = try await watcher.item()
        let item = Proxy(try await bus.connect(), name, "/StatusNotifierItem", "org.kde.StatusNotifierItem")
        let signals = try await SignalRecorder(
            item.connection, MatchRule(sender: name, interface: "org.kde.StatusNotifierItem"))

        let before = try await item.getAll()
        #expect(before["Title"] == "Volume: 50 %" && before["Status"] == "Active" && before["Category"] == "Hardware")
        #expect(before["Menu"] == .objectPath("/Menu") && before["ItemIsMenu"] == false)
        let pictures = try await item.get("IconPixmap", as: [Struct<Int32, Int32, [UInt8]>].self)
        let (width, height, pixels) = try #require(pictures.first).fields
        #expect((width, height) == (22, 22) && pixels.count == 22 * 22 * 4)
        // Half of it is filled, at the bottom.
        #expect(pixels.prefix(4) == [0, 0, 0, 0] && pixels.suffix(4) == [255, 0, 0, 255])
        #expect(before["ToolTip"]?.signature == "(sa(iiay)ss)")

        try await item.call("Activate", Int32(0), Int32(0))
        #expect(try await item.get("Title") == "Volume: muted")
        try await item.call("SecondaryActivate", Int32(0), Int32(0))
        for _ in 0..<5 { try await item.call("Scroll", Int32(120), "Vertical") }
        try await item.call("Scroll", Int32(120), "horizontal")
        #expect(try await item.get("Status") == "NeedsAttention")
        try await signals.wait { $0.member == "NewStatus" }
        let members = signals.signals.map(\.member.rawValue)
        let each = ["NewTitle", "NewIcon", "NewToolTip"]
        #expect(members == Array(repeating: each, count: 6).flatMap { $0 } + ["NewStatus"])
        let status: String? = try signals.signals.last?.arguments(as: String.self)
        #expect(status == "NeedsAttention")
    }

    /// Requests that libdbusmenu doesn't make, or not in this way.
    @Test func theMenuAnswersWhatTheSpecificationHas() async throws {
        let bus = try await PrivateBus.start()
        let watcher = try await Watcher.start(on: bus)
        _ = try await Self.start(on: bus)
        let menu = Proxy(try await bus.connect(), try await watcher.item(), "/Menu", "com.canonical.dbusmenu")
        typealias Layout = Struct<Int32, [String: DBusValue], [DBusValue]>
        typealias Properties = Struct<Int32, [String: DBusValue]>

        let (revision, root): (UInt32, Layout) = try await menu.call("GetLayout", Int32(0), Int32(1), ["label"])
        let (id, properties, children) = root.fields
        #expect(revision == 1 && id == 0 && properties.isEmpty)
        #expect(
            children.last
                == .structure([.int32(6), .properties(["label": "_Output"]), .variants([])]))
        let (_, alone): (UInt32, Layout) = try await menu.call("GetLayout", Int32(6), Int32(0), [String]())
        #expect(alone.fields.2.isEmpty && alone.fields.1["children-display"] == "submenu")
        let (_, outputs): (UInt32, Layout) = try await menu.call("GetLayout", Int32(6), Int32(-1), [String]())
        #expect(outputs.fields.2.count == 2)

        let some: [Properties] = try await menu.call("GetGroupProperties", [Int32(2), 99], [String]())
        #expect(some.map(\.fields.0) == [2] && some[0].fields.1 == ["type": "separator"])
        let all: [Properties] = try await menu.call("GetGroupProperties", [Int32](), ["enabled"])
        #expect(all.count == 9 && all.filter { $0.fields.1["enabled"] == false }.map(\.fields.0) == [1])
        let state: DBusValue = try await menu.call("GetProperty", Int32(11), "toggle-state")
        #expect(state == .int32(0))

        typealias Event = Struct<Int32, String, DBusValue, UInt32>
        let unknown: [Int32] = try await menu.call(
            "EventGroup", [Event(11, "clicked", .int32(0), 0), Event(99, "clicked", .int32(0), 0)])
        #expect(unknown == [99])
        let after: DBusValue = try await menu.call("GetProperty", Int32(11), "toggle-state")
        #expect(after == .int32(1))
        let (updates, errors): ([Int32], [Int32]) = try await menu.call("AboutToShowGroup", [Int32(0), 6, 99])
        #expect(updates.isEmpty && errors == [99])
        try await refused { let _: DBusValue = try await menu.call("GetProperty", Int32(99), "label") }
        try await refused { let _: DBusValue = try await menu.call("GetProperty", Int32(3), "enabled") }
        try await refused { try await menu.call("AboutToShow", Int32(99)) }
        try await refused { try await menu.call("Event", Int32(99), "clicked", DBusValue.int32(0), UInt32(0)) }
        try await refused { try await menu.call("EventGroup", [Event(99, "clicked", .int32(0), 0)]) }
    }

    private func refused(_ call: () async throws -> Void) async throws {
        let error = await #expect(throws: RemoteError.self) { try await call() }
        #expect(error?.name == .invalidArgs)
    }
}
