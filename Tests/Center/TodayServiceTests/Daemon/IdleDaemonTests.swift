import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// The real `todayd` sleeps while nothing is due.
@Suite(.serialized) struct IdleDaemonTests {
    /// Returns how often the threads of a process went to sleep so far, by name and number; a thread that wakes up
    /// sleeps again.
    private static func rests(_ process: Int32) throws -> [String: Int] {
        var rests: [String: Int] = [:]
        for thread in try entries("/proc/\(process)/task") {
            guard let status = try? read("/proc/\(process)/task/\(thread)/status") else { continue }
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
            let name = status.prefix { $0 != "\n" }.drop { $0 != "\t" }.dropFirst()
            rests["\(name) \(thread)"] = line.flatMap { Int($0.drop { !$0.isNumber }) }
        }
        return rests
    }

    /// Returns the pending kernel timers of a process, as proc(5) describes them.
    private static func timers(_ process: Int32) throws -> [String] {
        try entries("/proc/\(process)/fdinfo").compactMap { number in
            guard let info = try? read("/proc/\(process)/fdinfo/\(number)"), !info.contains("it_value: (0, 0)") else {
                return nil
            }
            // CLOCK_BOOTTIME is 7.
            if info.contains("clockid: 7\n") { return "boot" }
            // CLOCK_REALTIME is 0; TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET are 3.
            return info.contains("clockid: 0\n") && info.contains("settime flags: 03\n") ? "clock changes" : nil
        }.sorted()
    }

    private static func entries(_ folder: String) throws -> [String] {
        guard let stream = opendir(folder) else { throw FileError(path: folder, code: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    /// Expects that no thread of the process wakes up while another process lives for a while, and others use the bus.
    private static func expectRest(_ process: Int32, _ bus: PrivateBus, _ client: Connection) async throws {
        // Returns the threads that woke up.
        @Sendable func span() async throws -> [String] {
            let before = try rests(process)
            let other = try await bus.start(["sleep", "2"])
            for _ in 0..<50 { let _: String = try await client.call(.bus, path: .bus, interface: .bus, "GetId") }
            _ = try await other.finished()
            return try rests(process).filter { before[$0.key] != $0.value }.map {
                "\($0.key): +\($0.value - (before[$0.key] ?? 0))"
            }
        }
        // The work after the start, the last call and the disk ends after some time.
        try await withDeadline(.seconds(60)) { while try await !span().isEmpty {} }
        #expect(try await span() == [])
    }

    @Test func nothingWakesItWhileNothingIsDue() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        let daemon = try await RunningDaemon.start(on: bus, client)
        let process = Int32(
            try await client.connection.call(
                .bus, path: .bus, interface: .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue) as UInt32)
        // Two widgets get pushes, and one is updated while a panel is visible. It has content: otherwise it would have
        // a first update.
        for identifier in [WidgetIdentifier.a, .b] {
            try await client.registerWidget(identifier, WidgetDefinition())
            try await client.updateWidget(identifier, .content("pushed"))
        }
        let whileViewed = WidgetDefinition {
            $0.busName = "org.example.C"
            $0.updateInterval = 0
            $0.changes = .content("given")
        }
        try await client.registerWidget(.c, whileViewed)
        try await Self.expectRest(process, bus, client.connection)
        #expect(try Self.timers(process) == [])
        // One that is due in a quarter of an hour is one timer.
        let everyQuarter = WidgetDefinition {
            $0.busName = "org.example.D"
            $0.changes = .content("given")
        }
        try await client.registerWidget("org.example.D", everyQuarter)
        try await Self.expectRest(process, bus, client.connection)
        #expect(try Self.timers(process) == ["boot"])
        try await client.unregisterWidget("org.example.D")
        #expect(try Self.timers(process) == [])
        // The center follows the time of day as long as a widget asks for it.
        let later = Timestamp(microseconds: ServiceClock.system.wall().microseconds + 3_600_000_000)
        for (wish, timers) in [(later, ["boot", "clock changes"]), (.never, [])] {
            try await client.updateWidget(.c, WidgetChanges { $0.nextUpdate = wish })
            #expect(try Self.timers(process) == timers)
        }
        try await daemon.end()
    }

    /// Installed widgets have content before a panel is visible, and no update after that. This also holds for a widget
    /// whose first update fails, and for the next center.
    @Test func aFirstUpdateIsTheOnlyOneWhileNobodyLooks() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        for (letter, behaviour) in [("A", "good"), ("B", "exits")] {
            let manifest = "UpdateInterval=0\nExec=" + TestCenter.provider(behaviour)
            try TestCenter.install("org.example.\(letter)", manifest, on: bus)
        }
        try TestCenter.install("org.example.C", "", on: bus)
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        var daemon = try await RunningDaemon.start(on: bus, client)
        try await signals.wait { $0.brief == "WidgetUpdated A new-data" }
        try await signals.wait { $0.brief == "WidgetUpdated B failed" }
        #expect(try await client.properties(of: .a).content == text("update 1"))
        #expect(try await client.properties(of: .c).lastResult == nil)
        #expect(try await client.properties()["Viewing"] == false)
        func process() async throws -> Int32 {
            Int32(
                try await client.connection.call(
                    .bus, path: .bus, interface: .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue) as UInt32)
        }
        #expect(try Self.timers(try await process()) == [])
        try await daemon.end()
        daemon = try await daemon.again()
        #expect(try Self.timers(try await process()) == [])
        for identifier in [WidgetIdentifier.a, .b, .c] {
            #expect(try await client.explain(identifier)["NextUpdate"] == .uint64(0))
        }
        try await daemon.end()
    }
}
