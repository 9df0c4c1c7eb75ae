import DBusTesting
import Testing

@testable import DBus

/// Answers when the test asks it to.
private actor Desk {
    let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
    private var replies: [DeferredReply<String>] = []
    private var log: [String] = []

    init(_ loop: EventLoop) { self.loop = loop }

    static let interface = Interface<Desk>("org.example.Desk") {
        Method<Desk>.later("Ask", in: ["text"], out: ["answer"]) {
            (desk: isolated Desk, _: MethodCall, reply: DeferredReply<String>, text: String) in
            guard !text.isEmpty else { throw RemoteError(.invalidArgs, "text: it is empty") }
            desk.log.append(text)
            desk.replies.append(reply)
        }
        Method("Answer", out: ["log"]) { (desk: isolated Desk) -> [String] in
            for (reply, text) in zip(desk.replies, desk.log) {
                reply.send(text)
                reply.send("twice")
            }
            desk.replies = []
            return desk.log
        }
        Method("GiveUp") { (desk: isolated Desk) -> Void in desk.replies = [] }
    }
}

@Suite struct DeferredReplyTests {
    private static func call<Result: DBusType>(
        _ client: Connection, _ to: BusName, _ member: MemberName, _ text: String?
    )
        async throws -> Result
    {
        if let text {
            return try await client.call(to, path: "/desk", interface: "org.example.Desk", member, text)
        }
        return try await client.call(to, path: "/desk", interface: "org.example.Desk", member)
    }

    @Test func theWorkIsDoneInOrderAndTheReplyComesLater() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Desk.interface, of: Desk(service.loop), at: "/desk")
        let name = try #require(service.uniqueName)
        async let first: String = Self.call(client, name, "Ask", "a")
        var log: [String] = []
        while log.isEmpty { log = try await Self.call(client, name, "Answer", nil) }
        #expect(log == ["a"])
        #expect(try await first == "a")
        let refused = await #expect(throws: RemoteError.self) {
            let _: String = try await Self.call(client, name, "Ask", "")
        }
        #expect(refused?.name == .invalidArgs)
    }

    @Test func whatIsLetGoOfIsAnsweredWithAnError() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Desk.interface, of: Desk(service.loop), at: "/desk")
        let name = try #require(service.uniqueName)
        let asked = Task { () -> String in try await Self.call(client, name, "Ask", "a") }
        let ended = WatchedValue(false)
        Task {
            _ = await asked.result
            ended.change { $0 = true }
        }
        while !ended.value { try await client.call(name, path: "/desk", interface: "org.example.Desk", "GiveUp") }
        let error = await #expect(throws: RemoteError.self) { try await asked.value }
        #expect(error?.name == .failed && error?.message == "Ask ended without a reply")
    }
}
