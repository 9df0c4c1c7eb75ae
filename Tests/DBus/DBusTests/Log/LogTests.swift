import DBusTesting
import Testing

@testable import DBus

/// The log gets the faults that nothing else reports.
@Suite struct LogTests {
    /// A service and a client on a bus, and the events that both log.
    private struct Setup {
        let echo: EchoBus
        let service = WatchedValue<[ConnectionEvent]>([])
        let client = WatchedValue<[ConnectionEvent]>([])

        static func start() async throws -> Setup {
            let setup = Setup(echo: try await EchoBus.start())
            let (service, client) = (setup.service, setup.client)
            setup.echo.service.setLog { event in service.change { $0.append(event) } }
            setup.echo.client.setLog { event in client.change { $0.append(event) } }
            return setup
        }

        /// The name of the client on the bus.
        var caller: String { echo.client.uniqueName?.rawValue ?? "" }
    }

    private static func texts(_ events: [ConnectionEvent]) -> [String] {
        events.map { "\($0.level) \($0.kind): \($0)" }
    }

    /// Each event wrapped the stored closure once more, until a call of it overflowed the stack.
    @Test func theHandlerIsStoredAsItIs() {
        let (log, count) = (EventLog(), Locked(0))
        log.set { _ in count.withLock { $0 += 1 } }
        for _ in 0..<200_000 { log.record(ConnectionEvent(.disconnected, .info, "")) }
        #expect(count.withLock { $0 } == 200_000)
    }

    @Test func aHandlerThatFails() async throws {
        let setup = try await Setup.start()
        for member in ["FailOddly", "FailLater"] as [MemberName] {
            await #expect(throws: RemoteError.self) { try await setup.echo.call(member, "odd") as String }
        }
        // An error with a name is an answer like any other.
        await #expect(throws: RemoteError(.notSupported, "no")) {
            try await setup.echo.client.call(
                Echo.busName, path: Echo.path, interface: Echo.name, "Fail", ErrorName.notSupported.rawValue, "no")
        }
        // The caller doesn't get the error of a call without a reply.
        try await setup.echo.client.callWithoutReply(
            Echo.busName, path: Echo.path, interface: Echo.name, "FailOddly", "quiet")
        let events = try await setup.service.wait { $0.count >= 3 }
        let failed = "error handler-failed: org.example.Echo"
        #expect(
            Self.texts(events) == [
                "\(failed).FailOddly of /org/example/Echo failed for \(setup.caller): odd",
                "\(failed).FailLater of /org/example/Echo failed for \(setup.caller): odd",
                "\(failed).FailOddly of /org/example/Echo failed for \(setup.caller): quiet",
            ])
        #expect(events.first?.subject == Subject(.method, Echo.name, "FailOddly", at: Echo.path))
        #expect(events.first?.peer == setup.echo.client.uniqueName)
        #expect(events.first?.error is Echo.OddError)
        #expect(setup.client.value.isEmpty)
    }

    @Test func aResultThatCannotBeSent() async throws {
        let setup = try await Setup.start()
        await #expect(throws: RemoteError.self) {
            try await setup.echo.client.call(Echo.busName, path: Echo.path, interface: Echo.name, "TooDeep")
        }
        #expect(setup.service.value.map(\.kind) == [.handlerFailed])
        #expect(setup.service.value.first?.error as? MarshallingError == .tooDeep)
    }

    @Test func aPropertyThatCannotBeReadAlone() async throws {
        let setup = try await Setup.start()
        let lamp = Lamp(loop: setup.echo.service.loop)
        await lamp.breakDown()
        try await setup.echo.service.export(Lamp.interface, of: lamp, at: "/lamp")
        let proxy = Proxy(setup.echo.client, setup.echo.service.uniqueName, "/lamp", Lamp.name)
        await #expect(throws: RemoteError.self) { try await proxy.get("Brightness", as: Int32.self) }
        #expect(
            Self.texts(setup.service.value) == [
                "error handler-failed: the property org.example.Lamp.Brightness of /lamp failed for \(setup.caller): "
                    + "the lamp is broken"
            ])
        // A refused value with a named error isn't a failure of the handler.
        await #expect(throws: RemoteError.self) { try await proxy.set("Brightness", to: Int32(99)) }
        #expect(setup.service.value.count == 1)
    }

    @Test func aCallThatIsRefused() async throws {
        let setup = try await Setup.start()
        await #expect(throws: RemoteError.self) { try await setup.echo.call("Text", Int32(1)) as String }
        await #expect(throws: RemoteError.self) { try await setup.echo.call("Nothing", "x") as String }
        await setup.echo.service.perform {
            $0.setCallFilter(CallFilter { _ in .refused(RemoteError(.accessDenied, "not today")) })
        }
        await #expect(throws: RemoteError(.accessDenied, "not today")) {
            try await setup.echo.call("Text", "x") as String
        }
        #expect(
            Self.texts(setup.service.value) == [
                "info call-refused: a call from \(setup.caller) is refused: "
                    + "org.example.Echo.Text of /org/example/Echo takes the signature \"s\", not \"i\": "
                    + "argument 0 (text): expected s, found i",
                "info call-refused: org.example.Echo.Nothing of /org/example/Echo is refused for \(setup.caller): "
                    + "the interface org.example.Echo has no method Nothing",
                "info call-refused: org.example.Echo.Text of /org/example/Echo is refused for \(setup.caller): not today",
            ])
    }

    /// Any fault of a requested property is logged once, by name.
    @Test func aPropertyThatIsRefused() async throws {
        let setup = try await Setup.start()
        let lamp = Lamp(loop: setup.echo.service.loop)
        try await setup.echo.service.export(Lamp.interface, of: lamp, at: "/lamp")
        let proxy = Proxy(setup.echo.client, setup.echo.service.uniqueName, "/lamp", Lamp.name)
        let other = Proxy(setup.echo.client, setup.echo.service.uniqueName, "/lamp", "org.example.Other")
        await #expect(throws: RemoteError.self) { try await proxy.set("Label", to: Int32(1)) }
        await #expect(throws: RemoteError.self) { try await proxy.set("Serial", to: "no. 2") }
        await #expect(throws: RemoteError.self) { try await proxy.set("Colour", to: "red") }
        await #expect(throws: RemoteError.self) { try await proxy.get("Colour", as: String.self) }
        await #expect(throws: RemoteError.self) { try await other.set("Label", to: "hall") }
        await #expect(throws: RemoteError.self) { try await other.getAll() }
        let properties = "org.freedesktop.DBus.Properties"
        #expect(
            Self.texts(setup.service.value) == [
                "info call-refused: a call from \(setup.caller) is refused: the property org.example.Lamp.Label of /lamp: "
                    + "expected s, found i",
                "info call-refused: a call from \(setup.caller) is refused: the property org.example.Lamp.Serial of /lamp "
                    + "is read-only",
                "info call-refused: \(properties).Set of /lamp is refused for \(setup.caller): the interface "
                    + "org.example.Lamp has no property \"Colour\"",
                "info call-refused: \(properties).Get of /lamp is refused for \(setup.caller): the interface "
                    + "org.example.Lamp has no property \"Colour\"",
                "info call-refused: \(properties).Set of /lamp is refused for \(setup.caller): the object /lamp has no "
                    + "interface \"org.example.Other\"",
                "info call-refused: \(properties).GetAll of /lamp is refused for \(setup.caller): the object /lamp has no "
                    + "interface \"org.example.Other\"",
            ])
        #expect(setup.service.value.first?.subject == Subject(.property, Lamp.name, "Label", at: "/lamp"))
    }

    /// A change that can't be reported is a mistake of the service.
    @Test func aChangeOfWhatIsNotExported() async throws {
        let setup = try await Setup.start()
        let lamp = Lamp(loop: setup.echo.service.loop)
        let service = setup.echo.service
        try await service.export(Lamp.interface, of: lamp, at: "/lamp")
        await service.perform {
            $0.propertiesDidChange("/lamb", Lamp.name, ["Power"])
            $0.propertiesDidChange("/lamp", "org.example.Lamb", ["Power"])
            $0.propertiesDidChange("/lamp", Lamp.name, ["Power", "Powder"])
        }
        let events = try await setup.service.wait { $0.count >= 3 }
        #expect(
            Self.texts(events) == [
                "error property-not-exported: cannot announce a change of the property org.example.Lamp.Power of /lamb: "
                    + "no object is exported at /lamb",
                "error property-not-exported: cannot announce a change of the property org.example.Lamb.Power of /lamp: "
                    + "the object /lamp has no interface org.example.Lamb",
                "error property-not-exported: cannot announce a change of the property org.example.Lamp.Powder of /lamp: "
                    + "the interface has no such property",
            ])
        // A service that changes something and then removes it makes no mistake.
        await service.perform {
            $0.propertiesDidChange("/lamp", Lamp.name, ["Power"])
            $0.unexport("/lamp")
            $0.emitPendingChanges()
        }
        #expect(setup.service.value.count == 3)
    }

    @Test func twoMembersOfOneName() async throws {
        let setup = try await Setup.start()
        let twice = Interface<Lamp>("org.example.Twice") {
            Method("Go") { (_: isolated Lamp) in "first" }
            Method("Go", in: ["where"]) { (_: isolated Lamp, place: String) in place }
            Property("Go") { (_: isolated Lamp) in true }
            SignalDescription("org.example.Twice", "Go")
        }
        try await setup.echo.service.export(twice, of: Lamp(loop: setup.echo.service.loop), at: "/twice")
        let proxy = Proxy(setup.echo.client, setup.echo.service.uniqueName, "/twice", "org.example.Twice")
        let interface = try await proxy.introspect().interfaces.first
        #expect(interface?.methods.map(\.inputs.count) == [0])
        #expect(interface?.properties.count == 1 && interface?.signals.count == 1)
        #expect(try await proxy.call("Go") as String == "first")
        #expect(
            Self.texts(setup.service.value) == [
                "error member-left-out: org.example.Twice.Go is declared twice; the second one is ignored"
            ])
    }

    /// The service may miss it, while a wrong call is the caller's mistake.
    @Test func aCallOverALimit() async throws {
        let setup = try await Setup.start()
        await setup.echo.service.perform { $0.setCallLimits(CallLimits(messageBytes: 4096)) }
        let text = String(repeating: "x", count: 8192)
        await #expect(throws: RemoteError.self) { try await setup.echo.call("Text", text) as String }
        let event = try #require(setup.service.value.first)
        #expect(setup.service.value.count == 1)
        #expect(event.kind == .callRefused && event.level == .warning, "\(event)")
        #expect((event.error as? RemoteError)?.name == .limitsExceeded)
    }

    @Test func aSignalThatNobodyCanRead() async throws {
        let setup = try await Setup.start()
        let service = setup.echo.service
        let moved = TypedProxyTests.moved
        let typed = try await setup.echo.client.signals(of: moved, from: service.uniqueName)
        try await service.emit("/mouse", moved.interface, moved.name, Int32(1), "two")
        try await service.emit("/mouse", moved.interface, moved.name, Int32(1))
        try await service.emit(moved, at: "/mouse", 3, -4)
        let next = try #require(await typed.first { _ in true })
        #expect(next == (3, -4))
        let signal =
            "warning signal-unreadable: the signal org.example.Mouse.Moved of /mouse from "
            + "\(service.uniqueName?.rawValue ?? "")"
        #expect(
            Self.texts(setup.client.value) == [
                "\(signal), argument 1 (y): expected i, found s, so it is skipped",
                "\(signal), argument 1 (y): expected i, found the end, so it is skipped",
            ])
    }

    @Test func aStreamThatIsFull() async throws {
        let setup = try await Setup.start()
        let rule = MatchRule(sender: setup.echo.service.uniqueName, member: "Tick")
        let stream = try await setup.echo.client.signals(matching: rule, bufferingPolicy: .bufferingNewest(2))
        for number in 0..<7 { try await setup.echo.service.emit("/", "org.example.Clock", "Tick", Int32(number)) }
        try await withDeadline { while stream.dropped < 5 { try await setup.echo.client.call(.bus, "GetId") } }
        #expect(
            Self.texts(setup.client.value)
                == [1, 2, 4].map {
                    "warning signal-dropped: the signals of \(rule.text) are read too slowly: \($0) dropped so far"
                })
    }

    @Test func aSignalThatIsTooLarge() async throws {
        let setup = try await Setup.start()
        await setup.echo.client.perform { $0.setCallLimits(CallLimits(messageBytes: 4096)) }
        let recorder = try await SignalRecorder(setup.echo.client, MatchRule(interface: "org.example.Clock"))
        try await setup.echo.service.emit("/", "org.example.Clock", "Book", [UInt8](repeating: 1, count: 8192))
        try await setup.echo.service.emit("/", "org.example.Clock", "Tick")
        try await recorder.wait()
        let event = try #require(setup.client.value.first)
        #expect(setup.client.value.count == 1)
        #expect(event.kind == .signalDropped)
        #expect(event.description.hasPrefix("the signal org.example.Clock.Book of / from :"))
        #expect(event.description.hasSuffix(" bytes, more than 4096"))
    }

    @Test func anObservedPropertyOfAnotherType() async throws {
        let setup = try await Setup.start()
        let lamp = Lamp(loop: setup.echo.service.loop)
        try await setup.echo.service.export(Lamp.interface, of: lamp, at: "/lamp")
        let proxy = Proxy(setup.echo.client, setup.echo.service.uniqueName, "/lamp", Lamp.name)
        let first = try await proxy.observe("Brightness", as: String.self).first { _ in true }
        #expect(first == .some(nil))
        #expect(
            Self.texts(setup.client.value) == [
                "warning property-unreadable: the property org.example.Lamp.Brightness of /lamp at "
                    + "\(setup.echo.service.uniqueName?.rawValue ?? ""): expected s, found i"
            ])
    }

    @Test func aSignalThatCannotBeSent() async throws {
        let setup = try await Setup.start()
        let interface = Interface<Lamp>("org.example.Many") {
            Property("Handles") { (_: isolated Lamp) in
                (0..<17).compactMap { _ in UnixFileDescriptor(duplicating: 0) }
            }
        }
        try await setup.echo.service.export(interface, of: Lamp(loop: setup.echo.service.loop), at: "/many")
        await setup.echo.service.perform { $0.emitPropertiesChanged("/many", "org.example.Many", ["Handles"]) }
        #expect(setup.service.value.map(\.kind) == [.signalNotSent])
        #expect(
            setup.service.value.first?.description.hasPrefix(
                "the signal org.freedesktop.DBus.Properties.PropertiesChanged of /many cannot be sent: the message "
                    + "carries 17 file descriptors") == true)
    }

    @Test func theEndOfTheBus() async throws {
        let setup = try await Setup.start()
        setup.echo.bus.stop()
        #expect(await setup.echo.client.closed == .disconnected)
        #expect(
            Self.texts(setup.client.value) == [
                "error disconnected: lost the connection \(setup.caller) to the bus"
            ])
    }

    @Test func nothingIsToldOfAnEndThatWasAskedFor() async throws {
        let setup = try await Setup.start()
        await setup.echo.client.close()
        #expect(setup.client.value.isEmpty)
    }

    /// A new log replaces the old one, and nil removes it.
    @Test func thereIsOneLog() async throws {
        let setup = try await Setup.start()
        setup.echo.service.setLog(nil)
        await #expect(throws: RemoteError.self) { try await setup.echo.call("FailOddly", "odd") as String }
        #expect(setup.service.value.isEmpty)
    }
}
