import DBusTesting
import Glibc

/// The programs of this build.
enum Programs {
    struct MissingError: Error { let name: String }

    /// The folder this test's own executable is in.
    static func folder() throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw MissingError(name: "/proc/self/exe") }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return "/" + path.split(separator: "/").dropLast().joined(separator: "/")
    }

    /// The path of a program that was built with this test.
    static func path(_ name: String) throws -> String {
        let path = try folder() + "/" + name
        if access(path, X_OK) != 0 { throw MissingError(name: path) }
        return path
    }
}
