import DBusTesting
import Testing

@testable import DBus

struct DispatchTests {
    /// Calls with one argument, and returns the error that comes back.
    private func failure<Argument: DBusType>(
        _ setup: EchoBus, path: ObjectPath = Echo.path, interface: InterfaceName? = Echo.name, _ member: MemberName,
        _ argument: Argument
    ) async -> RemoteError? {
        do {
            try await setup.client.call(Echo.busName, path: path, interface: interface, member, argument)
            return nil
        } catch { return error as? RemoteError }
    }

    @Test func whatIsNotThereIsAnError() async throws {
        let setup = try await EchoBus.start()
        #expect(
            await failure(setup, path: "/nowhere", "Text", "x")
                == RemoteError(.unknownObject, "the object /nowhere doesn't exist"))
        #expect(
            await failure(setup, interface: "org.example.No", "Text", "x")
                == RemoteError(.unknownInterface, "the object /org/example/Echo has no interface org.example.No"))
        #expect(
            await failure(setup, "No", "x")
                == RemoteError(.unknownMethod, "the interface org.example.Echo has no method No"))
        #expect(
            await failure(setup, interface: nil, "No", "x")
                == RemoteError(.unknownMethod, "the object /org/example/Echo has no method No"))
        #expect(await failure(setup, path: "/org/example", "Text", "x")?.name == .unknownInterface)
        #expect(await failure(setup, interface: .peer, "No", "x")?.name == .unknownMethod)
        #expect(await failure(setup, interface: .objectManager, "GetManagedObjects", "x")?.name == .unknownInterface)
    }

    @Test func otherArgumentsThanDeclaredAreAnError() async throws {
        let setup = try await EchoBus.start()
        #expect(
            await failure(setup, "Text", Int32(1))
                == RemoteError(
                    .invalidArgs,
                    #"org.example.Echo.Text of /org/example/Echo takes the signature "s", not "i": argument 0 (text): expected s, found i"#
                ))
        #expect(await failure(setup, "Text", Struct("x"))?.name == .invalidArgs)
        #expect(await failure(setup, interface: .peer, "Ping", "x")?.name == .invalidArgs)
        #expect(await failure(setup, interface: .properties, "Get", "x")?.name == .invalidArgs)
        #expect(await failure(setup, "Wait", Int32(1))?.name == .invalidArgs)
    }

    @Test func errorsOfHandlersAreSent() async throws {
        let setup = try await EchoBus.start()
        await #expect(throws: RemoteError("org.example.Error.Own", "a sentence")) {
            try await setup.client.call(
                Echo.busName, path: Echo.path, interface: Echo.name, "Fail", "org.example.Error.Own", "a sentence")
        }
        await #expect(throws: RemoteError("org.example.Error.Own", "")) {
            try await setup.client.call(
                Echo.busName, path: Echo.path, interface: Echo.name, "Fail", "org.example.Error.Own", "")
        }
        #expect(await failure(setup, "FailOddly", "why") == RemoteError(.failed, "why"))
        #expect(await failure(setup, "FailLater", "later") == RemoteError(.failed, "later"))
    }

    /// A handler's result or error may be impossible to send; the caller still gets a reply.
    @Test func thereIsAlwaysAReply() async throws {
        let setup = try await EchoBus.start()
        let error = await #expect(throws: RemoteError.self) {
            try await setup.client.call(Echo.busName, path: Echo.path, interface: Echo.name, "TooDeep")
        }
        #expect(error?.name == .failed)
        let call = MethodCall(
            connection: setup.service, sender: nil, path: "/", interface: "a.b", member: "C", expectsReply: true,
            allowsInteractiveAuthorization: false, serial: 1)
        let reply = try Message.error(RemoteError(.failed, "a\0b\0"), to: call)
        #expect(try reply.contents() == ["ab"])
        #expect(
            RemoteError(replyFor: CancellationError(), of: call.subject)
                == RemoteError(.failed, "the call was canceled"))
        #expect(
            RemoteError(replyFor: UnmarshallingError(expected: "s", found: "i"), of: call.subject)
                == RemoteError(.invalidArgs, "a.b.C of /: expected s, found i"))
    }

    @Test func aCallThatWantsNoReplyGetsNone() async throws {
        let setup = try await EchoBus.start()
        func unanswered(_ path: ObjectPath, _ member: MemberName) -> MessageHeader {
            .methodCall(to: Echo.busName, path: path, interface: Echo.name, member: member, noReply: true)
        }
        let message = try Message.make(unanswered(Echo.path, "Note"), "quietly")
        let nonsense = try Message.make(unanswered("/no", "No"))
        let later = try Message.make(unanswered(Echo.path, "FailLater"), "x")
        for message in [message, nonsense, later] {
            try await setup.client.perform { [message] in _ = try $0.send(message) }
        }
        #expect(try await setup.call("Text", "after") as String == "after")
        #expect(await setup.echo.notes == ["quietly"])
    }

    /// The bus drops an unwanted reply, so only a monitor sees whether the service sent one.
    @Test func noErrorIsSentToWhomeverWantsNoReply() async throws {
        let setup = try await EchoBus.start()
        let monitor = try await setup.bus.start("dbus-monitor", "--address", setup.bus.address, "type='error'")
        try await monitor.output { $0.contains("member=NameLost") }
        for member in ["Unwanted", "AlsoUnwanted"] as [MemberName] {
            let message = try Message.make(
                .methodCall(to: Echo.busName, path: Echo.path, interface: Echo.name, member: member, noReply: true))
            try await setup.client.perform { _ = try $0.send(message) }
        }
        _ = await failure(setup, "Wanted", "x")
        let output = try await monitor.output { $0.contains("has no method Wanted") }
        #expect(!output.contains("nwanted"), "\(output)")
    }

    @Test func everyPathAnswersAsPeer() async throws {
        let setup = try await EchoBus.start()
        for path: ObjectPath in ["/", "/org", Echo.path, "/no/such/object"] {
            try await setup.client.call(Echo.busName, path: path, interface: .peer, "Ping")
        }
        let id: String = try await setup.client.call(Echo.busName, path: "/", interface: .peer, "GetMachineId")
        #expect(id.count == 32)
        let busID: String = try await setup.client.call(.bus, path: "/", interface: .peer, "GetMachineId")
        #expect(id == busID)
        // It makes no object of the path.
        #expect(await failure(setup, path: "/no/such/object", "Text", "x")?.name == .unknownObject)
        await #expect(throws: RemoteError.self) {
            try await setup.client.call(Echo.busName, path: "/no", interface: .peer, "Pong")
        }
    }

    @Test func anObjectHasEachInterfaceOnce() async throws {
        let setup = try await EchoBus.start()
        let echo = setup.echo
        let refusal = "the object \(Echo.path) already has an interface \(Echo.name); unexport(_:_:) removes it"
        await #expect(throws: ExportError(description: refusal)) {
            try await setup.service.export(Echo.interface, of: echo, at: Echo.path)
        }
        try await setup.service.export(Echo.interface, of: echo, at: "/other")
        let caller: (String, ObjectPath, String, String) = try await setup.client.call(
            Echo.busName, path: "/other", interface: Echo.name, "Caller")
        #expect(caller.1 == "/other")
        await setup.service.unexport("/other")
        #expect(await failure(setup, path: "/other", "Text", "x")?.name == .unknownObject)
        #expect(try await setup.call("Text", "still there") as String == "still there")
    }
}
