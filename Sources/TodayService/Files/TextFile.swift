internal import Glibc

/// Reads files that somebody else has written.
enum TextFile {
    /// Why a file cannot be read.
    struct ReadError: Error, CustomStringConvertible {
        let description: String
        /// Whether there is no such file.
        let isMissing: Bool

        init(_ description: String, isMissing: Bool = false) {
            self.description = description
            self.isMissing = isMissing
        }
    }

    /// All of a file, which has to be UTF-8.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - folder: a descriptor of the folder below which a relative path begins.
    ///   - followingLinks: whether the path may end in a link.
    ///   - maximumBytes: how long it may be.
    static func read(
        _ path: String, in folder: CInt = AT_FDCWD, followingLinks: Bool = true, maximumBytes: Int
    ) throws(ReadError) -> String {
        // Opening a pipe would wait for its writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
        let file = openat(folder, path, flags)
        guard file >= 0 else {
            throw ReadError(String(cString: strerror(errno)), isMissing: errno == ENOENT || errno == ENOTDIR)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ReadError("it is not a file")
        }
        // One byte more than there is tells whether it grows.
        let size = min(max(Int(status.st_size), 0), maximumBytes) + 1
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while true {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(count, maximumBytes) + 1) }
            let more = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
            if more < 0 { throw ReadError(String(cString: strerror(errno))) }
            if more == 0 { break }
            count += more
            if count > maximumBytes { throw ReadError("it is larger than \(maximumBytes) bytes") }
        }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else { throw ReadError("it is not UTF-8") }
        return text
    }
}
