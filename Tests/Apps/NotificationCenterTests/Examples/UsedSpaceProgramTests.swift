import DBus
import DBusTesting
import Glibc
import NotificationCenter
import TodayPlatform
import Testing
import TodayManifests
import TodayModel

/// The built program on a bus of its own.
@Suite struct UsedSpaceProgramTests {
    private let bus: PrivateBus
    private let center: Center

    init() async throws {
        bus = try await PrivateBus.start()
        center = Center(connection: try await bus.connect(), name: "org.example.UsedSpace")
    }

    private func start(_ arguments: String..., environment: [String: String] = [:]) async throws -> Program {
        try await Program.start("used-space-widget", arguments, on: bus, environment: environment)
    }

    /// The share that is used, as the widget has to see it.
    private var rate: Double {
        var status = statvfs()
        guard statvfs(bus.folder + "/home", &status) == 0 else { return -1 }
        return Double(status.f_blocks - status.f_bfree) / Double(status.f_blocks)
    }

    @Test func theLifeOfAProvider() async throws {
        let program = try await start(environment: [TodayBus.widgetVariable: "org.example.UsedSpace"])
        try await center.waitForOwner()
        let begun = try await center.begin()
        #expect(begun.displayMode == .compact && begun.preferredContentSize?.height == 37)
        #expect(begun.marginInsets == EdgeInsets(top: -1, left: -1, bottom: 10, right: -1))
        #expect(begun.content == nil)

        let (before, first, after) = (rate, try await center.update(), rate)
        #expect(first.result == .newData)
        let content = try #require(first.changes.content)
        let row = content.children[0].children
        guard case .double(let value)? = row[0].attributes["value"] else { throw NCWidgetError("there is no bar") }
        // Others write to the same disk meanwhile.
        #expect(value >= min(before, after) - 0.001 && value <= max(before, after) + 0.001)
        #expect(row[1].attributes["text"] == .string(NCFormat.percent(value)))
        let second = try await center.update(.interval)
        // `UsedSpaceStoryTests` checks exactly when there is new data, on a disk that no other program writes to.
        #expect(second.result == (second.changes.isEmpty ? .noData : .newData))
        let last = second.changes.content ?? content

        let expanded = try await center.changes(
            ProviderMember.displayModeChanged, "expanded", Size(width: 320, height: 640))
        #expect(expanded.preferredContentSize?.height == 106 && expanded.content == nil)
        let closed = try await center.changes(
            ProviderMember.displayModeChanged, "compact", Size(width: 320, height: 110))
        #expect(closed.preferredContentSize?.height == 37)
        try await center.end()
        #expect(try await program.exit() == .status(0))
        #expect(program.errors.isEmpty)

        // The next process shows what this one has cached.
        let next = try await start()
        try await center.waitForOwner()
        #expect(try await center.begin().content == last)
        #expect(try await center.update().result != .failed)
        next.child.signal(SIGTERM)
        #expect(try await next.exit() == .status(0))
    }

    @Test func theNameIsTaken() async throws {
        try await center.connection.requestName(center.name)
        let program = try await start()
        #expect(try await program.exit() == .status(1))
        #expect(program.errors.contains("the name org.example.UsedSpace is taken"))
    }

    @Test func theBusGoesAway() async throws {
        let program = try await start()
        try await center.waitForOwner()
        _ = try await center.begin()
        bus.stop()
        #expect(try await program.exit() == .status(1))
    }

    @Test func thereIsNoBus() async throws {
        let program = try await start(environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
        #expect(try await program.exit() == .status(69))
        #expect(!program.errors.isEmpty)
    }

    @Test(arguments: ["--bogus", "", "\u{1}\n", "--print=3"]) func wrongArgumentsAreRefused(_ argument: String)
        async throws
    {
        let program = try await start(argument)
        #expect(try await program.exit() == .status(64))
        #expect(program.errors.contains("unknown argument"))
    }

    @Test func aWrongIdentifierIsRefused() async throws {
        let program = try await start(environment: [TodayBus.widgetVariable: "nonsense"])
        #expect(try await program.exit() == .status(64))
    }

    @Test func itPrintsWithoutABus() async throws {
        let program = try await start("--print", "--expanded", environment: ["DBUS_SESSION_BUS_ADDRESS": ""])
        #expect(try await program.exit() == .status(0))
        let lines = program.output.split(separator: "\n")
        #expect(lines.count == 4 && lines.first?.hasSuffix("%") == true && lines.last?.hasPrefix("Total: ") == true)
        let json = try await start("--json")
        #expect(try await json.exit() == .status(0))
        #expect(try Content.parse(json: json.output).kind == "column")
        let broken = try await start("--print", environment: ["HOME": "/nowhere"])
        #expect(try await broken.exit() == .status(1))
        #expect(broken.errors.contains("/nowhere"))
    }

    @Test func itDoesNotLinkFoundation() async throws {
        let program = try await Program.start("/usr/bin/ldd", ["\(try Programs.folder())/used-space-widget"], on: bus)
        #expect(try await program.exit() == .status(0))
        #expect(program.output.contains("libdbus-1") && !program.output.contains("Foundation"))
    }

    @Test func afterAFailureItGoesOn() async throws {
        let program = try await start(environment: ["HOME": bus.folder + "/later"])
        try await center.waitForOwner()
        let failed = try await center.update()
        #expect(failed.result == .failed && failed.changes.error?.contains("/later") == true)
        mkdir(bus.folder + "/later", 0o700)
        #expect(try await center.update().result == .newData)
        try await center.end()
        #expect(try await program.exit() == .status(0))
    }
}

@Test func theManifestIsInOrder() throws {
    let here = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
    let file = try #require(fopen("/\(here)/data/examples/widgets/org.example.UsedSpace.widget", "r"))
    defer { fclose(file) }
    var text: [UInt8] = []
    while case let byte = getc(file), byte != EOF { text.append(UInt8(truncatingIfNeeded: byte)) }
    func parse(_ locale: String?) throws -> Manifest {
        try Manifest.parse(
            String(decoding: text, as: UTF8.self), identifier: "org.example.UsedSpace", locale: locale)
    }
    let definition = try parse(nil).definition
    #expect(definition.name == "Used Space" && definition.exec == "used-space-widget")
    #expect(definition.largestDisplayMode == .expanded && definition.preferredContentSize.height == 37)
    #expect(try parse("de_DE.UTF-8").definition.name == "Belegter Speicher")
}
