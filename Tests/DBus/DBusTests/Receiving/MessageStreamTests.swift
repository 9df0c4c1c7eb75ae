import CTodayDBus
import DBusTesting
import Glibc
import Testing

@testable import DBus

/// How bytes become messages, on a pair of sockets without a bus.
struct MessageStreamTests {
    private let stream = MessageStream()
    private let sockets: (near: UnixFileDescriptor, far: UnixFileDescriptor)

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        sockets = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
    }

    private static func bytes(of message: Message, serial: UInt32) throws -> [UInt8] {
        dbus_message_set_serial(message.raw, serial)
        var (start, count): (UnsafeMutablePointer<CChar>?, CInt) = (nil, 0)
        try #require(dbus_message_marshal(message.raw, &start, &count) != 0)
        defer { dbus_free(start) }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(count)))
    }

    private static func call(_ member: String, serial: UInt32, bytes count: Int) throws -> [UInt8] {
        let header = MessageHeader.methodCall(
            to: ":1.5", path: "/a", interface: "org.example.A", member: MemberName(unchecked: member))
        return try bytes(
            of: try Message.make(header, [UInt8](repeating: 7, count: count), "end"), serial: serial)
    }

    /// Sends bytes in pieces and reads after each. Returns what arrives.
    private func pass(_ bytes: [UInt8], _ size: () -> Int) throws -> [Arrival] {
        var rest = bytes[...]
        var arrivals: [Arrival] = []
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size()))
            let sent = send(sockets.far.rawValue, piece, piece.count, CInt(MSG_DONTWAIT))
            rest = rest.dropFirst(max(0, sent))
            #expect(stream.read(from: sockets.near.rawValue) == .read)
            while let arrival = stream.pop() { arrivals.append(arrival) }
        }
        return arrivals
    }

    @Test func messagesArriveInWhateverPieces() throws {
        var random = SeededRandom(seed: 3)
        let sizes = (0..<200).map { _ in
            Int.random(in: 0..<(Bool.random(using: &random) ? 200_000 : 50), using: &random)
        }
        let messages = try sizes.enumerated().map { index, size in
            try Self.call("M\(index)", serial: UInt32(index + 1), bytes: size)
        }
        let arrivals = try pass(messages.flatMap { $0 }) { Int.random(in: 1..<150_000, using: &random) }
        #expect(arrivals.map(\.size) == messages.map(\.count))
        #expect(arrivals.allSatisfy { !$0.isTooLarge })
        for (index, arrival) in arrivals.enumerated() {
            #expect(try Self.bytes(of: #require(arrival.message()), serial: UInt32(index + 1)) == messages[index])
        }
    }

    @Test func everyCutIsAsGoodAsAnother() throws {
        let messages = try (1...3).map { try Self.call("M\($0)", serial: UInt32($0), bytes: $0) }
        let bytes = messages.flatMap { $0 }
        for cut in 1..<bytes.count {
            var first = true
            let arrivals = try pass(bytes) {
                defer { first = false }
                return first ? cut : bytes.count
            }
            #expect(arrivals.map(\.size) == messages.map(\.count), "cut at \(cut)")
        }
    }

    /// For a message that is too large, the sender and the kind still arrive, and later messages are complete.
    @Test(arguments: [1, 1000, 1 << 20]) func whatIsTooLargeIsPassedOver(_ piece: Int) throws {
        stream.largest = 2000
        let large = piece == 1 ? 3000 : 3 << 20
        let messages = try [
            Self.call("Before", serial: 1, bytes: 10), Self.call("Large", serial: 2, bytes: large),
            Self.call("After", serial: 3, bytes: 20),
        ]
        let arrivals = try pass(messages.flatMap { $0 }) { piece }
        #expect(arrivals.map(\.size) == messages.map(\.count))
        #expect(arrivals.map(\.isTooLarge) == [false, true, false])
        let whole = try #require(arrivals[1].message())
        let message = whole.raw
        #expect(text(dbus_message_get_member(message)) == "Large")
        #expect(text(dbus_message_get_path(message)) == "/a")
        #expect(dbus_message_get_serial(message) == 2)
        #expect(text(dbus_message_get_signature(message)) == "")
        withExtendedLifetime(whole) {}
    }

    /// A message whose header is too large can't be answered, and does no harm.
    @Test func aHeaderThatIsTooLargeIsPassedOver() throws {
        stream.largest = 2000
        let path = ObjectPath(unchecked: "/" + String(repeating: "a", count: 5000))
        let header = MessageHeader.methodCall(to: ":1.5", path: path, interface: nil, member: "M")
        let large = try Self.bytes(of: try Message.make(header, "x"), serial: 1)
        let after = try Self.call("After", serial: 2, bytes: 1)
        let arrivals = try pass(large + after) { 700 }
        #expect(arrivals.map(\.size) == [after.count])
    }

    /// Descriptors that arrive with a message are taken with it, or closed with it. They never reach another message.
    @Test(arguments: [true, false]) func descriptorsOfAPassedOverMessageAreClosed(_ isInOnePiece: Bool) async throws {
        stream.largest = 2000
        let path = ObjectPath(unchecked: "/" + String(repeating: "a", count: 5000))
        let header = MessageHeader.methodCall(to: ":1.5", path: path, interface: nil, member: "M")
        let (lost, lostEnd) = try Self.makePipe()
        let (own, ownEnd) = try Self.makePipe()
        let large = try Self.bytes(of: try Message.make(header, "x"), serial: 1)
        let before = try Self.call("Before", serial: 2, bytes: 1)
        let plain = try Self.call("After", serial: 3, bytes: 1)
        let taking = MessageHeader.methodCall(to: ":1.5", path: "/a", interface: nil, member: "Take")
        let last = try Self.bytes(
            of: try Message.make(taking, try #require(UnixFileDescriptor(duplicating: ownEnd))), serial: 4)
        var arrivals: [Arrival] = []
        func read() {
            while stream.read(from: sockets.near.rawValue) == .read, let arrival = stream.pop() {
                arrivals.append(arrival)
                while let arrival = stream.pop() { arrivals.append(arrival) }
            }
        }
        // The bus sends the descriptors of a message with its first bytes.
        let sent: [([UInt8], [CInt])] = [(before, []), (large, [lostEnd, lostEnd]), (plain, []), (last, [ownEnd])]
        for (bytes, descriptors) in sent {
            try Self.sendMessage(bytes, descriptors, to: sockets.far.rawValue)
            if !isInOnePiece { read() }
        }
        read()
        for end in [lostEnd, ownEnd] { close(end) }
        #expect(arrivals.map(\.size) == [before.count, plain.count, last.count])
        // The other end is closed everywhere. A program that another test starts has a copy for a moment.
        await eventually("a copy is still open") { Self.isHungUp(lost) }
        #expect(!Self.isHungUp(own))
        arrivals = []
        await eventually("a copy is still open") { Self.isHungUp(own) }
        for end in [lost, own] { close(end) }
    }

    private static func makePipe() throws -> (reading: CInt, writing: CInt) {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    private static func isHungUp(_ descriptor: CInt) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) == 1 && watched.revents & Int16(POLLHUP) != 0
    }

    /// Sends bytes in one piece, with descriptors.
    private static func sendMessage(_ bytes: [UInt8], _ descriptors: [CInt], to socket: CInt) throws {
        var bytes = bytes
        let size = descriptors.count * MemoryLayout<CInt>.size
        var control = [UInt](repeating: 0, count: 8)
        let sent = bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &vector) { vector in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (vector, 1)
                    if !descriptors.isEmpty {
                        let head = MemoryLayout<cmsghdr>.size
                        var header = cmsghdr()
                        header.cmsg_len = head + size
                        (header.cmsg_level, header.cmsg_type) = (SOL_SOCKET, 1 /* SCM_RIGHTS */)
                        control.storeBytes(of: header, as: cmsghdr.self)
                        descriptors.withUnsafeBytes {
                            UnsafeMutableRawBufferPointer(rebasing: control[head...]).copyMemory(from: $0)
                        }
                        (message.msg_control, message.msg_controllen) = (control.baseAddress, head + (size + 7) & ~7)
                    }
                    return sendmsg(socket, &message, 0)
                }
            }
        }
        try #require(sent == bytes.count)
    }

    @Test func whatIsNoMessageEndsIt() throws {
        var bytes = try Self.call("M", serial: 1, bytes: 1)
        bytes[0] = 0
        #expect(send(sockets.far.rawValue, bytes, bytes.count, 0) == bytes.count)
        #expect(stream.read(from: sockets.near.rawValue) == .broken)
    }

    @Test func theEndIsNoticed() throws {
        #expect(stream.read(from: sockets.near.rawValue) == .read)
        close(sockets.far.release())
        #expect(stream.read(from: sockets.near.rawValue) == .ended)
    }
}
