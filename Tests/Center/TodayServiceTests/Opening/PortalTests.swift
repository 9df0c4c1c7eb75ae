import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// URLs that the desktop portal opens, which python-dbusmock stands in for.
@Suite(.serialized) struct PortalTests {
    /// A center with a portal that runs, and a `gio` that says when it is asked.
    private static func center(
        timing: (inout ServiceTiming) -> Void = { _ in }
    ) async throws -> OpeningTestCenter {
        let opening = try await OpeningTestCenter.start(timing: timing)
        try opening.addProgram("gio", "echo gio \"$@\" >>\"$OPENING_LOG\"")
        try await opening.addPortal()
        return opening
    }

    @Test(arguments: [
        ("opened", true), ("late", true), ("own-handle", false), ("canceled", false), ("failed", false),
        ("leaves", false), ("refused", false),
    ])
    func theAnswerOfThePortal(_ word: String, _ isOpened: Bool) async throws {
        let opening = try await Self.center()
        #expect(try await opening.open("https://example.org/?q=%20:" + word, token: "token-1") == isOpened)
        #expect(opening.lines == ["portal https://example.org/?q=%20:\(word) '' token-1"])
        // The center no longer listens for the earlier request; the next one works as before.
        #expect(try await opening.open("x-other:opened"))
        #expect(opening.lines.last == "portal x-other:opened '' -")
    }

    @Test func aUserWhoIsChoosingHasIt() async throws {
        let opening = try await Self.center { $0.opening = .seconds(6) }
        #expect(try await opening.bus.connect().startService("org.freedesktop.portal.Desktop"))
        #expect(try await opening.open("x-other:choosing"))
        #expect(opening.lines == ["portal x-other:choosing '' -"])
    }

    @Test func whoChoosesDoesNotKeepOthersWaiting() async throws {
        let opening = try await Self.center()
        async let first = opening.open("x-other:choosing")
        #expect(try await opening.open("x-other:opened"))
        #expect(try await opening.open("x-other:canceled") == false)
        #expect(try await opening.test.client.properties(of: .a).identifier == .a)
        // The portal's end is the end of the choice too.
        #expect(try await opening.open("x-other:leaves") == false)
        #expect(try await first == false)
    }

    @Test func aFileGoesAsADescriptor() async throws {
        let opening = try await Self.center()
        let path = opening.bus.folder + "/a b:opened"
        try write("text", to: path)
        // The center doesn't need permission to read the file.
        chmod(path, 0)
        #expect(try await opening.open("file://localhost" + path.replacing(" ", with: "%20"), token: "t"))
        #expect(opening.lines == ["portal \(path) '' t"])
        #expect(try await opening.open("file:///nowhere/at/all:opened") == false)
        #expect(opening.lines.count == 1)
        // A file of another machine is nothing for the portal.
        #expect(try await opening.open("file://elsewhere/a:opened"))
        #expect(opening.lines.last == "gio open file://elsewhere/a:opened")
    }

    /// A portal that cannot open URLs, as where no desktop has brought a dialog for choosing programs.
    @Test func aPortalWithoutOpenURI() async throws {
        let opening = try await OpeningTestCenter.start()
        try opening.addProgram("gio", "echo gio \"$@\" >>\"$OPENING_LOG\"")
        try await opening.addService(
            "org.freedesktop.portal.Desktop",
            "-m dbusmock --session org.freedesktop.portal.Desktop /org/freedesktop/portal/desktop org.example.Other")
        #expect(try await opening.open("https://example.org"))
        #expect(opening.lines == ["gio open https://example.org"])
    }

    @Test func aPortalThatCannotBeStarted() async throws {
        let opening = try await OpeningTestCenter.start()
        try opening.addProgram("gio", "echo gio \"$@\" >>\"$OPENING_LOG\"")
        try await opening.bus.addService("org.freedesktop.portal.Desktop", exec: "/bin/false")
        #expect(try await opening.open("https://example.org"))
        #expect(opening.lines == ["gio open https://example.org"])
    }

    /// Nothing is kept of a request, however it ended.
    @Test func nothingIsLeft() async throws {
        let opening = try await Self.center()
        let connection = opening.test.center.connection
        let monitor = try await opening.bus.connect()
        func rules() async throws -> Int {
            let statistics: [String: DBusValue] = try await monitor.call(
                .bus, path: .bus, interface: "org.freedesktop.DBus.Debug.Stats", "GetConnectionStats",
                try #require(connection.uniqueName).rawValue)
            guard case .uint32(let count)? = statistics["MatchRules"] else { return -1 }
            return Int(count)
        }
        _ = try await opening.open("x-other:opened")
        let before = try await rules()
        for word in ["opened", "canceled", "late", "refused", "own-handle"] {
            _ = try await opening.open("x-other:" + word)
        }
        // RemoveMatch has no reply, but what is sent later is handled later.
        _ = try await connection.owner(of: "org.freedesktop.portal.Desktop")
        #expect(try await rules() == before)
    }
}
