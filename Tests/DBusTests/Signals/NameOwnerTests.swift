import DBus
import DBusTesting
import Synchronization
import Testing

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
        _ = try await owner.requestName(name)
        #expect(try await watcher.owner(of: name) == owner.uniqueName)
        #expect(owners.all == [nil, owner.uniqueName])
        let late = Owners()
        _ = try await watcher.watchOwner(of: name) { late.note($0) }
        #expect(late.all == [owner.uniqueName])
        #expect(try await owner.releaseName(name))
        #expect(try await watcher.owner(of: name) == nil)
        #expect(owners.all == [nil, owner.uniqueName, nil])
        await watcher.cancel(subscription)
        _ = try await owner.requestName(name)
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

    /// The answer to "who owns it now" may be older than a change that was told meanwhile.
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

    @Test func nameFlagsAndReplies() async throws {
        let bus = try await PrivateBus.start()
        let (first, second) = try await bus.connectPair()
        let name: BusName = "org.example.Name"
        #expect(try await first.requestName(name) == .primaryOwner)
        #expect(try await first.requestName(name) == .alreadyOwner)
        #expect(try await second.requestName(name, .doNotQueue) == .exists)
        // The owner did not allow that it is replaced.
        #expect(try await second.requestName(name, [.replaceExisting, .doNotQueue]) == .exists)
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
