import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// Values of App Groups that a real `todayd` keeps.
@Suite(.serialized) struct GroupDaemonTests {
    private static func start(wrapper: [String] = []) async throws -> (RunningDaemon, GroupUser) {
        let bus = try await PrivateBus.start()
        try TestCenter.install("org.example.A", "AppGroups=\(GroupUser.name);", on: bus)
        let client = CenterClient(try await bus.connect())
        return (try await RunningDaemon.start(on: bus, client, wrapper: wrapper), GroupUser(client.connection))
    }

    private static func path(_ bus: PrivateBus) -> String { bus.folder + "/data/todaycenter/groups.db" }

    @Test func aKillLosesNothingThatWasAnswered() async throws {
        var (daemon, user) = try await Self.start()
        for round in 0..<5 {
            try await user.set(["round": .int32(Int32(round)), "\(round)": .string("there")])
            if round > 0 { try await user.remove(["\(round - 1)"]) }
            try await daemon.kill()
            daemon = try await daemon.again()
            #expect(try await user.getAll() == ["round": .int32(Int32(round)), "\(round)": .string("there")])
        }
        try await daemon.end()
    }

    /// The center is killed while calls are under way: acknowledged changes exist afterwards, and each call is stored
    /// completely or not at all.
    @Test func aKillInTheMiddleLosesNothingThatWasAnswered() async throws {
        var (daemon, user) = try await Self.start()
        let answered = Recorder<Int>()
        let sender = Task { [user] in
            for number in 1... {
                do { try await user.set(["a": .int32(Int32(number)), "b": .int32(Int32(number))]) } catch { return }
                answered.record(number)
            }
        }
        try await answered.wait { $0.count >= 50 }
        try await daemon.kill()
        await sender.value
        daemon = try await daemon.again()
        let values = try await user.getAll()
        guard case .int32(let number)? = values["a"] else { throw FileError(path: "a", code: 0) }
        #expect(values == ["a": .int32(number), "b": .int32(number)])
        let last = try #require(answered.elements.last)
        #expect(number == last || number == last + 1)
        try await daemon.end()
    }

    @Test func theEndInOrderKeepsAll() async throws {
        var (daemon, user) = try await Self.start()
        try await user.set(["a": .int32(1)])
        #expect(try await daemon.end().exit == .status(0))
        #expect(access(Self.path(daemon.bus) + "-wal", F_OK) != 0)
        daemon = try await daemon.again()
        #expect(try await user.getAll() == ["a": .int32(1)])
        try await daemon.end()
    }

    /// The center reads nothing of groups before a client asks for them.
    @Test func anUnusedGroupCostsNoFile() async throws {
        let (daemon, _) = try await Self.start()
        #expect(access(Self.path(daemon.bus), F_OK) != 0)
        try await daemon.end()
        #expect(access(Self.path(daemon.bus), F_OK) != 0)
    }

    @Test func aDamagedFileIsSetAside() async throws {
        var (daemon, user) = try await Self.start()
        try await user.set(["a": .int32(1)])
        try await daemon.end()
        try write(String(repeating: "rubbish ", count: 2000), to: Self.path(daemon.bus))
        daemon = try await daemon.again()
        #expect(try await user.getAll() == [:])
        try await user.set(["b": .int32(2)])
        let error = try await daemon.kill().error
        #expect(error.split(separator: "\n").count { $0.contains("the file is now") } == 1, "\(error)")
        daemon = try await daemon.again()
        #expect(try await user.getAll() == ["b": .int32(2)])
        try await daemon.end()
    }

    @Test func aNewerFileIsLeftAlone() async throws {
        var (daemon, user) = try await Self.start()
        try await user.set(["a": .int32(1)])
        try await daemon.end()
        do { try Database(Self.path(daemon.bus)).execute("PRAGMA user_version = 2") }
        let before = try #require(ReadOnlyStat(Self.path(daemon.bus)))
        daemon = try await daemon.again()
        let error = await #expect(throws: RemoteError.self) { try await user.getAll() }
        #expect(error?.message.hasSuffix("its schema has version 2, newer than 1") == true)
        await #expect(throws: RemoteError.self) { try await user.set(["a": .int32(2)]) }
        #expect(try await daemon.client.widgets().count == 1)
        try await daemon.end()
        #expect(ReadOnlyStat(Self.path(daemon.bus)) == before)
    }

    /// The limit stands for a full disk: no file may grow beyond it, until it is lifted.
    @Test func aFullDiskRefusesAndChangesNothing() async throws {
        // The shell has the signal ignored, so that the write fails in place of the process.
        let wrapper = ["/bin/sh", "-c", "trap '' XFSZ; exec prlimit --fsize=60000:unlimited \"$@\"", "sh"]
        var (daemon, user) = try await Self.start(wrapper: wrapper)
        let heard = try await SignalRecorder(user.connection, MatchRule(sender: TodayBus.appsName))
        try await user.set(["a": .int32(1)])
        #expect(try await user.getAll() == ["a": .int32(1)])
        let large = DBusValue.bytes([UInt8](repeating: 7, count: 60000))
        let error = await #expect(throws: RemoteError.self) { try await user.set(["a": .int32(2), "b": large]) }
        #expect(error?.message.hasPrefix("group.org.example: not stored: ") == true)
        #expect(try await user.getAll() == ["a": .int32(1)] && heard.signals.isEmpty)
        let lifted = try await daemon.bus.run("prlimit", "--pid", "\(daemon.process.id)", "--fsize=unlimited")
        #expect(lifted.exit == .status(0), "\(lifted)")
        try await user.set(["b": large])
        let output = try await daemon.kill()
        let lines = output.error.split(separator: "\n")
        #expect(lines.count { $0.contains("App Groups are not stored while this lasts") } == 1, "\(output)")
        #expect(lines.count { $0.contains("App Groups are stored again") } == 1, "\(output)")
        daemon = try await daemon.again()
        #expect(try await user.getAll() == ["a": .int32(1), "b": large])
        try await daemon.end()
    }
}
