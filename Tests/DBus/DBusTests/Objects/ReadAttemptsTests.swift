@testable import DBus
@testable import DBusTesting
import Glibc
import Testing

/// Properties that couldn't be read are reported, and read again where that may help.
@Suite struct ReadAttemptsTests {
    private static let refused = RemoteError(.accessDenied, "no")
    private static let missing = RemoteError(.unknownObject, "there is none")

    // MARK: When

    @Test(arguments: [
        Connection.late(.seconds(1)) as any Error, missing, RemoteError(.unknownMethod, ""),
        RemoteError(.unknownInterface, ""), RemoteError(.noReply, ""), RemoteError(.timeout, ""),
    ]) func whatMayGetBetterIsTriedAFewTimes(_ error: any Error) {
        var attempts = ReadAttempts()
        let pauses = (0..<8).map { _ in attempts.pause(after: error) }
        var early = ReadAttempts()
        #expect(!early.isEarly)
        let isEarly = (0..<6).map { _ in early.pause(after: error) != nil && early.isEarly }
        #expect(isEarly == [true, true, true, true, false, false])
        #expect(
            pauses == [
                .milliseconds(100), .milliseconds(300), .seconds(1), .seconds(3), .seconds(10), .seconds(30), nil, nil,
            ])
    }

    @Test(arguments: [
        refused as any Error, ConnectionError.isClosed, ConnectionError(.malformedReply, ""), CancellationError(),
        RemoteError(.serviceUnknown, ""), RemoteError(.unknownProperty, ""),
    ]) func theRestIsNot(_ error: any Error) {
        var attempts = ReadAttempts()
        #expect(attempts.pause(after: error) == nil)
    }

    @Test func whatCannotBeReadIsSaidInFull() {
        let thing = RemoteInterface("org.example.Thing", "/a", "x.Y")
        let manager = RemoteInterface("org.example.Thing", "/", .objectManager)
        func say(
            _ question: FollowedObjects.Question, _ followed: RemoteInterface, _ error: any Error, _ pause: Duration?
        ) -> String {
            let event = ConnectionEvent.unread(question, of: followed, owner: ":1.1", because: error, again: pause)
            return "\(event.level) \(event.kind): \(event)"
        }
        #expect(
            say(.everything, thing, Self.missing, .seconds(1))
                == "info property-unreadable: the properties x.Y of /a at org.example.Thing cannot be read: "
                + "org.freedesktop.DBus.Error.UnknownObject: there is none; retrying in 1.0 seconds")
        #expect(
            say(.everything, manager, Self.missing, nil)
                == "warning objects-unreadable: the objects of the object manager / at org.example.Thing cannot be listed: "
                + "org.freedesktop.DBus.Error.UnknownObject: there is none; "
                + "no retry until a signal or another owner appears")
        #expect(
            say(.property("/a", "x.Y", "V"), manager, Self.refused, nil)
                == "warning property-unreadable: the property x.Y.V of /a at org.example.Thing cannot be read: "
                + "org.freedesktop.DBus.Error.AccessDenied: no; "
                + "no retry until a signal or another owner appears")
    }

    // MARK: A service of this process

    private static let objects: ScriptedService.Objects = ["/a": ["x.Y": ["V": 0.5]]]

    private struct Setup {
        let service: ScriptedService
        let proxy: Proxy
        let log = WatchedValue<[String]>([])

        static func start() async throws -> (PrivateBus, Setup) {
            let bus = try await PrivateBus.start()
            let service = try await ScriptedService.start(bus, objects)
            let setup = Setup(
                service: service, proxy: Proxy(try await bus.connect(), ScriptedService.name, "/a", "x.Y"))
            setup.proxy.connection.setLog { [log = setup.log] event in log.change { $0.append("\(event)") } }
            return (bus, setup)
        }
    }

    @Test func whoAnswersWithAnErrorFirstIsAskedAgain() async throws {
        let (bus, setup) = try await Setup.start()
        defer { bus.stop() }
        await setup.service.refuse(.unknownObject, .unknownMethod)
        let cache = try await setup.proxy.properties()
        let seen = Collector(await cache.changes())
        await eventually("the stream lacks the values") { seen.elements.last?.values == ["V": 0.5] }
        #expect(await cache.values == ["V": 0.5])
        #expect(await cache.failure == nil)
        #expect(await setup.service.asked == ["GetAll", "GetAll", "GetAll"])
        // Only the first failure is logged. The cache may have read again before this test asks it for the failure.
        let unread = "the properties x.Y of /a at org.example.Scripted cannot be read"
        #expect(
            setup.log.value == [
                "\(unread): org.freedesktop.DBus.Error.UnknownObject: not now; retrying in 0.1 seconds",
                "\(unread): org.freedesktop.DBus.Error.UnknownMethod: not now; retrying in 0.3 seconds",
            ])
    }

    /// The cache reads again when the service emits a signal, and not before.
    @Test func whoRefusesIsNotAskedAgain() async throws {
        let (bus, setup) = try await Setup.start()
        defer { bus.stop() }
        await setup.service.refuse(.accessDenied)
        let cache = try await setup.proxy.properties()
        #expect((await cache.failure as? RemoteError)?.name == .accessDenied)
        #expect(await cache.values == nil)
        #expect(
            setup.log.value == [
                "the properties x.Y of /a at org.example.Scripted cannot be read: "
                    + "org.freedesktop.DBus.Error.AccessDenied: not now; "
                    + "no retry until a signal or another owner appears"
            ])
        try await setup.service.connection.tellChanged("/a", "x.Y", ["V": 7.5])
        await eventually("nothing is read") { await cache.values == ["V": 0.5] }
        #expect(await cache.failure == nil)
        #expect(await setup.service.asked == ["GetAll", "GetAll"])
    }

    @Test func aPropertyThatIsInvalidatedIsReadAgain() async throws {
        let (bus, setup) = try await Setup.start()
        defer { bus.stop() }
        let seen = Collector(try await setup.proxy.observe("V", as: Double.self, bufferingPolicy: .unbounded))
        try await seen.wait(for: [0.5])
        await setup.service.refuse(.unknownObject)
        try await setup.service.connection.tellChanged("/a", "x.Y", [:], invalidated: ["V"])
        try await seen.wait(for: [0.5, nil, 0.5])
        #expect(await setup.service.asked == ["GetAll", "Get V", "Get V"])
        // A property whose value a signal carries meanwhile needs no read.
        await setup.service.refuseAlways(.unknownObject)
        try await setup.service.connection.tellChanged("/a", "x.Y", [:], invalidated: ["V"])
        try await seen.wait(for: [0.5, nil, 0.5, nil])
        try await setup.service.connection.tellChanged("/a", "x.Y", ["V": 2.5])
        try await seen.wait(for: [0.5, nil, 0.5, nil, 2.5])
    }

    /// A timer that is left would keep its cache alive, and make a call.
    @Test func itStopsWithItsClientAndWithTheOwner() async throws {
        let (bus, setup) = try await Setup.start()
        defer { bus.stop() }
        await setup.service.refuseAlways(.unknownObject)
        let client = setup.proxy.connection
        let weak: Weak<PropertyCache>
        do { weak = Weak(try await setup.proxy.properties()) }
        await eventually("subscriptions are left") { await client.perform { $0.subscriptions.size } == 0 }
        #expect(weak.object == nil)
        let cache = try await setup.proxy.properties()
        #expect(await cache.failure != nil)
        await setup.service.connection.close()
        await eventually("the owner stays") { await cache.failure == nil }
        #expect(await cache.values == nil)
        _ = try await ScriptedService.start(bus, Self.objects)
        await eventually("nothing is read") { await cache.values == ["V": 0.5] }
    }

    @Test func aTimeoutOfNothingIsSaidAndNothingIsSent() async throws {
        let (bus, setup) = try await Setup.start()
        defer { bus.stop() }
        var proxy = setup.proxy
        proxy.timeout = .seconds(-1)
        let error = await #expect(throws: ConnectionError.self) { try await proxy.get("V", as: Double.self) }
        #expect(error?.code == .timedOut && error?.message == "the timeout is -1.0 seconds: nothing was sent")
        #expect((await (try proxy.properties()).failure as? ConnectionError)?.code == .timedOut)
        #expect(await setup.service.asked.isEmpty)
    }

    // MARK: Services of other processes

    /// The service owns its name first, adds its objects when the test asks for it, and emits no signals about them.
    private static let python = """
        import dbus, dbus.lowlevel, dbus.service, dbus.mainloop.glib, os
        from gi.repository import GLib
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        isStarted = "DBUS_STARTER_ADDRESS" in os.environ
        bus = dbus.bus.BusConnection(os.environ["DBUS_STARTER_ADDRESS" if isStarted else "DBUS_SESSION_BUS_ADDRESS"])
        bus.set_exit_on_disconnect(True)
        class Thing(dbus.service.Object):
            @dbus.service.method("org.freedesktop.DBus.Properties", "s", "a{sv}")
            def GetAll(self, interface): return {"V": 0.5}
            @dbus.service.method("org.freedesktop.DBus.ObjectManager", "", "a{oa{sa{sv}}}")
            def GetManagedObjects(self): return {dbus.ObjectPath("/a"): {"x.Y": {"V": 0.5}}}
        class Control(dbus.service.Object):
            @dbus.service.method("org.example.Control", "", "")
            def Appear(self): self.things = [Thing(bus, "/"), Thing(bus, "/a")]
        control = Control(bus, "/control")
        asked = []
        def listen(_, message):
            if message.get_member() == "GetManagedObjects":
                asked.append(1)
                if len(asked) == 2: GLib.idle_add(control.Appear)
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        if isStarted: bus.add_message_filter(listen)
        name = dbus.service.BusName("org.example.Thing", bus)
        print("ready", flush=True)
        GLib.MainLoop().run()
        """

    private static let name: BusName = "org.example.Thing"

    private func startPython(_ bus: PrivateBus) async throws -> ToolRun {
        let run = try await bus.start("/usr/bin/python3", "-c", Self.python)
        try await run.output { $0 == "ready\n" }
        return run
    }

    private func appear(_ client: Connection) async throws {
        try await client.call(Self.name, path: "/control", interface: "org.example.Control", "Appear")
    }

    @Test func aServiceThatExportsLate() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let told = WatchedValue<Set<ConnectionEvent.Kind>>([])
        client.setLog { event in told.change { $0.insert(event.kind) } }
        let manager = try await ObjectManagerClient.open(client, Self.name, at: "/", options: .noAutoStart)
        let events = Collector(await manager.events())
        let python = try await startPython(bus)
        defer { python.signal(SIGKILL) }
        let proxy = Proxy(client, Self.name, "/a", "x.Y")
        let cache = try await proxy.properties()
        let seen = Collector(try await proxy.observe("V", as: Double.self, bufferingPolicy: .unbounded))
        try await seen.wait(for: [nil])
        await eventually("nothing failed") { await manager.failure is RemoteError }
        #expect(await cache.failure is RemoteError)
        let failure = await manager.failure.map { "\($0)" }
        try await appear(client)
        try await seen.wait(for: [nil, 0.5])
        let owner = await manager.owner
        try await events.wait(for: [
            .ownerChanged(nil), .ownerChanged(owner), .failureChanged(failure), .failureChanged(nil),
            .added("/a", ["x.Y": ["V": 0.5]]),
        ])
        await eventually("nothing is read") { await cache.values == ["V": 0.5] }
        #expect(told.value == [.propertyUnreadable, .objectsUnreadable])
    }

    /// It appears once it was asked twice.
    @Test func aServiceThatIsStartedAndExportsLate() async throws {
        let bus = try await PrivateBus.start()
        let file = bus.folder + "/late.py"
        try PrivateBus.write(Self.python, to: file)
        try await bus.addService(Self.name, exec: "/usr/bin/python3 \(file)")
        let client = try await bus.connect()
        let objects = try await ObjectManagerClient.open(client, Self.name, at: "/")
        #expect(await objects.objects["/a"]?.interfaces == ["x.Y": ["V": 0.5]])
        let owner = await objects.owner
        try await Collector(await objects.events()).wait(for: [.ownerChanged(owner), .added("/a", ["x.Y": ["V": 0.5]])])
        // The service runs now, and the client doesn't wait for objects that don't exist.
        await #expect(throws: RemoteError.self) { try await ObjectManagerClient.open(client, Self.name, at: "/a/none") }
    }

    @Test func aServiceThatStoodStill() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let python = try await startPython(bus)
        defer { python.signal(SIGKILL) }
        try await appear(client)
        python.signal(SIGSTOP)
        var proxy = Proxy(client, Self.name, "/a", "x.Y")
        proxy.timeout = .seconds(1)
        let cache = try await proxy.properties()
        let seen = Collector(try await proxy.observe("V", as: Double.self, bufferingPolicy: .unbounded))
        #expect((await cache.failure as? ConnectionError)?.code == .timedOut)
        try await seen.wait(for: [nil])
        python.signal(SIGCONT)
        try await seen.wait(for: [nil, 0.5])
        await eventually("nothing is read") { await cache.values == ["V": 0.5] }
    }
}
