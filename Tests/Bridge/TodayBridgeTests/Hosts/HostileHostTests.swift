import CenterTesting
import DBus
import DBusTesting
import NotificationCenter
import PlayedCenter
import SSHTesting
import Testing
import TodayHost
import TodayModel
import TodayPlatform

/// Another machine whose center has another clock, or lies.
struct HostileHostTests {
    private static let good: WidgetIdentifier = "org.test.Good"

    private static func widget(_ identifier: WidgetIdentifier, _ text: String) -> WidgetProperties {
        var widget = WidgetProperties(identifier: identifier)
        (widget.name, widget.content) = (identifier.rawValue, Content(kind: .text, [.text: .string(text)]))
        return widget
    }

    @Test(arguments: [10_800, -10_800]) func agesAreThoseThere(_ ahead: Int) async throws {
        let bench = try await HostBench.start()
        let center = try await PlayedCenter.start(over: try await bench.there.connect(), names: [])
        let shift = Duration.seconds(ahead)
        await center.setClock { Timestamp.now + shift }
        var old = Self.widget(Self.good, "old")
        old.updatedAt = Timestamp.now + shift + .seconds(-600)
        await center.add(old)
        try await center.connection.requestName(TodayBus.name, .doNotQueue)
        let start = Timestamp.now
        let shown = try await bench.widget(Self.good, shows: "old")
        // At least as old as there, and at most a little older.
        #expect(shown.updatedAt <= start + .seconds(-598))
        #expect(shown.updatedAt >= start + .seconds(-660))
    }

    @Test func aCenterThatLiesHarmsOnlyItself() async throws {
        let bench = try await HostBench.start()
        let connection = try await bench.there.connect()
        let center = try await PlayedCenter.start(over: connection, [Self.widget(Self.good, "first")], names: [])
        // More widgets, and more content, than one host may have.
        let big = String(repeating: "x", count: 4000)
        for number in 1...300 {
            var widget = Self.widget(try #require(WidgetIdentifier(rawValue: "org.test.Many\(number)")), "a")
            if number.isMultiple(of: 2) {
                widget.content = Content(
                    kind: .column, children: (0..<30).map { _ in Content(kind: .text, [.text: .string(big)]) })
            }
            await center.add(widget)
        }
        try await center.connection.requestName(TodayBus.name, .doNotQueue)
        try await bench.widget(Self.good, shows: "first")
        let lies: [[String: DBusValue]] = [
            ["Content": .boolean(true)], ["Content": .string("{")], ["Identifier": .string("org.test.Other")],
            ["Name": .strings(["a"])], ["Settings": .properties(["a": .byte(1)])], ["SettingsSchema": .string("a")],
            ["UpdatedAt": .string("now")], ["HasContent": .double(.nan)], ["Icon": .string("/etc/passwd")],
            ["Sizes": .strings(Array(repeating: "small", count: 10_000))],
            ["Error": .string(String(repeating: "e", count: 1 << 16))],
        ]
        for lie in lies { try await center.sendChange(Self.good, lie) }
        for number in 1...10_000 {
            let path = try #require(ObjectPath(rawValue: "/org/todaycenter/NotificationCenter1/widget/x\(number)"))
            let values: [String: DBusValue] = [
                "Identifier": .string("org.test.Flood\(number)"), "Name": .string(big),
            ]
            try await connection.emit(
                TodayBus.path, .objectManager, "InterfacesAdded", path, [TodayBus.widget.rawValue: values])
        }
        // A message that is too large is dropped as it arrives.
        try await center.sendChange(Self.good, ["Name": .string(String(repeating: "n", count: 4 << 20))])
        await center.change(Self.good, [.content, .name]) {
            $0.content = Content(kind: .text, [.text: .string("last")])
        }
        let last = try await bench.widget(Self.good, shows: "last")
        #expect(last.name == Self.good.rawValue && last.icon.isEmpty)
        let mirrored = await bench.view.view.allWidgets.filter {
            $0.identifier.rawValue.hasPrefix("org.todaycenter.remote.")
        }
        #expect(mirrored.count <= 256)
        // One line for each kind of fault.
        let lines = try bench.bridgeRun.text.split(separator: "\n").filter { $0.hasPrefix("today-bridge:") }
        #expect(lines.count <= 8, "\(lines)")
        let peak = try TextFile.read("/proc/\(try bench.bridgeRun.id)/status", maximumBytes: 1 << 16)
            .split(separator: "\n").first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first
        let kilobytes = try #require(peak.flatMap { Int($0.trimmingPrefix { $0 == "\t" }) })
        #expect(kilobytes < 200 << 10)
    }
}
