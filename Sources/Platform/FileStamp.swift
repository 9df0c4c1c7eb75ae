internal import Glibc

/// The identity and version of a file, as far as they are seen without reading it: a file that was written or replaced has
/// another stamp.
package struct FileStamp: Hashable, Sendable {
    private let device, file: UInt
    private let size, seconds, nanoseconds: Int

    /// Looks at a file, through links; nil when it is missing.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, file) = (UInt(status.st_dev), UInt(status.st_ino))
        (size, seconds, nanoseconds) = (Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
