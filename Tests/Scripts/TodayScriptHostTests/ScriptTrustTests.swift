import DBus
import DBusTesting
import Glibc
import TodayPlatform
import TodayScriptHost
import Testing
import TodayScripts

/// The users who may change a script or the file of its variables, and the consequences.
@Suite struct ScriptTrustTests {
    /// A folder of a test's own, which goes with it.
    private final class Home: Sendable {
        let path: String

        init() throws {
            var template = Array("/tmp/script-trust.XXXXXX".utf8CString)
            try #require(mkdtemp(&template) != nil)
            path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }

        deinit { FolderContents.removeTree(path) }

        func folder(_ name: String, mode: mode_t = 0o755) throws {
            try #require(mkdir(path + "/" + name, mode) == 0 && chmod(path + "/" + name, mode) == 0)
        }

        @discardableResult
        func file(_ name: String, _ text: String, mode: mode_t = 0o755) throws -> String {
            let file = path + "/" + name
            let stream = try #require(fopen(file, "w"))
            fputs(text, stream)
            fclose(stream)
            try #require(chmod(file, mode) == 0)
            return file
        }

        func link(_ name: String, to target: String) throws {
            try #require(symlink(target, path + "/" + name) == 0)
        }

        func change(_ name: String, mode: mode_t) throws { try #require(chmod(path + "/" + name, mode) == 0) }

        func give(_ name: String, to user: uid_t) throws { try #require(lchown(path + "/" + name, user, user) == 0) }

        func refusal(_ name: String) throws -> String? { try #require(ScriptFile(path + "/" + name)).refusal }
    }

    private static let text = "#!/bin/sh\necho shown\n"
    private static let stranger: uid_t = 65534

    private static func run(_ script: ScriptFile) async -> ScriptTrial.Result? {
        let environment = ScriptEnvironment(
            path: script.path, folder: script.folder, cacheFolder: "/nowhere", dataFolder: "/nowhere",
            widget: "org.todaycenter.Scripts.a", reason: .requested, isDark: false, isViewed: true, version: "1")
        var last: ScriptTrial.Result?
        await ScriptTrial(script).run(environment) { result in
            last = result
            return true
        }
        return last
    }

    @Test func whatOnlyItsUserMayChangeIsRun() async throws {
        let home = try Home()
        try home.folder("sticky", mode: 0o1777)
        try home.folder("sticky/own")
        try home.file("sticky/own/a.sh", Self.text)
        try home.file("sticky/b.sh", Self.text)
        try home.link("sticky/c.sh", to: "own/../own/a.sh")
        for name in ["sticky/own/a.sh", "sticky/b.sh", "sticky/c.sh"] {
            let script = try #require(ScriptFile(home.path + "/" + name))
            #expect(script.refusal == nil && script.isCurrent, "\(name)")
            #expect(await Self.run(script)?.output != nil, "\(name)")
        }
    }

    /// Each folder counts, of the link and of what it leads to.
    @Test(arguments: ["open/deep/deeper/a.sh", "link.sh", "folder/a.sh", "by/link.sh"])
    func aFolderFurtherUpIsOpen(_ name: String) throws {
        let home = try Home()
        for folder in ["open", "open/deep", "open/deep/deeper", "safe"] { try home.folder(folder) }
        try home.file("open/deep/deeper/a.sh", Self.text)
        try home.link("link.sh", to: home.path + "/open/deep/deeper/a.sh")
        try home.link("folder", to: "open/deep/deeper")
        try home.file("safe/a.sh", Self.text)
        try home.link("open/deep/link.sh", to: "../../safe/a.sh")
        try home.link("by", to: "open/deep")
        #expect(try home.refusal(name) == nil)
        try home.change("open", mode: 0o777)
        #expect(try home.refusal(name) == "not run: every user can change \(home.path)/open (chmod o-w)")
        try home.change("open", mode: 0o1777)
        #expect(try home.refusal(name) == nil)
        try home.change("open", mode: 0o755)
        try home.change("open/deep", mode: 0o775)
        let isOwnGroup = getgid() == getuid()
        #expect(
            try home.refusal(name)
                == (isOwnGroup ? nil : "not run: the group of \(home.path)/open/deep can change it (chmod g-w)"))
    }

    @Test(.enabled(if: getuid() == 0, "only root can give files to another user"))
    func anotherUserOwnsWhatIsOnTheWay() throws {
        let home = try Home()
        try home.folder("sticky", mode: 0o1777)
        try home.folder("sticky/theirs")
        try home.file("sticky/theirs/a.sh", Self.text)
        try home.file("a.sh", Self.text)
        try home.link("sticky/link.sh", to: "../a.sh")
        #expect(try home.refusal("sticky/theirs/a.sh") == nil && home.refusal("sticky/link.sh") == nil)
        try home.give("sticky/theirs", to: Self.stranger)
        try home.give("sticky/link.sh", to: Self.stranger)
        for (name, element) in [("sticky/theirs/a.sh", "sticky/theirs"), ("sticky/link.sh", "sticky/link.sh")] {
            #expect(try home.refusal(name) == "not run: \(home.path)/\(element) belongs to another user")
        }
    }

    /// A file that was checked is checked again when it runs.
    @Test func aFolderIsOpenedAfterTheLook() async throws {
        let home = try Home()
        try home.folder("deep")
        try home.folder("deep/deeper")
        try home.link("a.sh", to: "deep/deeper/a.sh")
        try home.file("deep/deeper/a.sh", Self.text)
        let script = try #require(ScriptFile(home.path + "/a.sh"))
        try home.change("deep", mode: 0o777)
        let refused = await Self.run(script)
        #expect(refused?.failure == "not run: every user can change \(home.path)/deep (chmod o-w)")
        #expect(refused?.output == nil && !script.isCurrent)
        try home.change("deep", mode: 0o755)
        #expect(await Self.run(script)?.output != nil)
        #expect(script.isCurrent)
    }

    /// A file that sets variables needs the same trust as the script.
    @Test func theFileOfVariablesIsTrustedAsTheScriptIs() throws {
        let home = try Home()
        try home.folder("safe")
        try home.folder("open")
        try home.file("safe/a.sh", Self.text)
        let file = "safe/a.sh.vars.json"
        try home.file(file, "{}", mode: 0o644)
        #expect(try home.refusal("safe/a.sh") == nil)
        try home.change(file, mode: 0o666)
        #expect(
            try home.refusal("safe/a.sh") == "a.sh.vars.json: every user can change \(home.path)/\(file) (chmod o-w)")
        unlink(home.path + "/" + file)
        try home.file("open/values", "{}", mode: 0o644)
        try home.link(file, to: "../open/values")
        #expect(try home.refusal("safe/a.sh") == nil)
        try home.change("open", mode: 0o777)
        #expect(
            try home.refusal("safe/a.sh") == "a.sh.vars.json: every user can change \(home.path)/open (chmod o-w)")
    }

    @Test func linksThatGoInCirclesAreNoScripts() throws {
        let home = try Home()
        try home.link("a.sh", to: "b.sh")
        try home.link("b.sh", to: "a.sh")
        #expect(ScriptFile(home.path + "/a.sh") == nil)
    }
}
