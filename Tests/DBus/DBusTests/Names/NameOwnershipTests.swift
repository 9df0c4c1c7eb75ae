import DBusTesting
import Testing

@testable import DBus

@Suite struct NameOwnershipTests {
    @Test func standingFollowsTheBus() {
        var standing = NameStanding()
        #expect(standing.state == .notOwned)
        let steps: [NameOwnership.State?] = [
            standing.answered(.inQueue), standing.acquired(), standing.acquired(), standing.lost(queues: true),
            standing.acquired(), standing.lost(queues: false), standing.lost(queues: false), standing.released(),
        ]
        #expect(steps == [.queued, .owned, nil, .queued, .owned, .notOwned, nil, nil])
    }

    /// A name can be lost between the bus's answer and the moment its caller gets to see it.
    @Test func anAnswerIsOlderThanASignal() {
        var standing = NameStanding()
        _ = standing.acquired()
        _ = standing.lost(queues: true)
        #expect(standing.answered(.primaryOwner) == nil)
        #expect(standing.state == .queued)
    }

    @Test func aNameIsTakenOverAndComesBack() async throws {
        let bus = try await PrivateBus.start()
        let (first, second) = try await bus.connectPair()
        let own = try await first.ownName("org.example.Name", .allowReplacement)
        let seen = Collector(await own.states)
        try await seen.wait(for: [.owned])
        let other = try await second.ownName("org.example.Name", [.replaceExisting, .doNotQueue])
        #expect(await other.state == .owned)
        try await seen.wait(for: [.owned, .queued])
        try await other.release()
        try await seen.wait(for: [.owned, .queued, .owned])
        #expect(await other.state == .notOwned)
        try await own.release()
        try await seen.wait(for: [.owned, .queued, .owned, .notOwned])
        try await seen.waitForEnd()
    }

    @Test func aTakenNameIsNoError() async throws {
        let bus = try await PrivateBus.start()
        let (first, second) = try await bus.connectPair()
        _ = try await first.ownName("org.example.Name")
        let late = try await second.ownName("org.example.Name", .doNotQueue)
        #expect(await late.state == .notOwned)
        let queued = try await second.ownName("org.example.Name")
        #expect(await queued.state == .queued)
        let seen = Collector(await queued.states)
        await first.close()
        try await seen.wait(for: [.queued, .owned])
    }

    /// The ownership object is gone, so the name isn't followed; it stays with the connection.
    @Test func droppingAnOwnershipEndsItsSubscriptionsAndKeepsTheName() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        _ = try await service.ownName("org.example.Name")
        await eventually("subscriptions are left") { await service.perform { $0.subscriptions.size } == 0 }
        #expect(try await client.owner(of: "org.example.Name") == service.uniqueName)
    }

    /// Its states can be all that is kept of it.
    @Test func statesKeepTheOwnershipUntilTheyAreDropped() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        do {
            let states = try await service.ownName("org.example.Name", .allowReplacement).states
            #expect(try await withDeadline { await states.first { _ in true } } == .owned)
            try await client.requestName("org.example.Name", .replaceExisting)
            #expect(try await withDeadline { await states.first { _ in true } } == .queued)
            #expect(await service.perform { $0.subscriptions.size } > 0)
        }
        await eventually("subscriptions are left") { await service.perform { $0.subscriptions.size } == 0 }
    }

    @Test func streamsOfStatesAreForgotten() async throws {
        let bus = try await PrivateBus.start()
        let connection = try await bus.connect()
        let own = try await connection.ownName("org.example.Name")
        for _ in 0..<10 { #expect(await own.states.first { _ in true } == .owned) }
        await eventually("streams are kept") { await own.receiverCount == 0 }
        await connection.close()
        // No state follows the end.
        let late = Collector(await own.states)
        try await late.waitForEnd()
        #expect(late.elements == [.notOwned])
    }

    @Test func aNameThatIsRefusedLeavesNothingBehind() async throws {
        let bus = try await PrivateBus.start()
        let connection = try await bus.connect()
        await #expect(throws: RemoteError.self) { try await connection.ownName(.bus) }
        #expect(await connection.perform { $0.subscriptions.size } == 0)
    }
}
