import DBusTesting
import Glibc
import Processes
import Testing

@testable import TodayService

/// What is read of a process, with folders that stand for `/proc`, and of real processes.
@Suite struct ProcessFolderTests {
    /// A process of which everything is told.
    private struct Told {
        let bus: PrivateBus
        var proc: String { bus.folder + "/proc" }
        var root: String { bus.folder + "/theroot" }

        init() async throws {
            bus = try await PrivateBus.start()
            makeFolders(proc + "/7")
            makeFolders(root)
            #expect(symlink(root, proc + "/7/root") == 0)
            try write("0::/\n", to: proc + "/7/cgroup")
        }

        func read() -> ProcessFolder.Finding { ProcessFolder.read(7, folder: proc) }
    }

    private static func isUnreadable(_ finding: ProcessFolder.Finding) -> Bool {
        if case .unreadable = finding { true } else { false }
    }

    @Test func whatIsThere() async throws {
        let told = try await Told()
        #expect(told.read() == .read(flatpakInfo: nil, cgroup: "0::/\n"))
        try write("x", to: told.root + "/.flatpak-info")
        #expect(told.read() == .read(flatpakInfo: "x", cgroup: "0::/\n"))
    }

    /// Only a root that can be looked into, and has no such file, is that of no Flatpak.
    @Test func whatCannotBeRead() async throws {
        let told = try await Told()
        let info = told.root + "/.flatpak-info"
        #expect(symlink("/nothing", info) == 0)
        #expect(Self.isUnreadable(told.read()), "a link that leads nowhere is not nothing")
        unlink(info)
        mkdir(info, 0o700)
        #expect(Self.isUnreadable(told.read()))
        rmdir(info)
        #expect(mkfifo(info, 0o600) == 0)
        #expect(Self.isUnreadable(told.read()))
        unlink(info)
        try write(String(repeating: "a", count: FlatpakInfo.maximumBytes + 1), to: info)
        #expect(Self.isUnreadable(told.read()))
        unlink(info)
        #expect(!Self.isUnreadable(told.read()))
        unlink(told.proc + "/7/cgroup")
        #expect(Self.isUnreadable(told.read()))
        try write("0::/\n", to: told.proc + "/7/cgroup")
        rmdir(told.root)
        #expect(Self.isUnreadable(told.read()), "without a root there is no file that is not there")
        unlink(told.proc + "/7/root")
        #expect(Self.isUnreadable(told.read()))
        #expect(Self.isUnreadable(ProcessFolder.read(8, folder: told.proc)))
        #expect(Self.isUnreadable(ProcessFolder.read(nil, folder: told.proc)))
        #expect(Self.isUnreadable(ProcessFolder.read(0, folder: told.proc)))
    }

    @Test func aRealProcess() async throws {
        let run = try await ToolRun.start(["sleep", "1000"], environment: Environment.current)
        guard case .read(nil, let cgroup) = ProcessFolder.read(UInt32(run.id)) else {
            Issue.record("\(ProcessFolder.read(UInt32(run.id)))")
            return
        }
        #expect(!cgroup.isEmpty)
        // A pidfd says which process is meant, whatever the number is.
        let descriptor = try #require(ChildProcess.existing(run.id).openDescriptor())
        defer { close(descriptor) }
        #expect(ProcessFolder.read(1, descriptor: descriptor) == ProcessFolder.read(UInt32(run.id)))
        run.signal(SIGKILL)
        _ = try await run.finished()
        #expect(ProcessFolder.read(1, descriptor: descriptor) == .unreadable("its process has ended"))
        #expect(Self.isUnreadable(ProcessFolder.read(UInt32(run.id))))
    }

    @Test(arguments: [
        ("pos:\t0\nflags:\t02000002\nPid:\t4711\nNSpid:\t4711\n", 4711), ("Pid:\t-1\n", nil), ("Pid:\t0\n", nil),
        ("", nil), ("Pid:", nil), ("NSpid:\t12\n", nil), ("Pid:\tx\n", nil),
    ])
    func pidsOfDescriptors(text: String, pid: UInt32?) { #expect(ProcessFolder.pid(inFdinfo: text) == pid) }
}
