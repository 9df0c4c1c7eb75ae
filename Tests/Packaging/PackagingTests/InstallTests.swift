import DBusTesting
import Foundation
import Glibc
import TodayPlatform
import Testing
import TodayModel

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
        process.environment = [
            "PATH": "/usr/bin:/bin", "BUILD": try Programs.folder(),
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
                "usr/bin/todayd", "usr/bin/todayctl", "usr/share/todaycenter/default-arrangement",
                "usr/share/todaycenter/widgets/samples/system.json",
                "usr/lib/systemd/user/todayd.service", "usr/share/man/man5/todaycenter-widget.5",
                "usr/share/man/man7/todaycenter-bus.7",
                "usr/share/man/man7/todaycenter-content.7",
                "usr/share/todaycenter/schema/todaycenter-content.schema.json",
                "usr/share/todaycenter/schema/todaycenter-panel.schema.json",
                "usr/share/todaycenter/docs/flatpak.md",
                "usr/share/dbus-1/services/\(TodayBus.name).service",
                "usr/share/bash-completion/completions/todayctl",
                "usr/share/locale/pt_BR/LC_MESSAGES/today-center.mo",
            ]))
        let panel: Set = [
            "usr/bin/today-panel", "usr/share/applications/org.todaycenter.Panel.desktop",
            "usr/share/man/man1/today-panel.1", "usr/share/bash-completion/completions/today-panel",
            "usr/share/zsh/site-functions/_today-panel", "usr/share/fish/vendor_completions.d/today-panel.fish",
            "usr/share/metainfo/org.todaycenter.Panel.metainfo.xml",
            "usr/share/icons/hicolor/scalable/apps/org.todaycenter.Panel.svg",
            "usr/share/icons/hicolor/symbolic/apps/org.todaycenter.Panel-symbolic.svg",
        ]
        let widgets: Set = ["usr/bin/today-widgets", "usr/share/man/man1/today-widgets.1"]
        #if Widgets
            #expect(installed.isSuperset(of: widgets))
        #else
            #expect(installed.isDisjoint(with: widgets))
        #endif
        #if Panel
            #expect(installed.isSuperset(of: panel))
        #else
            #expect(installed.isDisjoint(with: panel))
        #endif
        let all = installed.union(panel).union(widgets)
        let names = Set(all.compactMap { $0.split(separator: "/").last.map(String.init) })
        for file in Self.files(below: Repository.root.appending(path: "data").path) where !file.hasSuffix(".md") {
            // Pictures are for the documents, files in `packaging` are for packagers, `site` and the scripts in `docs`
            // are for the website, the example apps stay in the source, and `po` is compiled.
            let folders = [
                "screenshots/", "packaging/", "docs/draw-", "site/", "po/", "examples/widgets/",
                "examples/applications/", "examples/services/",
            ]
            if folders.contains(where: { file.hasPrefix($0) }) { continue }
            let name = file.split(separator: "/").last.map(String.init) ?? ""
            // Bash has no endings.
            let bash = "usr/share/bash-completion/completions/" + name.replacing(".bash", with: "")
            #expect(names.contains(name) || all.contains(bash), "\(file) is not installed")
        }
        let service = try String(
            contentsOfFile: root + "/usr/share/dbus-1/services/\(TodayBus.name).service", encoding: .utf8)
        #expect(service.contains("Exec=/usr/bin/todayd\n"))
        try Self.run("uninstall", variables)
        #expect(Self.files(below: root).isEmpty)
        #expect(!FileManager.default.fileExists(atPath: root + "/usr/share/todaycenter"))
    }

    /// The packages of Debian share out what is installed.
    @Test func everyFileIsInOnePackage() throws {
        let root = try Self.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        try Self.run("install", ["DESTDIR": root, "PREFIX": "/usr"])
        let debian = Repository.root.appending(path: "data/packaging/debian")
        let lists = try FileManager.default.contentsOfDirectory(atPath: debian.path).filter { $0.hasSuffix(".install") }
        #expect(lists.count >= 3)
        let patterns = try lists.flatMap { list in
            try String(contentsOf: debian.appending(path: list), encoding: .utf8).split(separator: "\n").map {
                (list, String($0.prefix { $0 != " " }))
            }
        }
        for file in Self.files(below: root) {
            // A folder stands for all below it.
            let matching = patterns.filter {
                fnmatch($0.1, file, FNM_PATHNAME) == 0 || fnmatch($0.1 + "/*", file, 0) == 0
            }
            #expect(matching.count == 1, "\(file): \(matching)")
        }
    }

    /// The links of the Debian package lead to `todayctl-all`, which is each of the programs under its name.
    @Test(arguments: ["todayctl", "today-scripts", "today-conformance", "dbus-codegen"])
    func oneProgramHasTheNamesOfAll(_ name: String) async throws {
        let rules = try String(
            contentsOf: Repository.root.appending(path: "data/packaging/debian/rules"), encoding: .utf8)
        #expect(rules.matches(of: /(?m)^\t(install|for name in) .*\b(todayctl-all|dbus-codegen).*/).count == 2)
        #expect(rules.contains(name))
        let bus = try await PrivateBus.start()
        let link = bus.folder + "/" + name
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: try Programs.path("todayctl-all"))
        for option in ["--version", "--help"] {
            let expected = try await ToolRun.start([try Programs.path(name), option], environment: bus.environment)
            let run = try await ToolRun.start([link, option], environment: bus.environment)
            let output = try await run.finished()
            #expect(try await output == expected.finished() && output.exit == .status(0), "\(output)")
        }
    }

    /// The README of a new widget, typed; only the compiler is not the real one.
    private static func aNewWidgetComesIntoToday(_ bus: PrivateBus, _ prefix: String) async throws {
        let folder = bus.folder + "/tea"
        let made = try await bus.run(prefix + "/bin/todayctl", "new", "widget", "Tea Time", "--path", folder)
        #expect(made.exit == .status(0), "\(made)")
        let manifest = try String(contentsOfFile: folder + "/Package.swift", encoding: .utf8)
        #expect(manifest.contains("path: \"\(prefix)/share/todaycenter/swift\")"))
        let readme = try String(contentsOfFile: folder + "/README.md", encoding: .utf8)
        let text = try #require(readme.split(separator: "## Add it to Today").last)
        let commands = text.split(separator: "```sh\n").dropFirst().compactMap { $0.split(separator: "```").first }
        let built = try Programs.path("tea-time-widget")
        let script = """
            set -e; cd '\(folder)'
            swift() { echo "swift $*"; mkdir -p .build/release; cp '\(built)' .build/release; }
            export HOME='\(bus.folder)/home'
            \(commands.joined())
            """
        let run = try await bus.run(["bash", "-c", script], with: ["PATH": prefix + "/bin:/usr/bin:/bin"])
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
        #expect(run.output.hasPrefix("swift build -c release --static-swift-stdlib\n"))
        #expect(run.output.contains("Tea Time\n  Hello\n  Updates: "), "\(run)")
        try FileManager.default.removeItem(atPath: prefix + "/bin/tea-time-widget")
        try FileManager.default.removeItem(atPath: prefix + "/share/todaycenter/widgets/org.example.TeaTime.widget")
    }

    /// Files that the user has added are left alone.
    @Test func whatIsNotOursStays() throws {
        let root = try Self.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        let variables = ["PREFIX": root]
        try Self.run("install", variables)
        let own = root + "/share/todaycenter/widgets/org.example.Own.widget"
        try "[Widget]\n".write(toFile: own, atomically: true, encoding: .utf8)
        try Self.run("uninstall", variables)
        #expect(Self.files(below: root) == ["share/todaycenter/widgets/org.example.Own.widget"])
    }

    /// Returns the targets of a package, from `swift package dump-package`.
    static func targets(of folder: String, scratch: String) throws -> [String: NSDictionary] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", folder, "--scratch-path", scratch, "--ignore-lock", "dump-package",
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let package = try #require(JSONSerialization.jsonObject(with: output) as? [String: Any])
        let targets = try #require(package["targets"] as? [NSDictionary])
        return Dictionary(uniqueKeysWithValues: targets.map { ($0["name"] as? String ?? "", $0) })
    }

    /// The package of the SDK has the targets that the products need, with the same definitions and their sources.
    @Test func theSDKIsInstalledWhole() throws {
        let root = try Self.temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: root) }
        try Self.run("install", ["PREFIX": root])
        let sdk = root + "/share/todaycenter/swift"
        let installed = try Self.targets(of: sdk, scratch: root + "/scratch")
        let all = try Self.targets(of: Repository.root.path, scratch: root + "/scratch")
        var needed: Set = ["NotificationCenter", "NotificationCenterTesting"]
        while true {
            let names = needed.flatMap { name in
                (all[name]?["dependencies"] as? [[String: Any]] ?? []).compactMap {
                    ($0["byName"] as? [Any])?.first as? String
                }
            }
            if needed.isSuperset(of: names) { break }
            needed.formUnion(names)
        }
        #expect(Set(installed.keys) == needed)
        for name in needed {
            #expect(
                installed[name]?["dependencies"] as? NSArray == all[name]?["dependencies"] as? NSArray, "\(name)")
            let path = try #require(all[name]?["path"] as? String)
            #expect(installed[name]?["path"] as? String == path)
            let source = Repository.root.appending(path: path).path
            #expect(Self.files(below: sdk + "/" + path) == Self.files(below: source), "\(name)")
        }
    }

    /// Installed for one user, into the home of a bus whose services are those that were installed.
    @Test func theFirstCallStartsWhatAUserInstalled() async throws {
        let bus = try await PrivateBus.start()
        let prefix = bus.folder + "/home/.local"
        let variables = ["PREFIX": prefix, "UNITS": prefix + "/share/systemd/user"]
        try Self.run("install", variables)
        let unit = try String(contentsOfFile: prefix + "/share/systemd/user/todayd.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=\(prefix)/bin/todayd\n"))
        // An app that needs a terminal is opened in one; this terminal shows nothing.
        try #require(mkdir(bus.folder + "/terminal", 0o700) == 0)
        try "#!/bin/sh\nexec \"$@\"\n".write(
            toFile: bus.folder + "/terminal/xdg-terminal-exec", atomically: false, encoding: .utf8)
        chmod(bus.folder + "/terminal/xdg-terminal-exec", 0o700)
        let path =
            bus.folder + "/terminal:" + prefix + "/bin:"
            + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        let told = try await bus.run(
            "busctl", "--user", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "UpdateActivationEnvironment",
            "a{ss}", "1", "PATH", path)
        #expect(told.exit == .status(0), "\(told)")
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
        #expect(call.output == "u 3\n", "\(call)")
        #if Widgets
            let list = try await bus.run(prefix + "/bin/todayctl", "list")
            #expect(list.exit == .status(0) && list.output.contains("org.todaycenter.widgets.system "), "\(list)")
        #endif
        try await Self.aNewWidgetComesIntoToday(bus, prefix)
        try Self.run("uninstall", variables)
        #expect(Self.files(below: prefix).isEmpty)
    }
}
