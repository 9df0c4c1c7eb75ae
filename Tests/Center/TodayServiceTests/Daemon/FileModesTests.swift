import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// Files that `todayd` writes are for its user alone, with any umask at its start; programs that it starts get that
/// umask.
@Suite struct FileModesTests {
    private static func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0, "\(path)")
        return status.st_mode & 0o777
    }

    @Test func onlyTheUserReadsThem() async throws {
        let bus = try await PrivateBus.start()
        let program = bus.folder + "/provider"
        try write("#!/bin/sh\numask >'\(bus.folder)/mask'\n", to: program)
        chmod(program, 0o755)
        try TestCenter.install("org.example.A", "AppGroups=\(GroupUser.name);\nExec=\(program)", on: bus)
        let client = CenterClient(try await bus.connect())
        let wrapper = ["/bin/sh", "-c", "umask 022; exec \"$@\"", "sh"]
        var daemon = try await RunningDaemon.start(on: bus, client, wrapper: wrapper)
        #expect(try await client.performUpdate(.a) == .failed)
        #expect(try read(bus.folder + "/mask") == "0022\n")
        try await GroupUser(client.connection).set(["a": .int32(1)])
        let groups = bus.folder + "/data/todaycenter/groups.db"
        for path in [groups, groups + "-wal", bus.folder + "/state/todaycenter/state.db"] {
            #expect(try Self.mode(path) == 0o600, "\(path)")
        }
        try await daemon.end()
        // One that an earlier version has made, which others can read.
        chmod(groups, 0o644)
        daemon = try await daemon.again(wrapper: wrapper)
        try await GroupUser(client.connection).set(["a": .int32(2)])
        #expect(try Self.mode(groups) == 0o600 && Self.mode(groups + "-wal") == 0o600)
        try await daemon.end()
    }
}
