import CTodayDBus
import DBusTesting
import Glibc
import Testing

@testable import DBus

/// Messages that libdbus at the other end wouldn't send, or not in this order.
struct RawPeerTests {
    private func call(_ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName) throws -> [UInt8] {
        try Message.make(.methodCall(to: nil, path: path, interface: interface, member: member)).marshalled()
    }

    /// The call arrives before the server has accepted the client.
    @Test func aCallThatComesWithTheGreetingFindsWhatIsExported() async throws {
        let peers = try await EchoPeers.start()
        let header = MessageHeader.methodCall(to: nil, path: Echo.path, interface: Echo.name, member: "Text")
        for _ in 0..<10 {
            let peer = try RawPeer(peers.server)
            try peer.send(RawPeer.greeting + Message.make(header, "early").marshalled())
            let reply = try await peer.message()
            #expect(dbus_message_get_type(reply.raw) == DBUS_MESSAGE_TYPE_METHOD_RETURN)
            #expect(try reply.contents() == ["early"])
        }
        await peers.stop()
    }

    /// Gives descriptors away.
    private actor Giver {
        nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        init(_ loop: EventLoop) { self.loop = loop }

        private static func descriptor() throws -> UnixFileDescriptor {
            try #require(UnixFileDescriptor(duplicating: 0))
        }

        static let name: InterfaceName = "org.example.Giver"
        static let interface = Interface<Giver>(name) {
            Method("Now") { (_: isolated Giver) in try descriptor() }
            Method.async("Later") { (_: isolated Giver, _: MethodCall) in try descriptor() }
            Method("Text") { (_: isolated Giver) in "text" }
        }
    }

    /// libdbus would drop what has descriptors without a word.
    @Test func whoTakesNoDescriptorsIsTold() async throws {
        let server = try await PeerServer.listen(at: EchoPeers.address) { peer in
            try peer.export(Giver.interface, of: Giver(peer.loop), at: "/giver")
        }
        let peer = try RawPeer(server)
        try peer.send(RawPeer.greeting)
        for member in ["Now", "Later"] as [MemberName] {
            try peer.send(call("/giver", Giver.name, member))
            let reply = try await peer.message()
            #expect(dbus_message_get_type(reply.raw) == DBUS_MESSAGE_TYPE_ERROR)
            #expect(String(cString: dbus_message_get_error_name(reply.raw)) == ErrorName.failed.rawValue)
            #expect(try reply.contents() == ["the other side doesn't accept file descriptors"])
        }

        let accepted = try #require(await server.connections.first)
        let descriptor = try #require(UnixFileDescriptor(duplicating: 0))
        await #expect(throws: MarshallingError.self) {
            try await accepted.emit("/", "org.example.Test", "Given", descriptor)
        }
        await #expect(throws: MarshallingError.self) {
            try await accepted.call(nil, path: "/", interface: "org.example.Test", "Take", descriptor)
        }
        #expect(await accepted.perform { $0.pending.count + $0.loop.timerCount } == 0)
        // Everything else keeps working.
        try peer.send(call("/giver", Giver.name, "Text"))
        #expect(try await peer.message().contents() == ["text"])
        await accepted.close()
        await server.close()
    }
}
