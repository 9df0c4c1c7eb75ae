internal import Glibc
internal import TodayPlatform

/// A file system in memory that only one test writes to, so that its usage is exact to the block.
///
/// It is mounted in the mount namespace of an otherwise idle process, inside a user namespace, so that it needs no
/// root. Other programs access it through the root folder of that process in `/proc`.
package struct SmallFileSystem: Sendable {
    /// The size of a block, in bytes.
    package static let blockSize = 4096

    /// The top folder, for all programs. The path goes through a link; a program that resolves links gets another
    /// folder.
    package let path: String
    /// The same folder in the namespace where it is mounted.
    package let folder: String
    /// A command that runs the command line after it in that namespace; for root.
    package var wrapper: [String] { ["nsenter", "--mount=/proc/\(holder.id)/ns/mnt"] }
    private let holder: ToolRun

    /// Whether this machine allows mounting one.
    package static let isAllowed: Bool = {
        var status: CInt = -1
        var id = pid_t()
        let arguments = ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        guard posix_spawnp(&id, "unshare", nil, nil, &words, environ) == 0 else { return false }
        return waitpid(id, &status, 0) == id && status == 0
    }()

    /// An error for something that the system refused.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        fileprivate init(_ what: String) { description = "\(what): \(String(cString: strerror(errno)))" }
        fileprivate init(_ output: ToolRun.Output) { description = "\(output)" }
    }

    /// - Parameter blocks: the number of blocks.
    package static func mount(on bus: PrivateBus, blocks: Int) async throws -> SmallFileSystem {
        let folder = bus.folder + "/small"
        guard mkdir(folder, 0o700) == 0 else { throw Failure(folder) }
        let holder = try await bus.start(
            "unshare", "--map-root-user", "--mount", "sh", "-c",
            "mount -t tmpfs -o size=\(blockSize * blocks) tmpfs '\(folder)' && echo mounted"
                // It ends with this process in every case.
                + " && exec tail --pid=\(getpid()) -f /dev/null")
        try await holder.output { $0 == "mounted\n" }
        return SmallFileSystem(path: "/proc/\(holder.id)/root\(folder)", folder: folder, holder: holder)
    }

    /// Makes exactly so many blocks used, more or fewer than before.
    package func use(_ blocks: Int) throws {
        let file = open(path + "/filling", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        guard file >= 0 else { throw Failure(path) }
        let size = blocks * Self.blockSize
        guard ftruncate(file, size) == 0 else { throw Failure(path) }
        if size > 0, posix_fallocate(file, 0, size) != 0 { throw Failure(path) }
    }

    /// Uses all free blocks except so many.
    package func fill(leaving blocks: Int = 0) throws {
        let file = open(path + "/filling", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        guard file >= 0 else { throw Failure(path) }
        for _ in 0..<100 {
            var status = statvfs()
            guard fstatvfs(file, &status) == 0 else { throw Failure(path) }
            let more = (Int(status.f_bfree) - blocks) * Int(status.f_bsize)
            let size = lseek(file, 0, SEEK_END)
            if more <= 0 {
                guard ftruncate(file, max(0, size + more)) == 0 else { throw Failure(path) }
                return
            }
            // Another program may have been faster.
            errno = posix_fallocate(file, size, more)
        }
        throw Failure(path)
    }

    /// Makes it read-only, or writable again. No file may be open for writing.
    package func setReadOnly(_ isReadOnly: Bool, on bus: PrivateBus) async throws {
        let output = try await bus.run(
            "nsenter", "--preserve-credentials", "--user", "--mount", "--target", "\(holder.id)",
            "mount", "-o", "remount,\(isReadOnly ? "ro" : "rw")", folder)
        guard output.exit == .status(0) else { throw Failure(output) }
    }

    package func unmount() async throws {
        holder.signal(SIGKILL)
        _ = try await holder.finished()
    }
}
