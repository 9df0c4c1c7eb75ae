import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// An app that was started by the real `todayd` is not its child in any way that matters.
@Suite(.serialized) struct AppOutlivesCenterTests {
    @Test(arguments: [SIGTERM, SIGKILL])
    func itRunsOn(_ signal: Int32) async throws {
        let bus = try await PrivateBus.start()
        UserFolders.make(bus.folder + "/data/applications")
        for name in ["started", "release"] { mkfifo("\(bus.folder)/\(name)", 0o600) }
        let program = bus.folder + "/program"
        try write("#!/bin/sh\necho $$ >'\(bus.folder)/started'\nread line <'\(bus.folder)/release'\n", to: program)
        chmod(program, 0o755)
        try write(
            "[Desktop Entry]\nType=Application\nExec=\(program) %u\nMimeType=x-scheme-handler/x-app;\n",
            to: bus.folder + "/data/applications/org.example.App.desktop")
        let client = CenterClient(try await bus.connect())
        let daemon = try await DaemonTests.start(on: bus, client.connection)
        try await client.registerWidget(.a, WidgetDefinition { $0.containingApp = "org.example.App" })
        #expect(try await client.openURL("x-app:do", for: .a))
        let started = try await bus.run("/bin/cat", bus.folder + "/started").output
        let id = try #require(Int32(started.split(separator: "\n").first ?? ""))
        daemon.signal(signal)
        #expect(try await daemon.finished().exit == (signal == SIGTERM ? .status(0) : .signal(signal)))
        #expect(kill(id, 0) == 0)
        // It ends by itself, when its own time has come.
        _ = try await bus.run("/bin/sh", "-c", "echo go >'\(bus.folder)/release'")
        try await end(of: id)
    }
}
