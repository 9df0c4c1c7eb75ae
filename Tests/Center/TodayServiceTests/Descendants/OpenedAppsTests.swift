import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel
import TodayPlatform

@testable import TodayService

/// A process that a desktop tool leaves to the real `todayd` is an app, not a part of a provider: `todayd` collects it
/// and never ends it.
@Suite(.serialized) struct OpenedAppsTests {
    @Test func anAppThatIsLeftBehindOutlivesProvidersAndCenter() async throws {
        let bus = try await PrivateBus.start()
        UserFolders.make(bus.folder + "/bin")
        for name in ["started", "release1", "release2"] { mkfifo("\(bus.folder)/\(name)", 0o600) }
        let app = bus.folder + "/bin/app"
        try write("#!/bin/sh\necho $$ >'\(bus.folder)/started'\nread line <'\(bus.folder)/release'$1\n", to: app)
        // It starts two, as daemons are started.
        try write(
            "#!/bin/sh\nfor i in 1 2; do env -i /usr/bin/setsid -f '\(app)' $i >/dev/null 2>&1; done\n",
            to: bus.folder + "/bin/gio")
        for program in [app, bus.folder + "/bin/gio"] { chmod(program, 0o755) }
        try TestCenter.install("org.example.A", "Exec=" + TestCenter.provider("parent"), on: bus)
        let client = CenterClient(try await bus.connect())
        let daemon = try await RunningDaemon.start(
            on: bus, client, wrapper: ["/usr/bin/env", "PATH=\(bus.folder)/bin:/usr/bin:/bin"])
        #expect(try await client.performUpdate(.a) == .newData)
        async let opened = client.openURL("x-other:do", for: .a)
        var apps: [Int32] = []
        while apps.count < 2 {
            let lines = try await bus.run("/bin/cat", bus.folder + "/started").output.split(separator: "\n")
            apps += lines.compactMap { Int32($0) }
        }
        #expect(try await opened)
        // The provider's own go with it, and the apps stay.
        let log = try read(bus.folder + "/provider.log").split(separator: "\n").map { $0.split(separator: " ") }
        kill(try #require(log.first.flatMap { Int32($0[0]) }), SIGKILL)
        for line in log where line[1] == "helper" { try await end(of: try #require(Int32(line[0]))) }
        #expect(apps.allSatisfy { kill($0, 0) == 0 })
        // One that ends is collected.
        let both = apps
        _ = try await bus.run("/bin/sh", "-c", "echo go >'\(bus.folder)/release1'")
        try await withDeadline {
            while both.allSatisfy({ kill($0, 0) == 0 }) { _ = try await client.properties() }
        }
        let rest = try #require(apps.first { kill($0, 0) == 0 })
        try await daemon.end()
        #expect(kill(rest, 0) == 0)
        _ = try await bus.run("/bin/sh", "-c", "echo go >'\(bus.folder)/release2'")
        try await end(of: rest)
    }
}
