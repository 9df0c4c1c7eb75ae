import TodayPlatform
import Testing

/// Where things are: the files of the source, and the programs that were built.
enum Checkout {
    static let root = "/" + #filePath.split(separator: "/").dropLast(5).joined(separator: "/")

    /// The folder `data`.
    static let data = root + "/data"

    /// The folder of the built programs, where the tests are too.
    static let programs: String = {
        let path = ProcessFile.executable ?? ""
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }()

    /// The text of a file in `data`.
    static func text(_ name: String) throws -> String { try read("\(data)/\(name)") }

    /// The command line of an activation file.
    static func exec(ofService name: String) throws -> String {
        let lines = try text("examples/services/\(name).service").split(separator: "\n")
        try #require(lines.contains("Name=\(name)"))
        return String(try #require(lines.first { $0.hasPrefix("Exec=") }).dropFirst("Exec=".count))
    }
}
