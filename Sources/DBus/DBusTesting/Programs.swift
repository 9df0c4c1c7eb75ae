internal import DBus
internal import Glibc
internal import TodayPlatform

/// The programs of this build.
package enum Programs {
    /// An error for a program that doesn't exist.
    package struct MissingError: Error {
        package let name: String

        package init(name: String) { self.name = name }
    }

    /// Returns the folder of this test's own executable.
    package static func folder() throws -> String {
        guard let path = ProcessFile.executable else { throw MissingError(name: "/proc/self/exe") }
        return "/" + path.split(at: "/").dropLast().joined(separator: "/")
    }

    /// Returns the path of a program that was built with this test.
    package static func path(_ name: String) throws -> String {
        let path = try folder() + "/" + name
        if access(path, X_OK) != 0 { throw MissingError(name: path) }
        return path
    }
}
