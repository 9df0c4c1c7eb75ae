import DBusTesting
import Foundation
import Glibc
import Processes
import Testing
import TodayProtocol

/// The commands of `data/README.md` install what there is, and take all of it away again.
@Suite struct InstallTests {
    /// The block of the document that is marked with a word.
    private static func commands(_ mark: String) throws -> String {
        let text = try String(contentsOf: Repository.root.appending(path: "data/README.md"), encoding: .utf8)
        let start = try #require(text.range(of: "```sh \(mark)\n")).upperBound
        let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
        return String(text[start..<end])
    }

    /// Runs commands of the document at the top of the checkout.
    private static func run(_ mark: String, _ variables: [String: String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", try commands(mark)]
        process.currentDirectoryURL = Repository.root
        let programs = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.environment = [
            "PATH": "/usr/bin:/bin", "BUILD": URL(filePath: programs).deletingLastPathComponent().path,
        ].merging(variables) { $1 }
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let errors = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && errors.isEmpty, "\(errors)")
    }

    /// The files below a folder, by their paths in it.
    private static func files(below folder: String) -> Set<String> {
        let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        return Set(
            names.filter { name in
                var isFolder: ObjCBool = false
                return FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
                    && !isFolder.boolValue
            })
    }

    private static func temporaryFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "today-install-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }

    @Test func aPackageHasEveryFileAndLeavesNone() throws {
        let root = try Self.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        let variables = ["DESTDIR": root, "PREFIX": "/usr"]
        try Self.run("install", variables)
        let installed = Self.files(below: root)
        #expect(
            installed.isSuperset(of: [
                "usr/bin/todayd", "usr/bin/todayctl", "usr/bin/used-space-widget",
                "usr/bin/where-am-i-widget",
                "usr/lib/systemd/user/todayd.service", "usr/share/man/man5/todaycenter-widget.5",
                "usr/share/dbus-1/services/\(TodayBus.name).service",
                "usr/share/bash-completion/completions/todayctl",
            ]))
        let panel: Set = [
            "usr/bin/today-panel", "usr/share/applications/org.todaycenter.Panel.desktop",
            "usr/share/man/man1/today-panel.1",
        ]
        #if Panel
            #expect(installed.isSuperset(of: panel))
        #else
            #expect(installed.isDisjoint(with: panel))
        #endif
        let names = Set(installed.union(panel).compactMap { $0.split(separator: "/").last.map(String.init) })
        for file in Self.files(below: Repository.root.appending(path: "data").path) where !file.hasSuffix(".md") {
            // Pictures are for the README.
            if file.hasPrefix("screenshots/") { continue }
            let name = file.split(separator: "/").last.map(String.init) ?? ""
            #expect(names.contains(name) || name == "todayctl.bash", "\(file) is not installed")
        }
        let service = try String(
            contentsOfFile: root + "/usr/share/dbus-1/services/\(TodayBus.name).service", encoding: .utf8)
        #expect(service.contains("Exec=/usr/bin/todayd\n"))
        try Self.run("uninstall", variables)
        #expect(Self.files(below: root).isEmpty)
    }

    /// Installed for one user, into the home of a bus whose services are those that were installed.
    @Test func theFirstCallStartsWhatAUserInstalled() async throws {
        let bus = try await PrivateBus.start()
        let prefix = bus.folder + "/home/.local"
        let variables = ["PREFIX": prefix, "UNITS": prefix + "/share/systemd/user"]
        try Self.run("install", variables)
        let unit = try String(contentsOfFile: prefix + "/share/systemd/user/todayd.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=\(prefix)/bin/todayd\n"))
        // Where the folders of a user are searched in the environment of this bus.
        try #require(symlink(prefix + "/share", bus.folder + "/data-dirs") == 0)
        try #require(rmdir(bus.servicesFolder) == 0)
        try #require(symlink(prefix + "/share/dbus-1/services", bus.servicesFolder) == 0)
        let reload = try await bus.run(
            "busctl", "--user", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ReloadConfig")
        #expect(reload.exit == .status(0), "\(reload)")
        let call = try await bus.run(
            "busctl", "--user", "--timeout=60", "get-property", "\(TodayBus.name)", "\(TodayBus.path)",
            "\(TodayBus.center)", "Version")
        #expect(call.output == "u 1\n", "\(call)")
        let list = try await bus.run(prefix + "/bin/todayctl", "list")
        #expect(list.exit == .status(0) && list.output.contains("\norg.example.UsedSpace "), "\(list)")
        // The apps of the examples are there too: a tap in Today starts one that does not run.
        let item = "sharedlist://item/Milk"
        let add = try await bus.run(prefix + "/bin/shared-list", "add", "Milk")
        #expect(add.exit == .status(0), "\(add)")
        let open = try await bus.run(prefix + "/bin/todayctl", "open", "org.example.SharedList.Widget", item)
        #expect(open.exit == .status(0), "\(open)")
        try Self.run("uninstall", variables)
        #expect(Self.files(below: prefix).isEmpty)
    }
}
