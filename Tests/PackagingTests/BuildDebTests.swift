import DBusTesting
import Foundation
import Platform
import Testing

/// What the scripts of `data/packaging` say before they do anything.
@Suite struct BuildDebTests {
    private static func run(
        _ name: String = "build-deb", _ arguments: String..., path: String = "/usr/bin:/bin"
    ) async throws -> ToolRun.Output {
        let program = Repository.root.appending(path: "data/packaging/\(name)").path
        return try await ToolRun.start([program] + arguments, environment: ["PATH": path]).finished()
    }

    @Test(arguments: ["build-deb", "order-code"]) func itTellsOfItself(_ name: String) async throws {
        let help = try await Self.run(name, "--help")
        #expect(help.exit == .status(0) && help.error.isEmpty)
        #expect(help.output.hasPrefix("USAGE: data/packaging/\(name) "))
        let wrong = try await Self.run(name, "--sideways")
        #expect(wrong.exit == .status(64) && wrong.output.isEmpty)
        #expect(wrong.error == "\(name): unknown argument '--sideways' (see \(name) --help)\n")
    }

    /// In one line.
    @Test func itSaysThatSwiftIsMissing() async throws {
        // With nothing in the path but what the script itself takes.
        let folder = FileManager.default.temporaryDirectory.path + "/today-deb-\(UUID().uuidString)"
        defer { FolderContents.removeTree(folder) }
        UserFolders.make(folder)
        for tool in ["bash", "dirname"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/" + tool, withDestinationPath: try #require(Environment.locate(tool)))
        }
        let without = try await Self.run(path: folder)
        #expect(without.exit == .status(1) && without.output.isEmpty)
        #expect(without.error.hasPrefix("build-deb: Swift is missing: 6.2 or later") && without.error.last == "\n")
        #expect(without.error.count { $0 == "\n" } == 1)
    }
}
