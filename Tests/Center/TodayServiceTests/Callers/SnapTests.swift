import DBus
import DBusTesting
import Glibc
import Logging
import Testing
import TodayModel
import TodayPlatform

@testable import TodayService

/// Snaps, by the control group of a process.
@Suite(.serialized) struct SnapTests {
    private static func register(_ identifier: String, _ app: String) -> SandboxedCall {
        .apps("RegisterWidget", "sa{sv}", .string(identifier), .dictionary(["ContainingApp": .string(app)]))
    }

    private static let calls = [
        register("snap.clock.face", "clock_face"), register("snap.clock", "snap.clock"),
        register("snap.clock", "other_app"), register("snap.other", "clock_face"),
        .center("EndViewing"),
    ]

    private static func check(_ answers: [SandboxedAnswer]) {
        #expect(answers.map(\.isNotAuthorized) == [false, false, true, true, true], "\(answers)")
        #expect(answers.prefix(2).allSatisfy { $0.error == nil }, "\(answers)")
    }

    /// A folder stands for `/proc`.
    @Test func toldByAFolder() async throws {
        let bus = try await PrivateBus.start()
        let proc = bus.folder + "/proc"
        // The test itself is in no sandbox.
        UserFolders.make("\(proc)/\(getpid())")
        #expect(symlink("/", "\(proc)/\(getpid())/root") == 0)
        try write("0::/\n", to: "\(proc)/\(getpid())/cgroup")
        #expect(symlink("/proc/\(getpid())/stat", "\(proc)/\(getpid())/stat") == 0)
        let test = try await TestCenter.start(on: bus, callers: Callers(folder: proc, logger: .silent))
        let sandboxes = Sandboxes(bus: bus)
        Self.check(
            try await sandboxes.call(
                ["--proc", proc, "--claimed-cgroup", "0::/user.slice/snap.clock.face-12-ab.scope\n"], Self.calls))
        let unknown = try await sandboxes.call(
            ["--proc", proc, "--claimed-cgroup", "0::/a/snap.Clock.face.scope\n"], Self.calls)
        #expect(unknown.map(\.isNotAuthorized) == Array(repeating: true, count: 5))
        // The folder has no facts about this process.
        let untold = try await sandboxes.call([], Self.calls)
        #expect(untold.map(\.isNotAuthorized) == Array(repeating: true, count: 5))
        #expect(try await test.client.widgets().count == 2)
    }

    /// A control group of its own, where the machine lets one be made.
    static let group: String? = {
        for hierarchy in ["", "/unified", "/systemd", "/freezer"] {
            let folder = "/sys/fs/cgroup\(hierarchy)/snap.clock.face-\(getpid()).scope"
            guard mkdir(folder, 0o755) == 0 else { continue }
            if access(folder + "/cgroup.procs", W_OK) == 0 { return folder }
            rmdir(folder)
        }
        return nil
    }()

    @Test(
        .enabled(
            if: group != nil, "a real control group was NOT tried: none can be made here; a folder told it instead"))
    func toldByTheKernel() async throws {
        let group = try #require(Self.group)
        defer { rmdir(group) }
        let test = try await TestCenter.start()
        Self.check(try await Sandboxes(bus: test.bus).call(["--cgroup", group], Self.calls))
        #expect(try await test.client.widgets().count == 2)
    }
}
