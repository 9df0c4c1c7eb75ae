import DBusMonitor
import DBusTesting
import Glibc
import Testing

@testable import DBus

/// The messages that a monitor sees, compared with other monitors.
@Suite struct MonitoringTests {
    /// All types, so that they can be compared.
    private static let values: [DBusValue] = [
        .boolean(true), .variant(.string("x y")), .bytes([1, 2, 3]),
        .properties(["k": .int32(5), "e": .strings([])]),
        .structure([.double(1.5), .objectPath("/a/b"), .variant(.structure([.string("a"), .int64(-7)]))]),
        .strings(["a", "b"]), .signature("as"), .byte(7), .uint16(9), .int16(-9), .uint32(1), .uint64(2),
        .array([.properties(["z": .variant(.uint32(5))])], of: "a{sv}"),
    ]

    /// Sends what all monitors are to see, and at last a signal `Done`.
    private func talk(_ setup: EchoBus) async throws {
        #expect(try await setup.call("Text", "hello") as String == "hello")
        await #expect(throws: RemoteError.self) { try await setup.call("FailOddly", "odd") as String }
        let header = MessageHeader.signal(path: "/a", interface: "org.example.A", member: "All")
        _ = try await setup.client.perform { try $0.send(Message.make(header, bare: Self.values)) }
        try await setup.client.emit("/a", "org.example.A", "Done", UInt32(1))
    }

    /// The messages that another monitor shows, without what is not compared: its own start, and times.
    private static func blocks(_ text: String) -> [String] {
        text.split(separator: "\n\n").map(String.init).filter { $0.hasPrefix("‣") }
            // The bus sends this signal to the monitor itself.
            .filter { !$0.contains("Member=NameLost") }
            .map { $0.replacing(/\s+Timestamp=".*"/, with: "").trimmingSuffix("\n") }
    }

    @Test func itShowsWhatBusctlShows() async throws {
        let setup = try await EchoBus.start()
        let other = try await setup.bus.start("busctl", "--user", "--address=\(setup.bus.address)", "monitor")
        // It does not say when it listens.
        try await eventually("busctl sees nothing") {
            try await setup.client.emit("/a", "org.example.A", "Ready")
            return other.text.contains("Member=Ready")
        }
        let mine = try await Connection.monitor(.bus(setup.bus.address))
        try await talk(setup)
        let text = try await other.output { $0.contains("Member=Done") && $0.hasSuffix("};\n\n") }
        other.signal(SIGTERM)
        var seen: [String] = []
        for await message in mine {
            seen.append("\(message)")
            if message.member == "Done" { break }
        }
        let (shown, expected) = (Self.blocks(seen.joined(separator: "\n")), Self.blocks(text))
        // `busctl` started earlier.
        #expect(shown.count >= 6)
        #expect(shown == Array(expected.suffix(shown.count)))
    }

    /// `dbus-monitor` has a line for each message.
    @Test func itSeesWhatDbusMonitorSees() async throws {
        let setup = try await EchoBus.start()
        let other = try await setup.bus.start("dbus-monitor", "--address", setup.bus.address)
        _ = try await other.output { $0.contains("member=NameLost") }
        let mine = try await Connection.monitor(.bus(setup.bus.address))
        try await talk(setup)
        let text = try await other.output { $0.contains("member=Done") }
        other.signal(SIGTERM)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        var seen: [RawMessage] = []
        for await message in mine {
            seen.append(message)
            if message.member == "Done" { break }
        }
        let words = ["method call", "method return", "error", "signal"]
        let kinds: [RawMessage.Kind] = [.methodCall, .methodReturn, .error, .signal]
        for (message, line) in zip(seen.reversed(), lines.reversed()) {
            let kind = try #require(kinds.firstIndex(of: message.kind))
            #expect(line.hasPrefix(words[kind] + " time="), "\(line)")
            #expect(line.contains("sender=\(message.sender?.rawValue ?? "") "), "\(line)")
            #expect(line.contains("destination=\(message.destination?.rawValue ?? "(null destination)") "), "\(line)")
            if let reply = message.replySerial { #expect(line.contains("reply_serial=\(reply)"), "\(line)") }
            if message.kind != .error, message.kind != .methodReturn {
                let place =
                    "path=\(message.path?.rawValue ?? ""); interface=\(message.interface?.rawValue ?? ""); "
                    + "member=\(message.member?.rawValue ?? "")"
                #expect(line.contains("serial=\(message.serial) \(place)"), "\(line)")
            }
        }
    }

    @Test func rulesChoose() async throws {
        let setup = try await EchoBus.start()
        let calls = try await Connection.monitor(
            .bus(setup.bus.address), MonitorRule.everything(of: Echo.busName))
        let done = try await Connection.monitor(
            .bus(setup.bus.address),
            [MonitorRule(kind: .signal, path: "/a", interface: "org.example.A", member: "Done")])
        try await talk(setup)
        var seen = done.makeAsyncIterator()
        let first = try #require(await seen.next())
        #expect(first.member == "Done" && first.kind == .signal && first.sender == setup.client.uniqueName)
        #expect(first.destination == nil && first.signature == "u" && first.bytes == [1, 0, 0, 0])
        #expect(try first.body == [.uint32(1)])
        #expect(try first.arguments(as: UInt32.self) == 1)
        #expect(throws: UnmarshallingError.self) { try first.arguments(as: String.self) }
        let all = try await withDeadline {
            var found: [RawMessage] = []
            for await message in calls {
                found.append(message)
                if found.count == 4 { break }
            }
            return found
        }
        #expect(all.map(\.kind) == [.methodCall, .methodReturn, .methodCall, .error])
        #expect(all.map(\.replySerial) == [nil, all[0].serial, nil, all[2].serial])
        #expect(all[3].errorName == .failed)
    }

    @Test func whatIsTooLargeComesWithoutItsBody() async throws {
        let setup = try await EchoBus.start()
        let rule = MonitorRule(interface: "org.example.A")
        let monitor = try await Connection.monitor(.bus(setup.bus.address), [rule], largestMessage: 4096)
        try await setup.client.emit("/a", "org.example.A", "Large", [UInt8](repeating: 1, count: 8192))
        let message = try #require(await monitor.first { _ in true })
        #expect(message.isTooLarge && message.size > 8192 && message.bytes.isEmpty && message.member == "Large")
        #expect(throws: UnmarshallingError.self) { try message.body }
        #expect("\(message)".hasSuffix("  MESSAGE of \(message.size) bytes, skipped\n"))
    }

    @Test func fileDescriptorsComeAlong() async throws {
        let setup = try await EchoBus.start()
        let monitor = try await Connection.monitor(
            .bus(setup.bus.address), [MonitorRule(interface: "org.example.A")])
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        try await setup.client.emit("/a", "org.example.A", "Pipe", UInt32(1), UnixFileDescriptor(owning: ends[1]))
        let message = try #require(await monitor.first { _ in true })
        #expect("\(message)".hasSuffix("          UINT32 1;\n          UNIX_FD 0;\n  };\n"))
        let (_, writing) = try message.arguments(as: UInt32.self, UnixFileDescriptor.self)
        #expect(write(writing.rawValue, "!", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1 && byte == UInt8(ascii: "!"))
        close(ends[0])
    }

    @Test func whatNobodyTakesIsBounded() async throws {
        let setup = try await EchoBus.start()
        let rule = MonitorRule(interface: "org.example.A")
        let monitor = try await Connection.monitor(
            .bus(setup.bus.address), [rule], bufferingPolicy: .bufferingNewest(2))
        for number in 0..<5 { try await setup.client.emit("/a", "org.example.A", "Tick", UInt32(number)) }
        try await withDeadline { while monitor.dropped < 3 { try await setup.client.call(.bus, "GetId") } }
        var rest = monitor.makeAsyncIterator()
        #expect(try await rest.next()?.body == [.uint32(3)])
        #expect(try await rest.next()?.body == [.uint32(4)])
    }

    /// It has a connection of its own, which ends with it, as it does with the bus.
    @Test func itEnds() async throws {
        let setup = try await EchoBus.start()
        func names() async throws -> Int { (try await setup.client.call(.bus, "ListNames") as [String]).count }
        let before = try await names()
        let thread = "monitor"
        do {
            let monitor = try await Connection.monitor(.bus(setup.bus.address), on: EventLoop(name: thread))
            #expect(monitor.dropped == 0)
            #expect(Threads.named(thread).count == 1)
        }
        await eventually("the monitor runs on") { Threads.named(thread).isEmpty }
        // A monitor has no name.
        #expect(try await names() == before)
        let last = try await Connection.monitor(.bus(setup.bus.address))
        setup.bus.stop()
        try await withDeadline { for await _ in last {} }
        #expect(await last.closed == .disconnected)
    }

    @Test func itTellsThatItWasCancelled() async throws {
        let setup = try await EchoBus.start()
        let monitor = try await Connection.monitor(.bus(setup.bus.address))
        let watching = Task { for await _ in monitor {} }
        watching.cancel()
        #expect(await monitor.closed == .closedHere)
    }

    @Test func aPeerIsNotMonitored() async throws {
        let error = await #expect(throws: ConnectionError.self) {
            try await Connection.monitor(.peer("unix:path=/nowhere"))
        }
        #expect(error?.code == .cannotConnect)
    }

    // MARK: Any bytes

    private func raw(_ bytes: [UInt8]) -> WireMessage? { bytes.withUnsafeBytes { WireMessage($0) } }

    private func bytes(of message: Message) -> [UInt8] {
        ReceivedBody.withNativeBytes(of: message) { [UInt8]($0) } ?? []
    }

    /// A body that doesn't match its signature; some buses don't check it.
    @Test func aBadBodyIsTold() throws {
        let header = MessageHeader.signal(path: "/a", interface: "org.example.A", member: "B")
        var all = bytes(of: try Message.make(header, "abc", UInt32(1)))
        // The length of the string.
        all[all.count - 12] = 0xff
        let message = try #require(raw(all))
        #expect(message.member == "B" && message.signature == "su")
        #expect(throws: UnmarshallingError.self) { try message.body }
        #expect(
            "\(message)".contains("  MESSAGE \"su\" {\n          … expected a value, found malformed bytes\n  };"))
    }

    @Test func nothingThatArrivesEndsTheProgram() throws {
        let header = MessageHeader.methodCall(to: "a.b", path: "/a", interface: "org.example.A", member: "B")
        let whole = bytes(of: try Message.make(header, bare: Self.values))
        var random = SeededRandom(seed: 7)
        for _ in 0..<3000 {
            var all = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                all[Int.random(in: 0..<all.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let message = raw(all) { #expect(!"\(message)".isEmpty) }
            _ = raw(Array(all.prefix(Int.random(in: 0..<all.count, using: &random))))
        }
    }

    @Test func longValuesAreCutOff() throws {
        let header = MessageHeader.signal(path: "/a", interface: "org.example.A", member: "B")
        let long = try #require(
            raw(
                bytes(
                    of: try Message.make(
                        header, String(repeating: "x", count: 5000), [UInt32](repeating: 1, count: 1000)))))
        let text = "\(long)"
        #expect(text.contains(String(repeating: "x", count: 1024) + "\"… 3976 bytes more;"))
        #expect(text.contains("… 2976 bytes more\n"))
        let words = try #require(
            raw(bytes(of: try Message.make(header, (0..<200).map { _ in [String](repeating: "long", count: 200) }))))
        #expect("\(words)".utf8.count < 70_000)
        // Nothing in a string looks like something else.
        let sly = try #require(raw(bytes(of: try Message.make(header, "a\";\n\u{1B}[31m"))))
        #expect("\(sly)".contains(#"STRING "a\";\n\u{1B}[31m";"#))
    }

    @Test func theOtherByteOrderIsRead() throws {
        // A signal / org.example.A.B of a big-endian machine, with the UINT32 1.
        var all: [UInt8] = [UInt8(ascii: "B"), 4, 1, 1, 0, 0, 0, 4, 0, 0, 1, 2, 0, 0, 0, 0]
        func field(_ code: UInt8, _ type: Unicode.Scalar, _ value: [UInt8]) {
            while all.count % 8 != 0 { all.append(0) }
            all += [code, 1, UInt8(ascii: type), 0] + value
        }
        func text(_ text: String) -> [UInt8] { [0, 0, 0, UInt8(text.utf8.count)] + Array(text.utf8) + [0] }
        field(1, "o", text("/"))
        field(2, "s", text("org.example.A"))
        field(3, "s", text("B"))
        field(8, "g", [1, UInt8(ascii: "u"), 0])
        all[15] = UInt8(all.count - 16)
        while all.count % 8 != 0 { all.append(0) }
        all += [0, 0, 0, 1]
        let message = try #require(raw(all))
        #expect(message.isBigEndian && message.serial == 258 && message.interface == "org.example.A")
        #expect(try message.body == [.uint32(1)])
        #expect("\(message)".hasPrefix("‣ Type=signal  Endian=B  Flags=1  Version=1 Cookie=258  Timestamp="))
    }

    @Test func momentsAreWrittenAsBusctlDoes() {
        #expect(
            (Duration.seconds(1_795_389_729) + .microseconds(919_254)).timestamp == "Sun 2026-11-22 23:22:09.919254 UTC"
        )
        #expect((Duration.seconds(0) + .microseconds(5)).timestamp == "Thu 1970-01-01 00:00:00.000005 UTC")
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
