import DBusTesting
import Glibc
import Processes
import Testing

/// A file system in memory that only one test writes to, so that its fill is exact to the block.
///
/// It is mounted in a mount namespace of a process that does nothing else, with a user namespace around it, so that it
/// needs no root. Everybody else gets at it by the root folder that `/proc` has of that process.
struct SmallFileSystem {
    /// The bytes of a block, and how many there are. One block is less than 0.01 % of all, two are more.
    static let blockSize = 4096, blocks = 10240

    /// The folder at its top.
    let path: String
    private let holder: ToolRun

    /// Whether this machine lets somebody mount one.
    static let isAllowed: Bool = {
        var status: CInt = -1
        var id = pid_t()
        let arguments = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        guard posix_spawnp(&id, "unshare", nil, nil, &words, environ) == 0 else { return false }
        return waitpid(id, &status, 0) == id && status == 0
    }()

    static func mount(on bus: PrivateBus) async throws -> SmallFileSystem {
        let folder = bus.folder + "/small"
        try #require(mkdir(folder, 0o700) == 0)
        let holder = try await bus.start(
            "unshare", "--map-root-user", "--mount", "sh", "-c",
            "mount -t tmpfs -o size=\(blockSize * blocks) tmpfs '\(folder)' && echo mounted"
                // It ends with this process, whatever becomes of it.
                + " && exec tail --pid=\(getpid()) -f /dev/null")
        try await holder.output { $0 == "mounted\n" }
        return SmallFileSystem(path: "/proc/\(holder.id)/root\(folder)", holder: holder)
    }

    /// Makes exactly so many blocks used, more or fewer than before.
    func use(_ blocks: Int) throws {
        let file = open(path + "/filling", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        try #require(file >= 0)
        let size = blocks * Self.blockSize
        try #require(ftruncate(file, size) == 0)
        if size > 0 { try #require(posix_fallocate(file, 0, size) == 0) }
    }

    func unmount() async throws {
        holder.signal(SIGKILL)
        _ = try await holder.finished()
    }
}
