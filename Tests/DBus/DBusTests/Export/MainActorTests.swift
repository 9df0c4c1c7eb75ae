import DBusTesting
import TodayPlatform
import Testing

@testable import DBus

/// A class of the main actor is a service like any other.
@Suite struct MainActorTests {
    private struct Setup {
        let bus: PrivateBus
        let service: Connection
        let client: Connection
        let radio: Radio
        let proxy: Proxy

        init() async throws {
            bus = try await PrivateBus.start()
            (service, client) = try await bus.connectPair()
            radio = await Radio(service)
            try await service.export(Radio.interface, of: radio, at: "/radio")
            try await service.requestName("org.example.Radio")
            proxy = Proxy(client, "org.example.Radio", "/radio", Radio.name)
        }
    }

    @Test func methodsAreCalled() async throws {
        let setup = try await Setup()
        #expect(try await setup.proxy.call("Tune", "two") as String == "one")
        let (station, volume): (String, Double) = try await setup.proxy.call("State")
        #expect((station, volume) == ("two", 0.5))
        let (sender, path): (String, ObjectPath) = try await setup.proxy.call("Caller")
        #expect(sender == setup.client.uniqueName?.rawValue && path == "/radio")
        await #expect(throws: RemoteError("org.example.Error.Static", "nothing is heard")) {
            try await setup.proxy.call("Fail")
        }
        await #expect(
            throws: RemoteError(
                .invalidArgs,
                "org.example.Radio.Tune of /radio takes the signature \"s\", not \"i\": "
                    + "argument 0 (station): expected s, found i")
        ) {
            try await setup.proxy.call("Tune", Int32(5))
        }
    }

    /// Also those that want no reply.
    @Test func callsComeInTheirOrder() async throws {
        let setup = try await Setup()
        let words = (0..<200).map { "\($0)" }
        for word in words { try await setup.proxy.callWithoutReply("Note", word) }
        #expect(try await setup.proxy.call("Notes") as [String] == words)
    }

    @Test func propertiesAreReadAndSet() async throws {
        let setup = try await Setup()
        #expect(try await setup.proxy.get("Station") as String == "one")
        try await setup.proxy.set("Volume", to: 0.25)
        #expect(await setup.radio.volume == 0.25)
        #expect(
            try await setup.proxy.getAll() == [
                "Station": "one", "Frequency": .uint32(100), "Volume": 0.25, "Alarm": "",
                "Place": .objectPath("/radio"),
            ])
        let all: [String: DBusValue] = try await setup.client.call(
            "org.example.Radio", path: "/radio", interface: .properties, "GetAll", "")
        #expect(all.count == 5)
        await #expect(throws: RemoteError(.invalidArgs, "2.0 is not 0 to 1")) {
            try await setup.proxy.set("Volume", to: 2.0)
        }
        await #expect(
            throws: RemoteError(.propertyReadOnly, "the property org.example.Radio.Station of /radio is read-only")
        ) {
            try await setup.proxy.set("Station", to: "x")
        }
        let wrong = await #expect(throws: RemoteError.self) { try await setup.proxy.set("Volume", to: "loud") }
        #expect(wrong?.name == .invalidArgs)
        let unknown = await #expect(throws: RemoteError.self) { try await setup.proxy.get("Colour", as: String.self) }
        #expect(unknown?.name == .unknownProperty)
    }

    @Test func aPropertyThatCannotBeReadTakesNoOtherWithIt() async throws {
        let setup = try await Setup()
        let reported = WatchedValue<[String]>([])
        setup.service.setLog { event in
            if event.kind == .propertyUnreadable { reported.change { $0.append("\(event)") } }
        }
        await MainActor.run { setup.radio.isBroken = true }
        await #expect(throws: RemoteError(.failed, "the radio is broken")) {
            try await setup.proxy.get("Frequency", as: UInt32.self)
        }
        #expect(reported.value == [])
        #expect(try await Set(setup.proxy.getAll().keys) == ["Station", "Volume", "Alarm", "Place"])
        #expect(
            reported.value == [
                "the property org.example.Radio.Frequency of /radio is left out: the radio is broken"
            ])
    }

    /// Work that a getter starts runs after all properties have been read.
    @Test func allPropertiesAreOfOneMoment() async throws {
        let setup = try await Setup()
        await MainActor.run {
            setup.radio.whenRead = { [radio = setup.radio] in Task { @MainActor in radio.frequency = 7 } }
        }
        for _ in 0..<50 {
            await MainActor.run { setup.radio.frequency = 100 }
            #expect(try await setup.proxy.getAll()["Frequency"] == .uint32(100))
        }
    }

    /// A change, a signal and another change, all of one handler: in this order, once each, before the reply.
    @Test func changesAndSignalsComeBeforeTheReply() async throws {
        let setup = try await Setup()
        let heard = Locked<[DBusValue]>([])
        _ = try await setup.client.subscribe(MatchRule(path: "/radio")) { signal in
            heard.withLock { $0.append(signal.body.count == 1 ? signal.body[0] : signal.body[1]) }
        }
        for round in 1...20 {
            heard.withLock { $0 = [] }
            try await setup.proxy.call("TuneByStep", UInt32(3))
            #expect(
                heard.withLock { $0 } == [
                    .properties(["Frequency": .uint32(100 + 3 * UInt32(round))]), "noise",
                    .properties(["Station": "between"]),
                ])
        }
        heard.withLock { $0 = [] }
        try await setup.proxy.set("Volume", to: 1.0)
        #expect(heard.withLock { $0 } == [.properties(["Volume": 1.0])])
    }

    @Test func changesOutsideOfACallAreTold() async throws {
        let setup = try await Setup()
        let recorder = try await SignalRecorder(setup.client, MatchRule(path: "/radio"))
        await MainActor.run {
            setup.radio.step(2)
            setup.radio.station = "later still"
        }
        let signals = try await recorder.wait(for: 3)
        #expect(signals.map(\.member) == ["PropertiesChanged", "Heard", "PropertiesChanged"])
        #expect(signals[0].body[1] == .properties(["Frequency": .uint32(102)]))
        #expect(signals[2].body[1] == .properties(["Station": "later still"]))
        // If a property can't be read, the signal carries its name only.
        await MainActor.run {
            setup.radio.isBroken = true
            setup.radio.changed("Frequency")
        }
        #expect(
            try await recorder.wait(for: 4)[3].body == ["org.example.Radio", .properties([:]), .strings(["Frequency"])])
        // A signal that is emitted at once is emitted when the property has been read.
        await setup.service.emitPropertiesChanged("/radio", Radio.name, ["Station", "Alarm", "Place"])
        #expect(try await recorder.wait(for: 5)[4].body[1] == .properties(["Station": "later still"]))
    }

    /// A client that reads a new value has received the signal of the change before.
    @Test func aChangeIsToldBeforeItIsRead() async throws {
        let setup = try await Setup()
        let stations = Locked<[DBusValue]>([])
        _ = try await setup.client.subscribe(MatchRule(path: "/radio", interface: .properties)) { signal in
            stations.withLock { $0.append(signal.body[1]) }
        }
        for number in 0..<50 {
            await MainActor.run { _ = setup.radio.tune("\(number)") }
            let station: String = try await setup.proxy.get("Station")
            #expect(station == "\(number)")
            #expect(stations.withLock { $0.last } == .properties(["Station": .string(station)]))
        }
    }

    @Test func theToolsSeeIt() async throws {
        let setup = try await Setup()
        let name = "org.example.Radio"
        let busctl = ["busctl", "--user", "--address=\(setup.bus.address)", "--"]
        func run(_ arguments: [String]) async throws -> String {
            let run = try await ToolRun.start(arguments, environment: setup.bus.environment).finished()
            #expect(run.exit == .status(0), "\(run)")
            return run.output
        }
        #expect(try await run(busctl + ["call", name, "/radio", name, "Tune", "s", "two"]) == "s \"one\"\n")
        _ = try await run(busctl + ["set-property", name, "/radio", name, "Volume", "d", "0.75"])
        let table = try await run(busctl + ["introspect", name, "/radio"])
        let rows = Set(table.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
        for row in [
            ".Tune method s s -", ".Station property s \"two\" emits-change", ".Heard signal s - -",
            ".Volume property d 0.75 emits-change writable", ".Place property o \"/radio\" const",
        ] { #expect(rows.contains(row), "\(row) in \(table)") }
        let gdbus = ["gdbus", "call", "--session", "--dest", name, "--object-path", "/radio", "--method"]
        #expect(try await run(gdbus + [name + ".State"]) == "('two', 0.75)\n")
        #expect(
            try await run(gdbus + ["org.freedesktop.DBus.Properties.GetAll", name])
                == "({'Station': <'two'>, 'Frequency': <uint32 100>, 'Volume': <0.75>, 'Alarm': <''>, "
                + "'Place': <objectpath '/radio'>},)\n")
        let python = """
            import dbus, os
            bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
            radio = bus.get_object("org.example.Radio", "/radio")
            print(radio.Tune("three", dbus_interface="org.example.Radio"))
            print(radio.Get("org.example.Radio", "Station", dbus_interface=dbus.PROPERTIES_IFACE))
            try:
                radio.Set("org.example.Radio", "Volume", 3.0, dbus_interface=dbus.PROPERTIES_IFACE)
            except dbus.DBusException as error:
                print(error.get_dbus_message())
            """
        #expect(try await run(["/usr/bin/python3", "-c", python]) == "two\nthree\n3.0 is not 0 to 1\n")
    }
}
