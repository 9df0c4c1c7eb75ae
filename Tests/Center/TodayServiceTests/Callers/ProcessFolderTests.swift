import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing

@testable import TodayService

/// The facts that the center reads about a process, from folders that stand for `/proc` and from real processes.
@Suite struct ProcessFolderTests {
    /// A process with all its facts in a folder.
    private struct Told {
        let bus: PrivateBus
        var proc: String { bus.folder + "/proc" }
        var root: String { bus.folder + "/theroot" }

        init() async throws {
            bus = try await PrivateBus.start()
            UserFolders.make(proc + "/7")
            UserFolders.make(root)
            #expect(symlink(root, proc + "/7/root") == 0)
            try write("0::/\n", to: proc + "/7/cgroup")
            try tellStart(100)
        }

        func tellStart(_ ticks: Int, of process: Int = 7) throws {
            try write("\(process) (a ) b)) S \(line(ticks))\n", to: "\(proc)/\(process)/stat")
        }

        /// Returns the fields after the state in a `stat`.
        private func line(_ ticks: Int) -> String {
            (Array(repeating: "0", count: 18) + ["\(ticks)"] + Array(repeating: "1", count: 30))
                .joined(separator: " ")
        }

        func read(pause: () -> Void = {}) -> ProcessFolder.Finding {
            ProcessFolder.read(7, folder: proc, pause: pause)
        }
    }

    private static func facts(_ info: String? = nil) -> ProcessFolder.Finding {
        .read(ProcessFolder.Facts(flatpakInfo: info, cgroup: "0::/\n", start: 100))
    }

    private static func isUnreadable(_ finding: ProcessFolder.Finding) -> Bool {
        if case .unreadable = finding { true } else { false }
    }

    @Test func whatIsThere() async throws {
        let told = try await Told()
        #expect(told.read() == Self.facts())
        try write("x", to: told.root + "/.flatpak-info")
        #expect(told.read() == Self.facts("x"))
    }

    /// The number is given to another process in the middle of reading.
    @Test func anotherProcessWithTheNumber() async throws {
        let told = try await Told()
        let other = try await Told()
        try other.tellStart(101)
        let finding = told.read {
            #expect(rename(told.proc + "/7", told.proc + "/8") == 0)
            #expect(rename(other.proc + "/7", told.proc + "/7") == 0)
        }
        #expect(finding == .unreadable("its number now belongs to another process"))
        // The number no longer has a process.
        let gone = told.read { #expect(rename(told.proc + "/7", told.proc + "/9") == 0) }
        #expect(Self.isUnreadable(gone))
    }

    @Test func whenItWasStarted() async throws {
        let told = try await Told()
        for text in ["", "7 (a) S 1 2 3\n", "7 (a", String(repeating: "a ", count: 60)] {
            try write(text, to: told.proc + "/7/stat")
            #expect(Self.isUnreadable(told.read()), "\(text)")
        }
        // A name that is cut within a character isn't valid text.
        let cut = Array("1 (".utf8) + [0xC3] + Array(") S 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 4711 0\n".utf8)
        #expect(ProcessStat(cut)?.start == 4711)
    }

    /// Ticks are a hundredth of a second.
    @Test func whetherItWasThere() {
        let facts = ProcessFolder.Facts(flatpakInfo: nil, cgroup: "", start: 100)
        #expect(!facts.existed(at: 0) && !facts.existed(at: 999_999_999))
        #expect(facts.existed(at: 1_000_000_000) && facts.existed(at: .max))
    }

    /// The kernel's start time of a process is on the same clock as the time that it is compared with.
    @Test func theClockOfTheKernel() async throws {
        let before = BootTimer.now
        let run = try await ToolRun.start(["sleep", "1000"], environment: Environment.current)
        guard case .read(let facts) = ProcessFolder.read(UInt32(run.id)) else {
            Issue.record("\(ProcessFolder.read(UInt32(run.id)))")
            return
        }
        #expect(facts.existed(at: BootTimer.now))
        #expect(!facts.existed(at: before - min(before, 20_000_000)))
        run.signal(SIGKILL)
        _ = try await run.finished()
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
        guard case .read(let facts) = ProcessFolder.read(UInt32(run.id)) else {
            Issue.record("\(ProcessFolder.read(UInt32(run.id)))")
            return
        }
        #expect(facts.flatpakInfo == nil && !facts.cgroup.isEmpty)
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
