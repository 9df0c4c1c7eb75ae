import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

/// URLs that neither the app nor a portal takes.
@Suite(.serialized) struct DesktopToolTests {
    /// The real `gio`, with a handler that only this test's user has.
    @Test func gioOpensItWithTheUsersHandler() async throws {
        let opening = try await OpeningTestCenter.start(variables: ["PATH": "FOLDER/bin:/usr/bin:/bin"])
        opening.addPipe()
        try opening.addProgram(
            "handler", "printf '%s %s\\n' \"$1\" \"$XDG_ACTIVATION_TOKEN\" >'\(opening.bus.folder)/pipe'")
        try opening.install(
            "Exec=\(opening.bus.folder)/bin/handler %u\nMimeType=x-scheme-handler/x-other;", "org.example.Handler")
        try write(
            "[Default Applications]\nx-scheme-handler/x-other=org.example.Handler.desktop\n",
            to: opening.bus.folder + "/config/mimeapps.list")
        #expect(try await opening.open("x-other:a?b=%20c"))
        let lines = try await opening.written()
        #expect(lines.count == 1 && lines[0].hasPrefix("x-other:a?b=%20c"))
        #expect(try await opening.open("x-nobody:a") == false)
    }

    @Test(arguments: [(0, true), (1, false), (4, false)])
    func xdgOpenIsTheLastOne(_ status: Int, _ isOpened: Bool) async throws {
        let opening = try await OpeningTestCenter.start()
        try opening.addProgram(
            "xdg-open", "echo xdg-open \"$@\" $XDG_ACTIVATION_TOKEN >>\"$OPENING_LOG\"; exit \(status)")
        #expect(try await opening.open("x-other:a b".replacing(" ", with: "%20"), token: "t") == isOpened)
        #expect(opening.lines == ["xdg-open x-other:a%20b t"])
    }

    @Test(arguments: [(0, true), (3, false)])
    func xdgOpenIsAskedWhereGioFails(_ status: Int, _ isOpened: Bool) async throws {
        let opening = try await OpeningTestCenter.start()
        try opening.addProgram("gio", "echo gio \"$@\" >>\"$OPENING_LOG\"; exit 2")
        try opening.addProgram("xdg-open", "echo xdg-open \"$@\" >>\"$OPENING_LOG\"; exit \(status)")
        #expect(try await opening.open("x-other:a") == isOpened)
        #expect(opening.lines == ["gio open x-other:a", "xdg-open x-other:a"])
    }

    /// It runs a browser in its own place, and stays as long as that. A shell has to start before the time is up.
    @Test func xdgOpenMayStay() async throws {
        let opening = try await OpeningTestCenter.start { $0.opening = .seconds(5) }
        opening.addPipe()
        mkfifo(opening.bus.folder + "/answer", 0o600)
        try opening.addProgram(
            "xdg-open", "echo $$ >'\(opening.bus.folder)/pipe'; read line <'\(opening.bus.folder)/answer'")
        async let written = opening.written()
        #expect(try await opening.open("x-other:a"))
        let id = try #require(try await written.first.flatMap { Int32($0) })
        #expect(kill(id, 0) == 0)
        _ = try await opening.bus.run("/bin/sh", "-c", "echo go >'\(opening.bus.folder)/answer'")
        try await end(of: id)
    }

    // Long enough for a shell to start on a busy machine.
    @Test func aGioThatHangsIsEnded() async throws {
        let opening = try await OpeningTestCenter.start { $0.opening = .seconds(6) }
        opening.addPipe()
        mkfifo(opening.bus.folder + "/answer", 0o600)
        try opening.addProgram(
            "gio", "echo $$ >'\(opening.bus.folder)/pipe'; read line <'\(opening.bus.folder)/answer'")
        async let written = opening.written()
        #expect(try await opening.open("x-other:a") == false)
        let id = try #require(try await written.first.flatMap { Int32($0) })
        try await end(of: id)
    }
}
