internal import Glibc

/// Reads files that other programs wrote.
package enum TextFile {
    /// The reason why a file can't be read.
    package struct ReadError: Error, CustomStringConvertible {
        package let description: String
        /// The `errno` value; nil if the file's contents are the reason.
        package let code: CInt?
        /// Whether the file doesn't exist.
        package let isMissing: Bool

        init(_ description: String) {
            self.description = description
            code = nil
            isMissing = false
        }

        /// - Parameter opening: whether opening the file failed.
        init(code: CInt, opening: Bool = false) {
            description = String(cString: strerror(code))
            self.code = code
            isMissing = opening && (code == ENOENT || code == ENOTDIR)
        }
    }

    /// Returns a whole file, which has to be UTF-8.
    ///
    /// - Parameters:
    ///   - path: the file's path.
    ///   - folder: a descriptor of the folder that a relative path starts from.
    ///   - followingLinks: whether the last part of the path may be a link.
    ///   - maximumBytes: the largest size allowed.
    ///   - owner: the user who has to own the file; nil for any.
    package static func read(
        _ path: String, in folder: CInt = AT_FDCWD, followingLinks: Bool = true, maximumBytes: Int,
        owner: UInt32? = nil
    ) throws(ReadError) -> String {
        let bytes = try readBytes(
            path, in: folder, followingLinks: followingLinks, maximumBytes: maximumBytes, owner: owner)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw ReadError("it is not UTF-8") }
        return text
    }

    /// Returns a whole file, regardless of its contents.
    package static func readBytes(
        _ path: String, in folder: CInt = AT_FDCWD, followingLinks: Bool = true, maximumBytes: Int,
        owner: UInt32? = nil
    ) throws(ReadError) -> [UInt8] {
        let (file, status) = try open(path, in: folder, followingLinks: followingLinks)
        defer { close(file) }
        if let owner, status.st_uid != owner { throw ReadError("another user owns it") }
        // One byte more than the size, to detect a growing file.
        let size = min(max(Int(status.st_size), 0), maximumBytes) + 1
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while true {
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(count, maximumBytes) + 1) }
            let more = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
            if more < 0 { throw ReadError(code: errno) }
            if more == 0 { break }
            count += more
            if count > maximumBytes { throw ReadError("it is larger than \(maximumBytes) bytes") }
        }
        return Array(bytes[..<count])
    }

    /// Returns the beginning of a file, at most `bytes` bytes.
    package static func readBeginning(_ path: String, bytes: Int) throws(ReadError) -> [UInt8] {
        let (file, _) = try open(path, in: AT_FDCWD, followingLinks: true)
        defer { close(file) }
        var result = [UInt8](repeating: 0, count: bytes)
        var count = 0
        while count < bytes {
            let more = result.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, bytes - count) }
            if more < 0 { throw ReadError(code: errno) }
            if more == 0 { break }
            count += more
        }
        return Array(result[..<count])
    }

    private static func open(
        _ path: String, in folder: CInt, followingLinks: Bool
    ) throws(ReadError) -> (file: CInt, status: stat) {
        // Opening a pipe would block until it has a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
        let file = openat(folder, path, flags)
        guard file >= 0 else { throw ReadError(code: errno, opening: true) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw ReadError("it is not a file")
        }
        return (file, status)
    }
}
