import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// A real `todayd` whose disk is full or can't be written keeps running, reports the trouble and catches up.
@Suite(.serialized) struct FullDiskTests {
    private let bus: PrivateBus

    init() async throws { bus = try await PrivateBus.start() }

    /// A daemon with two widgets, and a value that one of them shares.
    private func start(on disk: TestDisk) async throws -> (RunningDaemon, GroupUser) {
        let daemon = try await disk.start()
        try await daemon.client.registerWidget(.a, .sharing(GroupUser.name))
        try await daemon.client.registerWidget(.b, WidgetDefinition())
        let user = GroupUser(daemon.client.connection)
        try await user.set(["a": .int32(1)])
        return (daemon, user)
    }

    private func trouble(_ daemon: RunningDaemon) async throws -> StateTrouble? {
        let properties = try await daemon.client.properties()
        #expect(properties["StateStored"] == .boolean(properties["StateError"] == ""))
        return StateTrouble(properties)
    }

    /// The signals of the center itself that arrive before `body` returns, in a line each.
    private func told(_ signals: SignalRecorder, _ body: () async throws -> Void) async throws -> [Signal] {
        let before = signals.signals.count
        try await body()
        return Array(signals.signals.dropFirst(before))
    }

    private func expectNotStored(_ body: () async throws -> Void) async throws {
        do {
            try await body()
            Issue.record("it was not refused")
        } catch let error as RemoteError {
            #expect(error.name == "org.todaycenter.NotificationCenter1.Error.NotStored")
            #expect(error.message.hasPrefix("group.org.example: not stored: "), "\(error)")
            #expect(error.message.contains("/groups.db: "), "\(error)")
        }
    }

    @Test(arguments: TestDisk.Way.possible) func whatCannotBeStoredIsTold(_ way: TestDisk.Way) async throws {
        let disk = try await TestDisk(way, on: bus)
        var (daemon, user) = try await start(on: disk)
        let client = daemon.client
        #expect(try await user.getAll() == ["a": .int32(1)])
        let heard = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.appsName))
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        #expect(try await trouble(daemon) == nil)
        try await disk.fill(for: daemon)

        // The call works, and its caller gets the signals before the reply.
        let found = try await told(signals) { try await client.arrange([.b, .a]) }
        #expect(found.map(\.brief) == ["center: Arrangement Today", "center: StateError StateErrorKind StateStored"])
        #expect(found.last?.changed["StateStored"] == .boolean(false))
        let trouble = try #require(try await trouble(daemon))
        #expect(trouble.reason.contains("/state.db: ") && found.last?.changed["StateError"]?.text == trouble.reason)
        let added = try await told(signals) { try await client.registerWidget(.c, WidgetDefinition()) }
        #expect(added.prefix(2).map(\.brief) == ["+C", "center: Arrangement Today"])
        try await client.updateWidget(.b, .content("1"))
        #expect(try await client.properties(of: .b).content == text("1"))
        // One attempt may fail in another way than the next.
        let reason = try await self.trouble(daemon)?.reason ?? ""
        let message = try await client.explain(.b)["Message"]?.text
        #expect(
            message == "No app updates org.example.B; it shows what was last pushed; "
                + "changes will not survive a restart: \(reason).")

        try await expectNotStored { try await user.set(["a": .int32(2), "b": .int32(3)]) }
        try await expectNotStored { try await user.remove(["a"]) }
        #expect(try await user.getAll() == ["a": .int32(1)] && heard.signals.isEmpty)
        // A change that changes nothing needs no disk.
        try await user.set(["a": .int32(1)])

        // It is written by itself when it can be.
        try await disk.free(for: daemon)
        try await signals.wait { $0.changed["StateStored"] == .boolean(true) && $0.changed["StateError"] == "" }
        #expect(try await self.trouble(daemon) == nil)
        try await user.set(["a": .int32(2)])
        let output = try await daemon.kill()
        let lines = output.error.split(separator: "\n")
        #expect(lines.count { $0.contains("state is not stored while this lasts") } == 1, "\(output)")
        #expect(lines.count { $0.contains("state is stored again") } == 1, "\(output)")
        daemon = try await disk.again(daemon)
        #expect(try await client.arrangement() == [.b, .a, .c])
        #expect(try await client.properties(of: .b).content == text("1"))
        #expect(try await user.getAll() == ["a": .int32(2)])
        #expect(try await client.explain(.b)["Message"]?.text?.contains("restart") == false)
        try await daemon.end()
    }

    /// A call triggers a new attempt at once.
    @Test(arguments: TestDisk.Way.possible) func whoWaitsHasItTriedAtOnce(_ way: TestDisk.Way) async throws {
        let disk = try await TestDisk(way, on: bus)
        var (daemon, _) = try await start(on: disk)
        let client = daemon.client
        try await disk.fill(for: daemon)
        for order in [[WidgetIdentifier.b], [.b, .a]] { try await client.arrange(order) }
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        try await disk.free(for: daemon)
        try await client.unregisterWidget(.a)
        // On a busy machine, the center may have tried it before by itself.
        #expect(
            signals.signals.contains { $0.changed["StateStored"] == .boolean(true) },
            "\(signals.signals.map(\.brief))")
        try await daemon.kill()
        daemon = try await disk.again(daemon)
        #expect(try await client.arrangement() == [.b])
        try await daemon.end()
    }

    @Test(arguments: TestDisk.Way.possible) func oneThatStartsOnAFullDiskSaysSo(_ way: TestDisk.Way) async throws {
        let disk = try await TestDisk(way, on: bus)
        var (daemon, user) = try await start(on: disk)
        let client = daemon.client
        try await client.updateWidget(.b, .content("1"))
        try await daemon.end()
        try await disk.fill()
        daemon = try await disk.again(daemon)
        #expect(try await trouble(daemon)?.reason.contains("/state.db: ") == true)
        #expect(try await client.properties(of: .b).content == text("1"))
        #expect(try await user.getAll() == ["a": .int32(1)])
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        try await client.updateWidget(.b, .content("2"))
        try await disk.free(for: daemon)
        try await signals.wait { $0.changed["StateStored"] == .boolean(true) }
        try await daemon.kill()
        daemon = try await disk.again(daemon)
        #expect(try await client.properties(of: .b).content == text("2"))
        try await daemon.end()
    }

    /// A file system that an error made read-only, after an end in order or a crash.
    @Test(
        .enabled(if: TestDisk.Way.canMount, "only root may mount a file system, and not everywhere"),
        arguments: [false, true])
    func aReadOnlyDiskIsReadAllTheSame(crashed: Bool) async throws {
        let disk = try await TestDisk(.mounted, on: bus)
        var (daemon, user) = try await start(on: disk)
        let client = daemon.client
        try await client.arrange([.b, .a])
        let output = crashed ? try await daemon.kill() : try await daemon.end()
        #expect(!output.error.contains("not stored"))
        try await disk.setReadOnly(true)
        daemon = try await disk.again(daemon)
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        #expect(try await client.arrangement() == [.b, .a])
        #expect(try await user.getAll() == ["a": .int32(1)])
        try await client.arrange([.a])
        #expect(try await trouble(daemon)?.reason.contains("/state.db: ") == true)
        try await expectNotStored { try await user.set(["a": .int32(2)]) }
        #expect(try await user.getAll() == ["a": .int32(1)])
        try await disk.setReadOnly(false)
        try await signals.wait { $0.changed["StateStored"] == .boolean(true) }
        try await user.set(["a": .int32(2)])
        try await daemon.kill()
        daemon = try await disk.again(daemon)
        #expect(try await client.arrangement() == [.a])
        #expect(try await user.getAll() == ["a": .int32(2)])
        try await daemon.end()
    }

    /// The file can't be repaired or overwritten until it can be set aside.
    @Test(.enabled(if: TestDisk.Way.canMount, "only root may mount a file system, and not everywhere"))
    func aBrokenFileThatCannotBeSetAsideIsTold() async throws {
        let disk = try await TestDisk(.mounted, on: bus)
        var (daemon, _) = try await start(on: disk)
        let client = daemon.client
        try await daemon.end()
        try write(String(repeating: "rubbish ", count: 2000), to: await disk.stateFile)
        try await disk.setReadOnly(true)
        daemon = try await disk.again(daemon)
        try await client.registerWidget(.c, WidgetDefinition())
        let reason = try #require(try await trouble(daemon)?.reason)
        #expect(reason.hasSuffix("/state.db: file is not a database; it can't be renamed: Read-only file system"))
        let signals = try await SignalRecorder(client.connection, MatchRule(sender: TodayBus.name))
        try await disk.setReadOnly(false)
        try await signals.wait { $0.changed["StateStored"] == .boolean(true) }
        try await daemon.kill()
        daemon = try await disk.again(daemon)
        #expect(try await client.arrangement() == [.c])
        try await daemon.end()
    }
}
