import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

/// The disk with a daemon's state and App Groups. The test makes it full, and frees it again.
actor TestDisk {
    enum Way: String, CustomTestStringConvertible {
        /// A small file system of its own, which the daemon is started in; for root.
        case mounted
        /// No file may grow beyond a limit. That is possible everywhere.
        case limited

        /// Those that this machine lets a test have.
        static let possible: [Way] = canMount ? [.mounted, .limited] : [.limited]
        static let canMount = geteuid() == 0 && SmallFileSystem.isAllowed

        var testDescription: String { rawValue }
    }

    private let bus: PrivateBus
    private let small: SmallFileSystem?
    /// In bytes of one file; nil for none.
    private var limit: Int?

    init(_ way: Way, on bus: PrivateBus) async throws {
        self.bus = bus
        small = way == .mounted ? try await SmallFileSystem.mount(on: bus, blocks: 2048) : nil
    }

    /// Starts a daemon that keeps everything here.
    func start() async throws -> RunningDaemon {
        let variables = small.map {
            ["XDG_STATE_HOME": $0.folder + "/state", "XDG_DATA_HOME": $0.folder + "/data"]
        }
        return try await RunningDaemon.start(
            on: bus, CenterClient(try await bus.connect()), wrapper: wrapper, with: variables ?? [:])
    }

    /// Where `state.db` is, for this process.
    var stateFile: String { (small.map { $0.path } ?? bus.folder) + "/state/todaycenter/state.db" }

    /// The same place with a new daemon.
    func again(_ daemon: RunningDaemon) async throws -> RunningDaemon { try await daemon.again(wrapper: wrapper) }

    /// The shell has the signal ignored, so that the write fails in place of the process.
    private var wrapper: [String] {
        if let small { return small.wrapper }
        let limit = limit.map(String.init) ?? "unlimited"
        return ["/bin/sh", "-c", "trap '' XFSZ; exec prlimit --fsize=\(limit):unlimited \"$@\"", "sh"]
    }

    /// Makes it full, but for a few blocks.
    func fill(leaving blocks: Int = 0, for daemon: RunningDaemon? = nil) async throws {
        if let small { return try small.fill(leaving: blocks) }
        try await setLimit((1 + blocks) * SmallFileSystem.blockSize, of: daemon)
    }

    /// Makes room.
    func free(for daemon: RunningDaemon? = nil) async throws {
        if let small { return try small.use(0) }
        try await setLimit(nil, of: daemon)
    }

    private func setLimit(_ limit: Int?, of daemon: RunningDaemon?) async throws {
        self.limit = limit
        guard let daemon else { return }
        let word = limit.map(String.init) ?? "unlimited"
        let output = try await bus.run("prlimit", "--pid", "\(daemon.process.id)", "--fsize=\(word):unlimited")
        guard output.exit == .status(0) else { throw FileError(path: "prlimit", code: ESRCH) }
    }

    /// Makes a mounted disk read-only, or writable again.
    func setReadOnly(_ isReadOnly: Bool) async throws {
        try await #require(small).setReadOnly(isReadOnly, on: bus)
    }
}
