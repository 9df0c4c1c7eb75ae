import DBusTesting
import Glibc
import Testing

@testable import DBus

/// Other tests of this process open and close descriptors too, so these look at their own alone.
@Suite(.serialized)
struct FileDescriptorTests {
    private func makePipe() throws -> (read: UnixFileDescriptor, write: UnixFileDescriptor) {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        return (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
    }

    /// Whether every copy of the other end of a pipe is closed.
    private func isHungUp(_ end: UnixFileDescriptor) -> Bool {
        var descriptor = pollfd(fd: end.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 1 && descriptor.revents & Int16(POLLHUP) != 0
    }

    private func isOpen(_ descriptor: CInt) -> Bool { fcntl(descriptor, F_GETFD) != -1 }

    /// How many descriptors of this process are ends of a pipe.
    private func count(of pipe: UnixFileDescriptor) -> Int {
        var status = stat()
        guard fstat(pipe.rawValue, &status) == 0, let folder = opendir("/proc/self/fd") else { return -1 }
        defer { closedir(folder) }
        let inode = status.st_ino
        var count = 0
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            // Another pipe may have the number that was just read; the inode distinguishes them.
            if let number = CInt(name), fstat(number, &status) == 0, status.st_ino == inode,
                status.st_mode & S_IFMT == S_IFIFO
            {
                count += 1
            }
        }
        return count
    }

    @Test func aDescriptorIsPassed() async throws {
        let setup = try await EchoBus.start()
        let ends = try makePipe()
        let back: UnixFileDescriptor = try await setup.call("Handle", ends.write)
        #expect(back.rawValue != ends.write.rawValue)
        #expect(fcntl(back.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        #expect(write(back.rawValue, "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(ends.read.rawValue, &byte, 1) == 1)
        #expect(byte == UInt8(ascii: "x"))
        // The sender's own is still open, and still its own.
        #expect(isOpen(ends.write.rawValue))
    }

    /// Every copy made on the way is closed, in 10,000 transfers to and fro: the pipe hangs up as soon as the sender's own
    /// end goes.
    @Test func nothingIsLeftOpen() async throws {
        let setup = try await EchoBus.start()
        let reader: UnixFileDescriptor
        do {
            let ends = try makePipe()
            reader = ends.read
            #expect(count(of: reader) == 2)
            try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<1250 { let _: UnixFileDescriptor = try await setup.call("Handle", ends.write) }
                    }
                }
                try await group.waitForAll()
            }
            await eventually("a copy is still open") { count(of: reader) == 2 }
            // As results that aren't read, in variants, twice in a message, to a missing receiver, and in a signal.
            for _ in 0..<100 {
                try await setup.client.call(
                    Echo.busName, path: Echo.path, interface: Echo.name, "Handle", ends.write)
                let _: DBusValue = try await setup.call("Variant", DBusValue.fileDescriptor(ends.write))
                let pair = DBusValue.array([.fileDescriptor(ends.write), .fileDescriptor(ends.write)], of: "h")
                let _: DBusValue = try await setup.call("Variant", pair)
                await #expect(throws: RemoteError.self) { let _: Int32 = try await setup.call("Text", ends.write) }
                await #expect(throws: RemoteError.self) { let _: Int32 = try await setup.call("No", ends.write) }
                try await setup.service.emit("/a", "org.example.Handles", "Sent", ends.write)
            }
            #expect(!isHungUp(reader))
        }
        await eventually("a copy is still open") { isHungUp(reader) }
    }

    @Test func aSignalCarriesADescriptor() async throws {
        let setup = try await EchoBus.start()
        let reader: UnixFileDescriptor
        do {
            let ends = try makePipe()
            reader = ends.read
            let recorder = try await SignalRecorder(setup.client, MatchRule(member: "Sent"))
            try await setup.service.emit("/a", "org.example.Handles", "Sent", ends.write)
            let signal = try #require(try await recorder.wait().first)
            // Each reader gets a copy of its own.
            let first = try signal.arguments(as: UnixFileDescriptor.self)
            let second = try signal.arguments(as: UnixFileDescriptor.self)
            #expect(first != second && first.rawValue != second.rawValue)
            #expect(write(second.rawValue, "y", 1) == 1)
            #expect(!isHungUp(reader))
            await setup.client.close()
        }
        await eventually("a copy is still open") { isHungUp(reader) }
    }

    @Test func ownershipEndsWithRelease() async throws {
        let ends = try makePipe()
        let number = ends.write.release()
        #expect(number >= 0)
        #expect(ends.write.rawValue == -1)
        #expect(ends.write.release() == -1)
        #expect(isOpen(number))
        #expect(throws: MarshallingError.self) { try Message.holding(ends.write) }
        #expect(UnixFileDescriptor(duplicating: -1) == nil)
        close(number)
        // A program that another test starts has a copy for a moment.
        await eventually("a copy is still open") { isHungUp(ends.read) }
    }

    @Test func aDuplicateIsIndependent() async throws {
        let ends = try makePipe()
        do {
            let duplicate = try #require(UnixFileDescriptor(duplicating: ends.write.rawValue))
            #expect(duplicate != ends.write)
            close(ends.write.release())
            #expect(!isHungUp(ends.read))
            #expect(isOpen(duplicate.rawValue))
        }
        await eventually("a copy is still open") { isHungUp(ends.read) }
    }

    // MARK: How many

    /// Sends so many descriptors in one call, and returns how many came.
    private func pass(_ count: Int, _ client: Connection, to destination: BusName?) async throws -> UInt32 {
        let ends = try makePipe()
        return try await client.call(
            destination, path: "/counter", interface: "org.example.Handles", "Count",
            [UnixFileDescriptor](repeating: ends.write, count: count))
    }

    private actor Handles {
        private let connection: Connection
        nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }

        init(_ connection: Connection) { self.connection = connection }

        static let interface = Interface<Handles>("org.example.Handles") {
            Method("Count") { (_: isolated Handles, handles: [UnixFileDescriptor]) in UInt32(handles.count) }
            Method("Give") { (_: isolated Handles, count: UInt32) throws -> [UnixFileDescriptor] in
                try (0..<count).map { _ in
                    guard let handle = UnixFileDescriptor(duplicating: 0) else {
                        throw MarshallingError("none is free")
                    }
                    return handle
                }
            }
        }
    }

    private static func refusal(_ count: Int, _ limit: Int) -> MarshallingError {
        .tooManyDescriptors(count, limit: limit)
    }

    private func expectRefusal(
        _ count: Int, _ limit: Int, of body: @Sendable () async throws -> Void
    ) async {
        let error = await #expect(throws: MarshallingError.self) { try await body() }
        #expect(error?.message == Self.refusal(count, limit).message)
    }

    /// The bus closes a connection that sends more than 16 descriptors, which is why the library refuses them.
    @Test func moreThanTheBusTakesAreRefused() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Handles.interface, of: Handles(service), at: "/counter")
        #expect(try await pass(16, client, to: service.uniqueName) == 16)
        await expectRefusal(17, 16) { _ = try await pass(17, client, to: service.uniqueName) }
        await expectRefusal(17, 16) {
            try await client.perform { connection in
                connection.propertiesDidChange("/", "org.example.Handles", ["Any"])
                try connection.emit(
                    "/", "org.example.Handles", "Many",
                    (0..<17).compactMap { _ in UnixFileDescriptor(duplicating: 0) })
            }
        }
        // A reply with too many is an error for the caller, and only for it.
        let handles = Proxy(client, service.uniqueName, "/counter", "org.example.Handles")
        await #expect(throws: RemoteError(.failed, Self.refusal(17, 16).description)) {
            try await handles.call("Give", UInt32(17)) as [UnixFileDescriptor]
        }
        #expect(try await (handles.call("Give", UInt32(16)) as [UnixFileDescriptor]).count == 16)
        #expect(await !client.isClosed)
        #expect(await !service.isClosed)
    }

    @Test func betweenPeersTheLimitCanBeRaised() async throws {
        let peers = try await EchoPeers.start()
        try await peers.accepted.export(Handles.interface, of: Handles(peers.accepted), at: "/counter")
        await expectRefusal(17, 16) { _ = try await pass(17, peers.client, to: nil) }
        await peers.client.setDescriptorLimit(1000)
        #expect(await peers.client.descriptorLimit == 253)
        for count in [17, 64, 253] { #expect(try await pass(count, peers.client, to: nil) == count) }
        await expectRefusal(254, 253) { _ = try await pass(254, peers.client, to: nil) }
        #expect(try await pass(1, peers.client, to: nil) == 1)
        await peers.stop()
    }
}
