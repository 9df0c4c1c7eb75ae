import DBus
import DBusTesting
import DesktopTesting
import Glibc
import TodayPlatform
import Testing

/// `notification-server`, with `notify-send` as its client.
@Suite(.enabled(if: Environment.locate("notify-send") != nil, "notify-send is missing (Debian package: libnotify-bin)"))
struct NotificationServerTests {
    private struct Setup {
        let bus: PrivateBus
        let server: ToolRun
        /// Where the user types.
        let keyboard: String

        init() async throws {
            bus = try await PrivateBus.start()
            keyboard = bus.folder + "/keyboard"
            try #require(mkfifo(keyboard, 0o600) == 0)
            server = try await bus.startExample("notification-server", input: keyboard)
        }

        func send(_ arguments: String...) async throws -> String {
            let run = try await bus.run(["notify-send"] + arguments)
            #expect(run.exit == .status(0), "\(run)")
            return run.output
        }

        func type(_ line: String) {
            let file = UnixFileDescriptor(owning: open(keyboard, O_WRONLY))
            #expect(write(file.rawValue, line + "\n", line.utf8.count + 1) == line.utf8.count + 1)
        }

        /// Waits until a line has been shown.
        func shows(_ line: String) async throws { _ = try await server.output { $0.contains(line + "\n") } }

        func client() async throws -> Proxy {
            Proxy(
                try await bus.connect(), "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                "org.freedesktop.Notifications")
        }
    }

    @Test func notificationsAreShownAndReplaced() async throws {
        let setup = try await Setup()
        #expect(try await setup.send("--print-id", "--app-name=test", "Dinner", "is ready") == "1\n")
        try await setup.shows("[1] test: Dinner – is ready")
        #expect(try await setup.send("--print-id", "--app-name=test", "--urgency=critical", "Fire") == "2\n")
        try await setup.shows("[2] ! test: Fire")
        #expect(try await setup.send("--print-id", "--app-name=test", "--replace-id=1", "Dinner", "is cold") == "1\n")
        try await setup.shows("[1] test: Dinner – is cold")
        #expect(try await setup.send("--print-id", "Next") == "3\n")
    }

    @Test func theOneWhoWaitsIsToldOfTheEnd() async throws {
        let setup = try await Setup()
        let waiting = try await setup.bus.start("notify-send", "--wait", "--app-name=test", "Stay")
        try await setup.shows("[1] test: Stay")
        setup.type("1")
        #expect(try await waiting.finished().exit == .status(0))
        try await setup.shows("[1] dismissed")
        // Its time is over by itself.
        _ = try await setup.send("--wait", "--expire-time=1", "--app-name=test", "Short")
        try await setup.shows("[2] expired")
    }

    @Test func anActionIsChosen() async throws {
        let setup = try await Setup()
        let waiting = try await setup.bus.start(
            "notify-send", "--app-name=test", "--action=yes=Of course", "--action=no=Never", "Tea?")
        try await setup.shows("[1] test: Tea? (yes: Of course) (no: Never)")
        setup.type("1 perhaps")
        setup.type("7 yes")
        setup.type("1 no")
        #expect(try await waiting.finished().output == "no\n")
        try await setup.shows("[1] dismissed")
    }

    @Test func whatIsNotShownCannotBeClosed() async throws {
        let setup = try await Setup()
        let notifications = try await setup.client()
        let closed = try await SignalRecorder(notifications.connection, MatchRule(member: "NotificationClosed"))
        _ = try await setup.send("--app-name=test", "One")
        try await notifications.call("CloseNotification", UInt32(1))
        #expect(try await closed.wait().first?.body == [.uint32(1), .uint32(3)])
        let error = await #expect(throws: RemoteError.self) {
            try await notifications.call("CloseNotification", UInt32(1))
        }
        #expect(error?.name == .invalidArgs)
        #expect(try await notifications.call("GetCapabilities") as [String] == ["actions", "body"])
        let server: (String, String, String, String) = try await notifications.call("GetServerInformation")
        #expect(server.0 == "notification-server" && server.3 == "1.2")
    }

    @Test func thereIsButOne() async throws {
        let setup = try await Setup()
        let second = try await setup.bus.run(Programs.path("notification-server"))
        #expect(second.exit != .status(0))
        #expect(second.error.contains("org.freedesktop.Notifications is owned by another connection"), "\(second)")
    }

    @Test func itEndsWithTheBus() async throws {
        let setup = try await Setup()
        setup.bus.stop()
        #expect(try await setup.server.finished().exit == .status(0))
    }
}
