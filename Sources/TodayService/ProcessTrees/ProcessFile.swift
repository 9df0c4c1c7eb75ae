internal import Glibc

/// Reading below `/proc`.
enum ProcessFile {
    /// The text of a file, as far as it has come by the `limit`; nil when it cannot be read.
    static func read(_ path: String, limit: Int = 65536) -> String? {
        bytes(path, limit: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a file.
    static func bytes(_ path: String, limit: Int = 65536) -> [UInt8]? {
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

    /// The names in a folder that are numbers: processes, or threads.
    static func numbers(in path: String) -> [Int32] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var numbers: [Int32] = []
        while let entry = readdir(folder) {
            let number = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(String(cString: $0)) }
            }
            if let number { numbers.append(number) }
        }
        return numbers
    }
}
