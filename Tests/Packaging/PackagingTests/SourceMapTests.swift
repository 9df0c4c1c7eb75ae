import Foundation
import Testing

/// The paths in the map of the sources exist.
@Suite struct SourceMapTests {
    @Test func everyPathIsThere() throws {
        let paths = try Self.map().matches(of: /`([A-Z]\w*\/[\w\/+.]*)`/).map { String($0.1) }
        #expect(paths.count > 20)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.sources.path + "/" + path), "\(path)")
        }
    }

    private static let sources = Repository.root.appending(path: "Sources")

    private static func map() throws -> String {
        try String(contentsOf: sources.appending(path: "README.md"), encoding: .utf8)
    }
}
