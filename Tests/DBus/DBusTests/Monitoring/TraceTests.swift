import DBusTesting
import Glibc
import Testing
import TodayPlatform

@testable import DBus

/// The messages that a program prints when `SWIFT_DBUS_TRACE` is set.
@Suite struct TraceTests {
    /// The lines that a program prints which makes a call, and sends a signal.
    private static func talk() async throws {
        let bus = try await PrivateBus.start()
        let client = try await bus.connect()
        let _: String = try await client.call(.bus, "GetNameOwner", "org.freedesktop.DBus")
        try await client.emit("/a", "org.example.A", "Tick", true)
        await client.close()
    }

    private static func blocks(_ end: (exit: ChildProcess.Exit, error: String)) -> [String] {
        #expect(end.exit == .status(0), "\(end.error)")
        // Removes the complaints of the test's daemon, which it writes in two pieces.
        let own = end.error.replacing(/dbus-daemon\[\d+\]:[ ]/, with: "")
            .replacing(/\[session uid=.*\n/, with: "")
        return own.split(separator: "\n\n").map {
            $0.replacing(/\s+Timestamp=".*"/, with: "").replacing(/:1\.\d+/, with: ":1.N").description
        }
    }

    @Test func allMessagesAreShown() async throws {
        let end = try await inOwnProcess {
            setenv("SWIFT_DBUS_TRACE", "1", 1)
            try await TraceTests.talk()
        }
        let blocks = Self.blocks(end)
        let bus = "org.freedesktop.DBus"
        #expect(
            blocks.first == """
                → Type=method_call  Endian=l  Flags=0  Version=1 Cookie=1
                  Destination=\(bus)  Path=/org/freedesktop/DBus  Interface=\(bus)  Member=Hello
                  MESSAGE "" {
                  };
                """)
        #expect(
            blocks.contains(
                """
                ← Type=method_return  Endian=l  Flags=1  Version=1 Cookie=1  ReplyCookie=1
                  Sender=\(bus)  Destination=:1.N
                  MESSAGE "s" {
                          STRING ":1.N";
                  };
                """))
        #expect(
            blocks.contains(
                """
                → Type=signal  Endian=l  Flags=1  Version=1 Cookie=65538
                  Sender=:1.N  Path=/a  Interface=org.example.A  Member=Tick
                  UniqueName=:1.N
                  MESSAGE "b" {
                          BOOLEAN true;
                  };
                """))
        #expect(blocks.contains { $0.hasPrefix("←") && $0.contains("Member=NameAcquired") })
    }

    /// A rule of a call brings its reply along.
    @Test func aRuleChooses() async throws {
        let end = try await inOwnProcess {
            setenv("SWIFT_DBUS_TRACE", "interface='org.freedesktop.DBus',member=GetNameOwner headers", 1)
            try await TraceTests.talk()
        }
        let lines = Self.blocks(end).flatMap { $0.split(separator: "\n").map(String.init) }
        #expect(
            lines.filter { $0.contains("Type=") }.map { $0.prefix(20) } == [
                "→ Type=method_call  ", "← Type=method_return",
            ])
        #expect(!lines.contains { $0.contains("MESSAGE") || $0.contains("STRING") })
    }

    /// The reply to an incoming call is shown with it, even if other replies come between.
    @Test func whatAServiceAnswersIsShown() async throws {
        let end = try await inOwnProcess {
            setenv("SWIFT_DBUS_TRACE", "member=Text headers", 1)
            let setup = try await EchoBus.start()
            unsetenv("SWIFT_DBUS_TRACE")
            let (one, other) = (try await setup.bus.connect(), try await setup.bus.connect())
            func call(_ caller: Connection, _ member: MemberName) async throws -> String {
                try await caller.call(Echo.busName, path: Echo.path, interface: Echo.name, member, "x")
            }
            // The numbers of their calls are the same.
            _ = try await call(one, "Text")
            _ = try? await call(other, "FailOddly")
            _ = try await call(other, "Text")
            _ = try? await call(one, "FailOddly")
        }
        let blocks = Self.blocks(end)
        #expect(
            blocks.map { $0.prefix(20) }
                == Array(repeating: ["← Type=method_call  ", "→ Type=method_return"], count: 2).flatMap { $0 })
    }

    /// Each field that a rule has counts.
    @Test func rulesMatch() throws {
        let header = MessageHeader.methodCall(
            to: "org.example.Destination", path: "/path", interface: "org.example.Interface", member: "Member")
        var message = try #require(WireMessage(try Message.make(header)))
        message.sender = ":1.5"
        let pairs = [
            ("type", "method_call", "signal"), ("sender", ":1.5", ":1.6"),
            ("destination", "org.example.Destination", "org.example.Other"), ("path", "/path", "/"),
            ("interface", "org.example.Interface", "org.example.Other"), ("member", "Member", "Other"),
        ]
        let matching =
            [MessageFilter(), MessageFilter(kind: .methodCall)]
            + (try pairs.map { key, value, _ in try #require(MessageFilter(text: "\(key)='\(value)'")) })
        let others = try pairs.map { key, _, other in try #require(MessageFilter(text: "\(key)=\(other)")) }
        #expect(matching.allSatisfy { $0.matches(message) })
        #expect(!others.contains { $0.matches(message) })
    }

    @Test func nothingIsShownUnlessItIsAskedFor() async throws {
        let end = try await inOwnProcess {
            unsetenv("SWIFT_DBUS_TRACE")
            try await TraceTests.talk()
            setenv("SWIFT_DBUS_TRACE", "0", 1)
            try await TraceTests.talk()
        }
        #expect(Self.blocks(end) == [])
    }

    @Test func aWordThatIsNoneIsTold() async throws {
        let end = try await inOwnProcess {
            setenv("SWIFT_DBUS_TRACE", "signals member=5", 1)
            try await TraceTests.talk()
        }
        let text = Self.blocks(end).joined(separator: "\n\n")
        #expect(
            text.contains(
                "SWIFT_DBUS_TRACE: ignoring the unknown word \"member=5\"; known are 1, 0, calls, signals, headers, "
                    + "and comma-separated rules of type=, sender=, destination=, path=, interface= and member=\n"
            ))
        #expect(text.contains("Member=Tick") && !text.contains("Type=method"))
    }

    /// A mistyped filter shows nothing rather than everything.
    @Test(arguments: ["typ=signal", "headers typ=signal"]) func wordsThatAreNoneShowNothing(_ value: String) {
        #expect(MessageTrace.asked(value) == nil)
        #expect(MessageTrace.asked("1") != nil)
    }

    @Test func pairsCombine() throws {
        let header = MessageHeader.signal(path: "/a/b", interface: "c.d", member: "E")
        let message = try #require(WireMessage(try Message.make(header)))
        let text = "type='signal',path='/a/b',interface='c.d',member='E'"
        #expect(MessageFilter(text: text)?.matches(message) == true)
        #expect(MessageFilter(text: text) == MessageFilter(text: text.replacing("'", with: "")))
        #expect(MessageFilter(text: text.replacing("/a/b", with: "/a"))?.matches(message) == false)
    }

    @Test(arguments: ["", "path", "path=a", "type=call", "color=red", "member='A',", "member='A'B", "sender=a"])
    func whatIsNoRule(_ text: String) { #expect(MessageFilter(text: text) == nil) }
}
