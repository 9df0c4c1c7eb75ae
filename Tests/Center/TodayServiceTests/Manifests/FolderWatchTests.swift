import DBus
import DBusTesting
import TodayPlatform
import Glibc
import Testing

@testable import TodayService

/// Real folders, and the kernel's events about them.
@Suite(.serialized) struct FolderWatchTests {
    /// A watch of `<root>/a/b/widgets` and `<root>/c/widgets`, in a folder of one test's own.
    private final class Watched: Sendable {
        let root: String
        let changes = Recorder<Int>()
        private let watch: FolderWatch

        init(makingFolders: Bool = true) async throws {
            var template = Array("/tmp/folders.XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw FileError(path: "/tmp", code: errno) }
            root = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if makingFolders { UserFolders.make(root + "/a/b/widgets") }
            watch = FolderWatch(
                [root + "/a/b/widgets", root + "/c/widgets"], suffix: ".widget", settling: .milliseconds(20),
                loop: EventLoop(name: "files"), problem: { _ in }
            ) { [changes] in changes.record(1) }
            await watch.begin()
        }

        /// Waits until a change is reported after `body`.
        func expectChange(_ body: () throws -> Void) async throws {
            let before = changes.elements.count
            try body()
            try await changes.wait { $0.count > before }
        }

        func path(_ name: String) -> String { root + "/a/b/widgets/" + name }

        func end() async throws {
            await watch.end()
            _ = try await ToolRun.start(["rm", "-rf", root], environment: [:]).finished()
        }
    }

    @Test func filesComeChangeAndGo() async throws {
        let watched = try await Watched()
        try await watched.expectChange { try write("1", to: watched.path("x.widget")) }
        try await watched.expectChange { try write("2", to: watched.path("x.widget")) }
        try await watched.expectChange { rename(watched.path("x.widget"), watched.path("y.widget")) }
        try await watched.expectChange { chmod(watched.path("y.widget"), 0) }
        try await watched.expectChange { unlink(watched.path("y.widget")) }
        try write("1", to: watched.root + "/x.widget")
        try await watched.expectChange { rename(watched.root + "/x.widget", watched.path("x.widget")) }
        try await watched.expectChange { rename(watched.path("x.widget"), watched.root + "/x.widget") }
        try await watched.expectChange { symlink(watched.root + "/x.widget", watched.path("x.widget")) }
        try await watched.expectChange { link(watched.root + "/x.widget", watched.path("z.widget")) }
        try await watched.end()
    }

    @Test func otherFilesAndUnfinishedOnesDoNotMatter() async throws {
        let watched = try await Watched()
        try write("1", to: watched.path("x.txt"))
        try write("1", to: watched.path(".x.widget"))
        try write("1", to: watched.root + "/x.widget")
        UserFolders.make(watched.root + "/other/widgets")
        let file = open(watched.path("x.widget"), O_WRONLY | O_CREAT, 0o600)
        try await watched.expectChange { symlink("/nowhere", watched.path("last.widget")) }
        // Events come in order: earlier reports are counted.
        #expect(watched.changes.elements.count == 1)
        try await watched.expectChange { close(file) }
        try await watched.end()
    }

    @Test func foldersThatAreMadeLaterAreFound() async throws {
        let watched = try await Watched(makingFolders: false)
        try await watched.expectChange { mkdir(watched.root + "/a", 0o700) }
        try await watched.expectChange { mkdir(watched.root + "/a/b", 0o700) }
        try await watched.expectChange { mkdir(watched.root + "/a/b/widgets", 0o700) }
        try await watched.expectChange { try write("1", to: watched.path("x.widget")) }
        // All at once.
        try await watched.expectChange {
            UserFolders.make(watched.root + "/c/widgets")
            try write("1", to: watched.root + "/c/widgets/x.widget")
        }
        try await watched.expectChange { try write("2", to: watched.root + "/c/widgets/x.widget") }
        try await watched.end()
    }

    @Test func foldersThatAreMadeAnewAreFollowed() async throws {
        let watched = try await Watched()
        for part in ["/a/b/widgets", "/a/b", "/a"] {
            try await watched.expectChange { rename(watched.root + part, watched.root + "/away") }
            try await watched.expectChange { UserFolders.make(watched.root + "/a/b/widgets") }
            try await watched.expectChange { try write("1", to: watched.path("x.widget")) }
            try await watched.expectChange { unlink(watched.path("x.widget")) }
            _ = try await ToolRun.start(["rm", "-rf", watched.root + "/away"], environment: [:]).finished()
        }
        try await watched.expectChange { rmdir(watched.path("")) }
        try await watched.expectChange { mkdir(watched.path(""), 0o700) }
        try await watched.expectChange { try write("1", to: watched.path("x.widget")) }
        try await watched.end()
    }

    @Test func aLinkThatLeadsElsewhereIsFollowed() async throws {
        let watched = try await Watched(makingFolders: false)
        for name in ["/one", "/two"] { UserFolders.make(watched.root + name + "/widgets") }
        try await watched.expectChange { symlink("one", watched.root + "/c") }
        try await watched.expectChange { try write("1", to: watched.root + "/one/widgets/x.widget") }
        symlink("two", watched.root + "/new")
        try await watched.expectChange { rename(watched.root + "/new", watched.root + "/c") }
        try await watched.expectChange { try write("1", to: watched.root + "/two/widgets/x.widget") }
        try await watched.end()
    }
}
