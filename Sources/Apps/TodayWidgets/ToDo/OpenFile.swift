#if Widgets
    internal import TodayCLibrary

    /// An open file. It stays readable after another file has taken its place.
    final class OpenFile: Sendable {
        private let descriptor: CInt

        /// Opens a file; nil, with `errno` set, if that fails.
        init?(_ path: String, _ flags: CInt, mode: mode_t = 0o600) {
            // Until the property is set, nothing is closed, so that `errno` stays.
            let file = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, mode)
            if file < 0 { return nil }
            descriptor = file
        }

        deinit { close(descriptor) }

        /// Its owner, mode and size; nil, with `errno` set, if it can't be examined or isn't a regular file.
        var status: stat? {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { return nil }
            guard status.st_mode & S_IFMT == S_IFREG else {
                errno = EINVAL
                return nil
            }
            return status
        }

        /// All its bytes; nil, with `errno` set, if it can't be read or is too large for a list of tasks.
        var contents: [UInt8]? {
            guard let status else { return nil }
            var bytes = [UInt8](repeating: 0, count: max(Int(status.st_size), 0) + 4096)
            var count = 0
            while true {
                if count > TodoFile.maximumBytes {
                    errno = EFBIG
                    return nil
                }
                if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
                let more = bytes.withUnsafeMutableBytes { buffer in
                    buffer.baseAddress.map { pread(descriptor, $0 + count, buffer.count - count, off_t(count)) } ?? 0
                }
                if more < 0, errno == EINTR { continue }
                if more < 0 { return nil }
                if more == 0 { return Array(bytes[..<count]) }
                count += more
            }
        }

        /// Writes bytes with one call, which other writers can't split. Returns false, with `errno` set, if that fails.
        func write(_ bytes: ArraySlice<UInt8>) -> Bool {
            let count = bytes.withUnsafeBytes { TodayCLibrary.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0, count < bytes.count { errno = ENOSPC }
            return count == bytes.count
        }

        /// Waits until the bytes are on the disk.
        func sync() -> Bool { fsync(descriptor) == 0 }

        /// Gives it the owner and the mode of another file, as far as this user may.
        func takeRights(of other: stat) -> Bool {
            _ = fchown(descriptor, other.st_uid, other.st_gid)
            return fchmod(descriptor, other.st_mode & 0o7777) == 0
        }

        /// Whether a path leads to this file.
        func isFile(at path: String) -> Bool {
            var other = stat()
            guard let status, stat(path, &other) == 0 else { return false }
            return status.st_dev == other.st_dev && status.st_ino == other.st_ino
        }
    }
#endif
