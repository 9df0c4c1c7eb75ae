import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing

/// The app `note-app`, which writes down its requests, on a bus of its own.
@Suite struct ApplicationProgramTests {
    private static let name: BusName = "org.example.Note-App"
    private static let app = RemoteInterface(name, "/org/example/Note_App", "org.freedesktop.Application")
    private let bus: PrivateBus
    private let client: Connection

    init() async throws {
        bus = try await PrivateBus.start()
        client = try await bus.connect()
    }

    private func start(_ arguments: String..., environment: [String: String] = [:]) async throws -> Program {
        try await Program.start("note-app", arguments, on: bus, environment: environment)
    }

    private func open(_ urls: String..., data: [String: DBusValue] = [:]) async throws {
        try await client.call(Self.app, "Open", urls, data)
    }

    @Test func itIsAskedOverTheBus() async throws {
        let app = try await start("--gapplication-service")
        _ = try await client.waitForOwner(of: Self.name, timeout: .seconds(60))
        try await open("note:1", "note:2", data: ["activation-token": "abc"])
        let nothing: [String: DBusValue] = [:]
        try await client.call(Self.app, "Activate", ["desktop-startup-id": .string("s")] as [String: DBusValue])
        try await client.call(Self.app, "ActivateAction", "new", [.string("x")] as [DBusValue], nothing)
        try await client.call(Self.app, "ActivateAction", "old", [] as [DBusValue], nothing)
        await #expect(throws: RemoteError(.failed, "not this one")) { try await open("note:refused") }
        await #expect(throws: RemoteError.self) {
            try await client.call(Self.app, "ActivateAction", "x", ["a", "b"] as [DBusValue], nothing)
        }
        // It is answered, and ends.
        try await open("note:end")
        #expect(try await app.exit() == .status(0))
        #expect(
            app.output == """
                launched org.example.Note-App
                open note:1 note:2 with abc
                activate with s
                action new x
                action old -
                open note:end
                end

                """)
        #expect(app.errors.isEmpty)
    }

    @Test func aSecondStartHandsOverWhatItWasTold() async throws {
        let first = try await start("note:1", environment: ["XDG_ACTIVATION_TOKEN": "one"])
        _ = try await client.waitForOwner(of: Self.name, timeout: .seconds(60))
        let second = try await start("note:2", "/tmp/a b", environment: ["XDG_ACTIVATION_TOKEN": "two"])
        #expect(try await second.exit() == .status(0))
        #expect(second.output.isEmpty && second.errors.isEmpty)
        #expect(try await start().exit() == .status(0))
        #expect(try await start("--gapplication-service").exit() == .status(0))
        let refused = try await start("note:refused")
        #expect(try await refused.exit() == .status(1))
        #expect(refused.errors == "note-app: not this one\n")
        first.child.signal(SIGTERM)
        #expect(try await first.exit() == .status(0))
        #expect(
            first.output == """
                launched org.example.Note-App
                open note:1 with one
                open note:2 file:///tmp/a%20b with two
                activate
                end

                """)
    }

    @Test func theBusStartsIt() async throws {
        let log = bus.folder + "/log"
        try await bus.addService(
            Self.name, exec: "/bin/sh -c \"exec \(try Programs.folder())/note-app --gapplication-service > \(log)\"")
        try await open("note:1")
        // A start by hand meanwhile goes to that one too.
        #expect(try await start("note:2").exit() == .status(0))
        try await open("note:end")
        let output = try await bus.run("/bin/cat", log).output
        #expect(output.hasPrefix("launched org.example.Note-App\nopen note:1\nopen note:2\nopen note:end\n"))
    }

    @Test func anIndependentClientIsAnswered() async throws {
        let app = try await start("--gapplication-service")
        _ = try await client.waitForOwner(of: Self.name, timeout: .seconds(60))
        let call = try await bus.run(
            "gdbus", "call", "--session", "--dest", "org.example.Note-App", "--object-path", "/org/example/Note_App",
            "--method", "org.freedesktop.Application.Open", "['note:x']", "{'activation-token': <'t'>}")
        #expect(call.exit == .status(0))
        try await open("note:end")
        #expect(try await app.exit() == .status(0))
        #expect(app.output.contains("open note:x with t\n"))
    }

    @Test func troubleIsSaid() async throws {
        let alone = try await start(environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        #expect(try await alone.exit() == .status(69))
        #expect(alone.errors.hasPrefix("note-app: cannot connect to unix:path=/nowhere: No such file"))
        let wrong = try await start("--bogus")
        #expect(try await wrong.exit() == .status(64))
        #expect(wrong.errors.hasPrefix("note-app: unknown argument \"--bogus\"\nUsage: note-app "))
        let help = try await start("--help")
        #expect(try await help.exit() == .status(0) && help.output.contains("--gapplication-service"))
        let app = try await start()
        _ = try await client.waitForOwner(of: Self.name, timeout: .seconds(60))
        // The app owns its name before it has written why it was started.
        try await client.call(Self.app, "Activate", [:] as [String: DBusValue])
        bus.stop()
        #expect(try await app.exit() == .status(1))
    }
}
