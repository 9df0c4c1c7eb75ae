import DBusTesting
import Testing
import TodayPlatform

@testable import DBus

/// The messages that a user of the binding reads when something is wrong: the fault, its place, and the fix.
@Suite struct ErrorMessageTests {
    @Test func aBadName() throws {
        let text = "org.example.My Thing"
        let error = #expect(throws: InvalidNameError.self) { try BusName(text) }
        #expect(
            error?.description
                == "\"org.example.My Thing\" is not a valid bus name: it has a character outside A-Z a-z 0-9 _ -")
    }

    /// In a release build, too.
    @Test func aBadLiteral() async throws {
        let end = try await inOwnProcess {
            let path: ObjectPath = "org/example"
            print(path)
        }
        #expect(end.exit != .status(0))
        #expect(end.error.contains("\"org/example\" is not a valid object path: it does not start with /"))
    }

    @Test func wrongTypes() async throws {
        let setup = try await EchoBus.start()
        let reply = await #expect(throws: ConnectionError.self) {
            try await setup.client.call(.bus, "ListNames") as String
        }
        #expect(
            reply?.description
                == "org.freedesktop.DBus.ListNames of /org/freedesktop/DBus at org.freedesktop.DBus: "
                + "the reply has the signature \"as\", not \"s\"")
        let call = await #expect(throws: RemoteError.self) { try await setup.call("Text", Int32(5)) as String }
        #expect(
            call?.description
                == "org.example.Echo.Text of /org/example/Echo at org.example.Echo: "
                + "org.freedesktop.DBus.Error.InvalidArgs: org.example.Echo.Text of /org/example/Echo takes the "
                + "signature \"s\", not \"i\": argument 0 (text): expected s, found i")
        let property = await #expect(throws: ConnectionError.self) {
            try await Proxy(setup.client, .bus).get("Features", as: UInt32.self)
        }
        #expect(property?.code == .malformedReply)
        #expect(property?.subject == Subject(.property, .bus, "Features", at: .bus, of: .bus))
        #expect(
            property?.description
                == "the property org.freedesktop.DBus.Features of /org/freedesktop/DBus at org.freedesktop.DBus: "
                + "expected u, found as")
    }

    @Test func nobodyAnswers() async throws {
        let setup = try await EchoBus.start()
        let late = await #expect(throws: ConnectionError.self) {
            try await setup.call("Wait", timeout: .milliseconds(20), "x") as String
        }
        #expect(
            late?.description
                == "org.example.Echo.Wait of /org/example/Echo at org.example.Echo: no reply within 0.02 seconds; "
                + "the call may still complete, and a larger timeout waits longer")
        let missing = await #expect(throws: RemoteError.self) {
            try await setup.client.call("org.example.Nobody", path: "/", interface: .peer, "Ping")
        }
        #expect(missing?.name == .serviceUnknown)
        await setup.client.close()
        let closed = await #expect(throws: ConnectionError.self) { try await setup.call("Text", "x") as String }
        #expect(
            closed?.description == "org.example.Echo.Text of /org/example/Echo at org.example.Echo: "
                + "the connection is closed; Connection.open opens another one")
    }

    @Test func noBus() async throws {
        let missing = await #expect(throws: ConnectionError.self) {
            try await Connection.open(.bus("unix:path=/nowhere/bus"))
        }
        #expect(missing?.description == "cannot connect to unix:path=/nowhere/bus: No such file or directory")
        let unset = #expect(throws: ConnectionError.self) { try BusAddress.session.resolved { _ in nil } }
        #expect(unset?.description.contains("dbus-run-session COMMAND starts one") == true)
        #expect(BusAddress.session.hint == "; dbus-run-session COMMAND starts a session bus for a command")
    }

    @Test func aNameThatIsNotToBeHad() async throws {
        let bus = try await PrivateBus.start(refusing: ["org.example.Secret"])
        let (first, second) = try await bus.connectPair()
        let refused = await #expect(throws: RemoteError.self) {
            try await first.requestName("org.example.Secret", .doNotQueue)
        }
        #expect(refused?.name == .accessDenied)
        #expect(refused?.message.contains("org.example.Secret") == true)
        try await first.requestName("org.example.Open", .doNotQueue)
        let taken = await #expect(throws: NameTakenError.self) {
            try await second.requestName("org.example.Open", .doNotQueue)
        }
        #expect(
            taken?.description
                == "org.example.Open is owned by another connection; perhaps this program is already running")
    }
}
