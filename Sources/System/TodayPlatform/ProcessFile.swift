internal import Glibc

/// Reads files below `/proc`.
package enum ProcessFile {
    /// The path of this program's executable; nil if the system doesn't report it.
    package static var executable: String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? -1
        }
        // A path that fills the buffer may be cut off.
        return count > 0 && count < buffer.count ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    /// Returns the text of a file, up to about `limit` bytes; nil if it can't be read.
    package static func read(_ path: String, limit: Int = 65536) -> String? {
        bytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of a file, up to about `limit`; nil if it can't be read.
    package static func bytes(_ path: String, limit: Int = 65536) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            while bytes.count < limit {
                let count = Glibc.read(file, buffer.baseAddress, buffer.count)
                if count < 0 { return nil }
                if count == 0 { break }
                bytes += UnsafeRawBufferPointer(rebasing: buffer[..<count])
            }
            return bytes
        }
    }

    /// Returns the names in a folder that are numbers: processes, or threads.
    package static func numbers(in path: String) -> [Int32] {
        (FolderContents.names(in: path) ?? []).compactMap { Int32($0) }
    }
}
