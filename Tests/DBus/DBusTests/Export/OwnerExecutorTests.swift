import DBusTesting
import Testing

@testable import DBus

/// Where an owner lives, and what that means for its members.
@Suite struct OwnerExecutorTests {
    private actor Elsewhere {
        static let later = Interface<Elsewhere>("org.example.Later") {
            Method.later("Do") { (_: isolated Elsewhere, _: MethodCall, reply: DeferredReply<String>) in
                reply.send("done")
            }
        }
    }

    /// A call of it would end the process.
    @Test func aReplyThatComesLaterNeedsAnOwnerOnTheLoop() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let refusal =
            "org.example.Later.Do is answered later, and Elsewhere does not run on the connection's loop: give it "
            + "`nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }`, or use Method.async"
        await #expect(throws: ExportError(description: refusal)) {
            try await service.export(Elsewhere.later, of: Elsewhere(), at: "/a")
        }
        #expect(await service.perform { $0.objects.isEmpty })
        // Another connection's thread is elsewhere, too; what is answered at once is visited there.
        try await service.export(Echo.interface, of: Echo(loop: client.loop), at: "/a")
        let text: String = try await client.call(
            service.uniqueName, path: "/a", interface: Echo.name, "Text", "from the other loop")
        #expect(text == "from the other loop")
    }

    @Test func theSameLoopIsRecognised() {
        let (first, second) = (EventLoop(), EventLoop())
        #expect(first.asUnownedSerialExecutor().isSame(as: first.asUnownedSerialExecutor()))
        #expect(first.asUnownedSerialExecutor().isSame(as: UnownedSerialExecutor(complexEquality: first)))
        #expect(!first.asUnownedSerialExecutor().isSame(as: second.asUnownedSerialExecutor()))
        #expect(!first.asUnownedSerialExecutor().isSame(as: Elsewhere().unownedExecutor))
    }
}
