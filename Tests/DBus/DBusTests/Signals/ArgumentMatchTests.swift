import DBusTesting
import Testing

@testable import DBus

/// Rules about arguments, as a bus and as this library evaluate them.
struct ArgumentMatchTests {
    private static let interface: InterfaceName = "org.example.Arguments"

    /// A signal, named so that a test can say which came.
    private struct Sent: Sendable {
        let member: MemberName
        let send: @Sendable (isolated Connection) throws -> Void

        init<each Value: DBusType>(_ member: MemberName, _ values: repeat each Value) {
            self.member = member
            let values = Values<repeat each Value>(repeat each values)
            send = { try $0.emit("/a", ArgumentMatchTests.interface, member, repeat each values.values) }
        }
    }

    /// Sends signals, and returns those that a connection with this rule hears.
    ///
    /// First with nothing but the rule, so that the bus chooses; then with a rule for everything beside it, so that this
    /// side does. Both have to choose the same.
    private func heard(
        _ arguments: [Int: MatchRule.Argument], of signals: [Sent], on bus: PrivateBus,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [MemberName] {
        let (sender, listener) = try await bus.connectPair()
        let rule = MatchRule(interface: Self.interface, arguments: arguments)
        let recorder = try await SignalRecorder(listener, rule)
        for signal in signals { try await sender.perform { try signal.send($0) } }
        let _: String = try await sender.call(.bus, "GetId")
        let _: String = try await listener.call(.bus, "GetId")
        let byBus = recorder.signals.map(\.member)
        let all = try await SignalRecorder(listener, MatchRule(interface: Self.interface))
        for signal in signals { try await sender.perform { try signal.send($0) } }
        try await all.wait(for: signals.count)
        #expect(recorder.signals.dropFirst(byBus.count).map(\.member) == byBus, sourceLocation: sourceLocation)
        await sender.close()
        await listener.close()
        return byBus
    }

    @Test func aTextIsEqual() async throws {
        let bus = try await PrivateBus.start()
        let signals = [
            Sent("First", "x", "y"), Sent("Second", "y", "x"), Sent("Path", "y", "/x" as ObjectPath),
            Sent("Third", "y", Int32(5), "x"), Sent("Longer", "y", "xx"), Sent("Short", "y"), Sent("None"),
        ]
        #expect(try await heard([1: .equals("x")], of: signals, on: bus) == ["Second"])
        #expect(try await heard([0: .equals("y"), 2: .equals("x")], of: signals, on: bus) == ["Third"])
        #expect(try await heard([1: .equals("/x")], of: signals, on: bus) == [])
    }

    @Test func anyTextCanBeAskedFor() async throws {
        let bus = try await PrivateBus.start()
        for text in ["it's", "''", #"\"#, #"\'"#, "a,b", "a='b'", " ", "", "ä'ö", "line\nline", #"'\'','\''"#] {
            let signals = [Sent("This", "a", text), Sent("Other", "a", text + "'")]
            #expect(try await heard([1: .equals(text)], of: signals, on: bus) == ["This"], "\(text)")
            #expect(try await heard([1: .path(text)], of: signals, on: bus) == ["This"], "\(text)")
        }
    }

    @Test func aPathIsEqualOrAboveOrBelow() async throws {
        let bus = try await PrivateBus.start()
        let signals = [
            Sent("Equal", "/aa/bb/"), Sent("Below", "/aa/bb/cc"), Sent("Far", "/aa/bb/cc/dd"), Sent("Above", "/aa/"),
            Sent("Root", "/"), Sent("Bare", "/aa/bb"), Sent("Parent", "/aa"), Sent("Beside", "/aa/b"),
            Sent("Object", "/aa/bb/cc" as ObjectPath), Sent("Number", UInt32(1)),
        ]
        // The example of the specification.
        let wanted: [MemberName] = ["Equal", "Below", "Far", "Above", "Root", "Object"]
        #expect(try await heard([0: .path("/aa/bb/")], of: signals, on: bus) == wanted)
        #expect(try await heard([0: .path("/aa/bb/cc")], of: signals, on: bus) == wanted.filter { $0 != "Far" })
    }

    @Test func aNamespaceIsItselfAndWhatIsBelow() async throws {
        let bus = try await PrivateBus.start()
        let signals = [
            Sent("Itself", "com.example.backend1"), Sent("Below", "com.example.backend1.foo"),
            Sent("Other", "com.example.backend2"), Sent("Longer", "com.example.backend10"),
            Sent("Above", "com.example"),
            Sent("Path", "/com/example/backend1" as ObjectPath),
        ]
        #expect(try await heard([0: .namespace("com.example.backend1")], of: signals, on: bus) == ["Itself", "Below"])
        #expect(try await heard([0: .namespace("com")], of: signals, on: bus) == signals.dropLast().map(\.member))
    }

    @Test func theBusRefusesWhatItDoesNotKnow() async throws {
        let bus = try await PrivateBus.start()
        let listener = try await bus.connect()
        let unknown: [[Int: MatchRule.Argument]] = [
            [64: .equals("x")], [-1: .equals("x")], [1: .namespace("org.example")], [0: .namespace("no name")],
        ]
        for arguments in unknown {
            let error = await #expect(throws: RemoteError.self, "\(arguments)") {
                try await listener.subscribe(MatchRule(arguments: arguments)) { _ in }
            }
            #expect(error?.name == "org.freedesktop.DBus.Error.MatchRuleInvalid")
        }
    }
}
