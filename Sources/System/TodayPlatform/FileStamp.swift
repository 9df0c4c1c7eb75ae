internal import Glibc

/// The identity, version and access rights of a file, as far as they show without reading it. A file that was written,
/// replaced or given to another owner has a different stamp.
package struct FileStamp: Hashable, Sendable {
    private let numbers: [Int]

    /// Reads the stamp of a file, following links; nil if the file is missing.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        numbers = [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_mode), Int(status.st_uid), Int(status.st_gid),
        ]
    }
}
