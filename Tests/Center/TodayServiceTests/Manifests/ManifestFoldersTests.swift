import DBusTesting
import Glibc
import Logging
import Testing
import TodayManifests
import TodayModel
import TodayPlatform

@testable import TodayService

@Suite struct ManifestFoldersTests {
    /// Three data folders of one test's own.
    final class Folders {
        let root: String
        let environment: [String: String]

        init() throws {
            var template = Array("/tmp/manifests.XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw FileError(path: "/tmp", code: errno) }
            root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            environment = [
                "XDG_DATA_HOME": root + "/home", "XDG_DATA_DIRS": "\(root)/first:\(root)/second", "PATH": root + "/bin",
            ]
            for name in ["home", "first", "second"] { UserFolders.make("\(root)/\(name)/todaycenter/widgets") }
            UserFolders.make(root + "/bin")
        }

        deinit {
            for path in files.reversed() { unlink(path) }
            for name in ["home", "first", "second"] {
                for part in ["/todaycenter/widgets", "/todaycenter", ""] { rmdir("\(root)/\(name)\(part)") }
            }
            rmdir(root + "/bin")
            rmdir(root)
        }

        private(set) var files: [String] = []

        func path(_ folder: String, _ name: String) -> String {
            let path = folder == "bin" ? "\(root)/bin/\(name)" : "\(root)/\(folder)/todaycenter/widgets/\(name)"
            files.append(path)
            return path
        }

        func arrangement(_ folder: String) -> String {
            let path = "\(root)/\(folder)/todaycenter/default-arrangement"
            files.append(path)
            return path
        }

        func add(_ folder: String, _ name: String, _ text: String) throws {
            try write("[Widget]\n" + text + "\n", to: path(folder, name))
        }

        func load(_ variables: [String: String] = [:]) -> [Manifest] {
            ManifestFolders(environment: environment.merging(variables) { $1 }, logger: .silent).load().inOrder
        }

        func names(_ variables: [String: String] = [:]) -> [String] {
            load(variables).map { "\($0.identifier) \($0.definition.name ?? "")" }
        }
    }

    @Test(arguments: [
        (["XDG_DATA_HOME": "/h", "XDG_DATA_DIRS": "/a:/b"], ["/h", "/a", "/b"]),
        (["HOME": "/u"], ["/u/.local/share", "/usr/local/share", "/usr/share"]),
        (
            ["HOME": "/u", "XDG_DATA_HOME": "", "XDG_DATA_DIRS": ""],
            ["/u/.local/share", "/usr/local/share", "/usr/share"]
        ),
        (["XDG_DATA_HOME": "relative", "XDG_DATA_DIRS": "also/relative::/a"], ["/a"]),
        ([:], ["/usr/local/share", "/usr/share"]),
    ])
    func theFoldersAreThoseOfTheSpecification(_ environment: [String: String], _ folders: [String]) {
        let paths = ManifestFolders(environment: environment, logger: .silent).paths
        #expect(paths == folders.map { $0 + "/todaycenter/widgets" })
    }

    @Test func theFirstDefaultArrangementCounts() throws {
        let folders = try Folders()
        let reader = ManifestFolders(environment: folders.environment, logger: .silent)
        #expect(reader.defaultArrangement() == [])
        try write("org.example.B\n", to: folders.arrangement("second"))
        #expect(reader.defaultArrangement() == ["org.example.B"])
        try write("# From the top down\norg.example.C\nno name\norg.example.A\n", to: folders.arrangement("first"))
        #expect(reader.defaultArrangement() == ["org.example.C", "org.example.A"])
    }

    @Test func theFirstFileWins() throws {
        let folders = try Folders()
        try folders.add("second", "org.example.A.widget", "Name=second")
        try folders.add("first", "org.example.A.widget", "Name=first")
        try folders.add("second", "org.example.B.widget", "Name=second")
        try folders.add("home", "org.example.B.widget", "Name=home")
        try folders.add("second", "org.example.C.widget", "Name=second")
        #expect(folders.names() == ["org.example.A first", "org.example.B home", "org.example.C second"])
    }

    @Test func aHiddenFileMasksTheOthers() throws {
        let folders = try Folders()
        try folders.add("home", "org.example.A.widget", "Hidden=true")
        try folders.add("first", "org.example.A.widget", "Name=first")
        try folders.add("home", "org.example.B.widget", "Name=home")
        try folders.add("first", "org.example.B.widget", "Hidden=true")
        #expect(folders.names() == ["org.example.B home"])
    }

    @Test func aBadFileMasksNothing() throws {
        let folders = try Folders()
        try folders.add("home", "org.example.A.widget", "UpdateInterval=soon")
        try folders.add("first", "org.example.A.widget", "Name=first")
        try write("no group", to: folders.path("home", "org.example.B.widget"))
        try write("", to: folders.path("home", "org.example.C.widget"))
        try folders.add("home", "org.example.D.widget", "Name=" + String(repeating: "x", count: 70_000))
        #expect(folders.names() == ["org.example.A first"])
    }

    @Test func onlyFilesWithTheRightNameCount() throws {
        let folders = try Folders()
        for name in [
            "org.example.A.desktop", "example.widget", ".widget", ".org.example.A.widget", "org.example.A.widget~",
        ] {
            try folders.add("home", name, "Name=no")
        }
        mkdir(folders.root + "/home/todaycenter/widgets/org.example.A.widget", 0o700)
        defer { rmdir(folders.root + "/home/todaycenter/widgets/org.example.A.widget") }
        symlink("/nowhere", folders.path("home", "org.example.B.widget"))
        #expect(folders.names() == [])
    }

    @Test func aPipeIsNotWaitedFor() async throws {
        let folders = try Folders()
        #expect(mkfifo(folders.path("home", "org.example.A.widget"), 0o600) == 0)
        try folders.add("first", "org.example.A.widget", "Name=first")
        let environment = folders.environment
        let found = try await withDeadline {
            ManifestFolders(environment: environment, logger: .silent).load().inOrder
        }
        #expect(found.map(\.definition.name) == ["first"])
    }

    @Test func foldersThatAreNotThereAreEmpty() {
        let environment = ["XDG_DATA_HOME": "/nowhere", "XDG_DATA_DIRS": "/proc/self/mem:/nowhere/else"]
        #expect(ManifestFolders(environment: environment, logger: .silent).load().order.isEmpty)
    }

    @Test func aWidgetWithoutItsProgramIsNotThere() throws {
        let folders = try Folders()
        try write("", to: folders.path("bin", "there"))
        chmod(folders.root + "/bin/there", 0o755)
        try write("", to: folders.path("bin", "not-executable"))
        try folders.add("home", "org.example.A.widget", "TryExec=there")
        try folders.add("home", "org.example.B.widget", "TryExec=missing")
        try folders.add("home", "org.example.C.widget", "TryExec=not-executable")
        try folders.add("home", "org.example.D.widget", "TryExec=\(folders.root)/bin/there")
        try folders.add("home", "org.example.E.widget", "TryExec=\(folders.root)/bin/missing")
        try folders.add("home", "org.example.F.widget", "TryExec=")
        let lines = Recorder<String>()
        let found = ManifestFolders(environment: folders.environment, logger: .recording(lines, from: .notice)).load()
        #expect(found.inOrder.map(\.identifier) == ["org.example.A", "org.example.D", "org.example.F"])
        #expect(
            lines.elements == [
                "org.example.B: TryExec: missing not found, so the widget is hidden",
                "org.example.C: TryExec: not-executable not found, so the widget is hidden",
                "org.example.E: TryExec: \(folders.root)/bin/missing not found, so the widget is hidden",
            ])
    }

    @Test(arguments: [
        ([:], "English"), (["LANG": "de_DE.UTF-8"], "Deutsch"), (["LC_MESSAGES": "de", "LANG": "fr"], "Deutsch"),
        (["LC_ALL": "fr_FR.UTF-8", "LC_MESSAGES": "de", "LANG": "de"], "Français"),
        (["LC_ALL": "", "LANG": "fr"], "Français"), (["LANG": "it_IT.UTF-8"], "English"),
    ])
    func namesAreLocalised(_ variables: [String: String], _ name: String) throws {
        let folders = try Folders()
        try folders.add("home", "org.example.A.widget", "Name=English\nName[de]=Deutsch\nName[fr]=Français")
        #expect(folders.names(variables) == ["org.example.A \(name)"])
    }
}

extension ManifestReading {
    fileprivate var inOrder: [Manifest] { order.compactMap { manifests[$0] } }
}
