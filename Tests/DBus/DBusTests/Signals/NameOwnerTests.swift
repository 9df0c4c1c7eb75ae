import DBusTesting
import Synchronization
import Testing

@testable import DBus

struct NameOwnerTests {
    private final class Owners: Sendable {
        private let list = Mutex<[BusName?]>([])
        var all: [BusName?] { list.withLock { $0 } }
        func note(_ owner: BusName?) { list.withLock { $0.append(owner) } }
    }

    @Test func anOwnerIsWatched() async throws {
        let bus = try await PrivateBus.start()
        let (owner, watcher) = try await bus.connectPair()
        let name: BusName = "org.example.Watched"
        let owners = Owners()
        let subscription = try await watcher.watchOwner(of: name) { owners.note($0) }
        #expect(owners.all == [nil])
        try await owner.requestName(name)
        #expect(try await watcher.owner(of: name) == owner.uniqueName)
        #expect(owners.all == [nil, owner.uniqueName])
        let late = Owners()
        _ = try await watcher.watchOwner(of: name) { late.note($0) }
        #expect(late.all == [owner.uniqueName])
        #expect(try await owner.releaseName(name))
        #expect(try await watcher.owner(of: name) == nil)
        #expect(owners.all == [nil, owner.uniqueName, nil])
        await watcher.cancel(subscription)
        try await owner.requestName(name)
        _ = try await watcher.owner(of: name)
        #expect(owners.all.count == 3)
        await owner.close()
        await eventually("the end of the owner is not told") { late.all.count == 4 }
        #expect(late.all.last == .some(nil))
    }

    @Test func theEndOfAClientIsSeenByItsUniqueName() async throws {
        let bus = try await PrivateBus.start()
        let (client, watcher) = try await bus.connectPair()
        let name = try #require(client.uniqueName)
        let owners = Owners()
        _ = try await watcher.watchOwner(of: name) { owners.note($0) }
        #expect(owners.all == [name])
        await client.close()
        await eventually("the end is not told") { owners.all == [name, nil] }
    }

    /// The answer to `GetNameOwner` may be older than a change that was reported meanwhile.
    @Test func aChangeIsToldOnceHoweverItRacesWithTheAnswer() async throws {
        let bus = try await PrivateBus.start()
        let (owner, watcher) = try await bus.connectPair()
        for round in 0..<200 {
            let name = try BusName("org.example.Racing\(round)")
            let owners = Owners()
            async let requested = owner.requestName(name)
            for _ in 0..<round % 5 { await Task.yield() }
            let subscription = try await watcher.watchOwner(of: name) { owners.note($0) }
            _ = try await requested
            #expect(try await watcher.owner(of: name) == owner.uniqueName)
            let told = owners.all
            #expect(told == [owner.uniqueName] || told == [nil, owner.uniqueName], "\(told)")
            await watcher.cancel(subscription)
        }
    }

    @Test func ownersAreASequence() async throws {
        let bus = try await PrivateBus.start()
        let (owner, watcher) = try await bus.connectPair()
        let name: BusName = "org.example.Watched"
        let owners = Collector(try await watcher.owners(of: name))
        try await owners.wait(for: [nil])
        try await owner.requestName(name)
        let id = owner.uniqueName
        try await owners.wait(for: [nil, id])
        let late = Collector(try await watcher.owners(of: name))
        try await late.wait(for: [id])
        await owner.close()
        try await owners.wait(for: [nil, id, nil])
        await watcher.close()
        try await owners.waitForEnd()
        try await late.waitForEnd()
    }

    @Test func aNameThatAppearsIsWaitedFor() async throws {
        let bus = try await PrivateBus.start()
        let (owner, watcher) = try await bus.connectPair()
        let name: BusName = "org.example.Awaited"
        let waiting = Task { try await watcher.waitForOwner(of: name) }
        let first = Task { try await watcher.owners(of: name).first { $0 != nil } }
        await eventually("nobody waits") { await watcher.perform { $0.subscriptions.size } == 3 }
        try await owner.requestName(name)
        #expect(try await withDeadline { try await waiting.value } == owner.uniqueName)
        #expect(try await withDeadline { try await first.value } == owner.uniqueName)
        #expect(try await watcher.waitForOwner(of: name) == owner.uniqueName)
        await eventually("subscriptions are left") { await watcher.perform { $0.subscriptions.size } == 0 }
        #expect(await watcher.perform { $0.loop.timerCount } == 0)
    }

    @Test func waitingForANameEnds() async throws {
        let bus = try await PrivateBus.start()
        let watcher = try await bus.connect()
        for timeout in [.zero, .milliseconds(10)] as [Duration] {
            let error = await #expect(throws: ConnectionError.self) {
                try await watcher.waitForOwner(of: "org.example.Nobody", timeout: timeout)
            }
            #expect(error?.code == .timedOut)
        }
        func wait() async throws -> Task<BusName, any Error> {
            let waiting = Task { try await watcher.waitForOwner(of: "org.example.Nobody") }
            // The bus has answered all that is asked before it waits for a change.
            try await eventually("nobody waits") {
                let isSubscribed = await watcher.perform { $0.subscriptions.size } == 2
                for _ in 0..<2 { _ = try await watcher.owner(of: "org.example.Nobody") }
                let asks = await watcher.perform { $0.pending.count } > 0
                return isSubscribed && !asks
            }
            return waiting
        }
        let cancelled = try await wait()
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await withDeadline { try await cancelled.value } }
        #expect(await watcher.perform { $0.subscriptions.size } == 0)
        let closed = try await wait()
        await watcher.close()
        let error = await #expect(throws: ConnectionError.self) { try await withDeadline { try await closed.value } }
        #expect(error?.code == .closed)
    }

    @Test func nameFlagsAndReplies() async throws {
        let bus = try await PrivateBus.start()
        let (first, second) = try await bus.connectPair()
        let name: BusName = "org.example.Name"
        #expect(try await first.requestName(name) == .primaryOwner)
        #expect(try await first.requestName(name) == .alreadyOwner)
        await #expect(throws: NameTakenError(name: name)) { try await second.requestName(name, .doNotQueue) }
        // The owner did not allow that it is replaced.
        await #expect(throws: NameTakenError.self) {
            try await second.requestName(name, [.replaceExisting, .doNotQueue])
        }
        #expect(try await second.requestName(name) == .inQueue)
        #expect(try await first.releaseName(name))
        #expect(try await !first.releaseName(name))
        #expect(try await first.owner(of: name) == second.uniqueName)
        #expect(try await second.requestName(name, .allowReplacement) == .alreadyOwner)
        #expect(try await first.requestName(name, .replaceExisting) == .primaryOwner)
        #expect(try await second.owner(of: name) == first.uniqueName)
        await #expect(throws: RemoteError.self) { try await first.requestName(.bus) }
    }
}
