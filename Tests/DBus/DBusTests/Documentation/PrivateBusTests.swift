// The code of the article "Testing with a private bus", block by block.
import DBus
import DBusTesting
import Foundation
import Testing

@Test func addingIsTold() async throws {
    let bus = try await PrivateBus.start()
    let (service, client) = try await bus.connectPair()
    let counter = try await serve(on: service)

    let changes = try await SignalRecorder(client, MatchRule(path: "/counter", member: "PropertiesChanged"))
    _ = try await counter.add(2)
    try await changes.wait()
    _ = try await counter.add(3)
    let counts = try await changes.wait(for: 2).map { signal in
        try signal.arguments(as: String.self, [String: DBusValue].self).1["Count"]
    }
    #expect(counts == [.int32(2), .int32(5)])
}

@Test func theCountIsFollowed() async throws {
    let bus = try await PrivateBus.start()
    let (service, client) = try await bus.connectPair()
    let proxy = Proxy(client, "org.example.Counter", "/counter", "org.example.Counter")
    let counts = Collector(try await proxy.observe("Count", as: Int32.self, bufferingPolicy: .unbounded))
    try await counts.wait(for: [nil])

    let counter = try await serve(on: service)
    try await counts.wait(for: [nil, 0])
    _ = try await counter.add(4)
    try await counts.wait(for: [nil, 0, 4])
    await service.close()
    try await counts.wait(for: [nil, 0, 4, nil])
}

@Test func itIsStartedWhenItIsCalled() async throws {
    let bus = try await PrivateBus.start()
    let client = try await bus.connect()
    // A program that exits instead of serving: the caller gets an error.
    try await bus.addService("org.example.Broken", exec: "/bin/false")
    await #expect(throws: RemoteError.self) {
        try await client.call(RemoteInterface("org.example.Broken", "/", .peer), "Ping")
    }
}

func exitStatus(_ command: String..., on bus: PrivateBus) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.environment = bus.environment
    return try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
    }
}

@Test func otherToolsCanCallIt() async throws {
    let bus = try await PrivateBus.start()
    let counter = try await serve(on: try await bus.connect())
    let status = try await exitStatus(
        "busctl", "--user", "call", "org.example.Counter", "/counter", "org.example.Counter", "Add", "i", "5", on: bus)
    #expect(status == 0)
    #expect(await counter.count == 5)
}

@Test func theEndOfTheBusIsNoticed() async throws {
    let bus = try await PrivateBus.start()
    let service = try await bus.connect()
    bus.stop()
    let reason = try await withDeadline { await service.closed }
    #expect(reason == .disconnected)
}
