import DBusTesting
import Testing

@testable import DBus

/// An owner that its synchronous members cannot enter is refused when it is exported: a call would end the process.
@Suite struct OwnerExecutorTests {
    private actor Elsewhere {
        static let method = Interface<Elsewhere>("org.example.Method") {
            Method("Do") { (_: isolated Elsewhere) in "done" }
        }
        static let property = Interface<Elsewhere>("org.example.Property") {
            Property("State") { (_: isolated Elsewhere) in "fine" }
        }
        static let task = Interface<Elsewhere>("org.example.Task") {
            Method<Elsewhere>.async("Do") { (_: isolated Elsewhere, _: MethodCall) async -> String in "done" }
        }
    }

    private static let refusal =
        "has properties or synchronous methods, and Elsewhere does not run on the connection's loop: give it "
        + "`nonisolated var unownedExecutor: UnownedSerialExecutor { connection.unownedExecutor }`, or have only methods "
        + "of the kind Method.async"

    @Test func synchronousMembersNeedAnOwnerOnTheLoop() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        let owner = Elsewhere()
        await #expect(throws: ExportError(description: "org.example.Method " + Self.refusal)) {
            try await service.export(Elsewhere.method, of: owner, at: "/a")
        }
        await #expect(throws: ExportError(description: "org.example.Property " + Self.refusal)) {
            try await service.export(Elsewhere.property, of: owner, at: "/a")
        }
        // Another connection's thread is no better.
        await #expect(throws: ExportError.self) {
            try await service.export(Echo.interface, of: Echo(loop: client.loop), at: "/a")
        }
        #expect(await service.perform { $0.objects.isEmpty })
        // Asynchronous ones enter their owner wherever it is.
        try await service.export(Elsewhere.task, of: owner, at: "/a")
        let text: String = try await client.call(service.uniqueName, path: "/a", interface: "org.example.Task", "Do")
        #expect(text == "done")
    }

    @Test func theSameLoopIsRecognised() {
        let (first, second) = (EventLoop(), EventLoop())
        #expect(first.asUnownedSerialExecutor().isSame(as: first.asUnownedSerialExecutor()))
        #expect(first.asUnownedSerialExecutor().isSame(as: UnownedSerialExecutor(complexEquality: first)))
        #expect(!first.asUnownedSerialExecutor().isSame(as: second.asUnownedSerialExecutor()))
        #expect(!first.asUnownedSerialExecutor().isSame(as: Elsewhere().unownedExecutor))
    }
}
