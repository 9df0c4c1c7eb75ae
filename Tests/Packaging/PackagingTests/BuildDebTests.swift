import DBusTesting
import Foundation
import Glibc
import TodayPlatform
import Testing

/// The messages that the scripts of `data/packaging` print before they do anything.
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
        #expect(
            without.error.hasPrefix("build-deb: Swift not found: install 6.2 or later") && without.error.last == "\n")
        #expect(without.error.count { $0 == "\n" } == 1)
    }

    // MARK: Build dependencies

    private static let hasPackager = Environment.locate("dpkg-buildpackage") != nil
    private static let noPackager: Comment = "dpkg-buildpackage is not installed (Debian package: dpkg-dev)"

    /// A checkout with no more than the script reads before it builds, a Swift that is new enough, and a database of dpkg.
    private struct Stage {
        let folder = FileManager.default.temporaryDirectory.path + "/today-deb-\(UUID().uuidString)"
        /// The packages that the build needs. The last one is what Debian takes for granted.
        let dependencies: [String]

        init() throws {
            let files = [
                "data/packaging/build-deb", "data/packaging/debian/control", "CHANGELOG.md",
                "Sources/Model/TodayModel/Contract/TodayVersion.swift",
            ]
            for file in files {
                let copy = folder + "/" + file
                try FileManager.default.createDirectory(
                    atPath: URL(filePath: copy).deletingLastPathComponent().path, withIntermediateDirectories: true)
                try FileManager.default.copyItem(atPath: Repository.root.appending(path: file).path, toPath: copy)
            }
            UserFolders.make(folder + "/bin")
            UserFolders.make(folder + "/dpkg")
            try "#!/bin/sh\necho Swift version 6.2.1\n".write(
                toFile: folder + "/bin/swift", atomically: false, encoding: .utf8)
            chmod(folder + "/bin/swift", 0o700)
            let control = try String(contentsOfFile: folder + "/data/packaging/debian/control", encoding: .utf8)
            let line = try #require(control.split(separator: "\n").first { $0.hasPrefix("Build-Depends: ") })
            dependencies =
                line.dropFirst("Build-Depends: ".count).split(separator: ", ").compactMap {
                    $0.split(separator: " ").first.map(String.init)
                } + ["build-essential"]
        }

        /// Runs the script where all packages are installed but one. It gets no further than to the programs of a run before.
        func run(without missing: String?) async throws -> ToolRun.Output {
            let status = dependencies.filter { $0 != missing }.map { package in
                // debhelper-compat (= 13) is provided by the package debhelper.
                let name = package == "debhelper-compat" ? "debhelper\nProvides: debhelper-compat (= 13)" : package
                return "Package: \(name)\nStatus: install ok installed\nArchitecture: all\nVersion: 99\n"
            }
            try status.joined(separator: "\n").write(
                toFile: folder + "/dpkg/status", atomically: false, encoding: .utf8)
            let path = "\(folder)/bin:/usr/bin:/bin"
            return try await ToolRun.start(
                [folder + "/data/packaging/build-deb", "--skip-build"],
                environment: ["PATH": path, "DPKG_ADMINDIR": folder + "/dpkg"]
            ).finished()
        }
    }

    /// Each in one line, whatever is installed on this machine.
    @Test(.enabled(if: hasPackager, noPackager)) func itNamesThePackageThatIsMissing() async throws {
        let stage = try Stage()
        defer { FolderContents.removeTree(stage.folder) }
        #expect(stage.dependencies.count > 8 && stage.dependencies.contains("debhelper-compat"))
        for package in stage.dependencies {
            let run = try await stage.run(without: package)
            let name = package == "debhelper-compat" ? "debhelper" : package
            #expect(run.exit == .status(1) && run.output.isEmpty, "\(run)")
            #expect(run.error == "build-deb: missing packages: apt install \(name)\n")
        }
        let complete = try await stage.run(without: nil)
        #expect(complete.exit == .status(1), "\(complete)")
        #expect(complete.error == "build-deb: --skip-build needs an earlier build\n")
    }

    /// A database that can't be read is reported with dpkg's message.
    @Test(.enabled(if: hasPackager, noPackager)) func itSaysWhyItCannotLook() async throws {
        let stage = try Stage()
        defer { FolderContents.removeTree(stage.folder) }
        let run = try await ToolRun.start(
            [stage.folder + "/data/packaging/build-deb", "--skip-build"],
            environment: ["PATH": "\(stage.folder)/bin:/usr/bin:/bin", "DPKG_ADMINDIR": "/nowhere"]
        ).finished()
        #expect(run.exit == .status(1))
        #expect(run.error.hasPrefix("build-deb: ") && run.error.contains("cannot open /nowhere/status"), "\(run)")
    }
}
