internal import Glibc

/// The identity, version and access rights of a file, as far as they are seen without reading it: a file that was written,
/// replaced or given to others has another stamp.
package struct FileStamp: Hashable, Sendable {
    private let numbers: [Int]

    /// Looks at a file, through links; nil when it is missing.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        numbers = [
            Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_mode), Int(status.st_uid), Int(status.st_gid),
        ]
    }
}
