import Glibc
import Testing

@testable import DBus

/// Which readiness is waited for. Both ends of a connection are worked by hand, without a loop.
struct WatchTests {
    private func collect(_ watches: WatchSet) -> [pollfd] {
        var descriptors: [pollfd] = []
        watches.collect(into: &descriptors)
        return descriptors
    }

    /// Hands over what is ready at the moment.
    private func turn(_ watches: WatchSet) {
        var descriptors = collect(watches)
        if poll(&descriptors, nfds_t(descriptors.count), 0) > 0 { watches.handle(descriptors[...]) }
    }

    private func readyCount(_ watches: WatchSet) -> CInt {
        var descriptors = collect(watches)
        return poll(&descriptors, nfds_t(descriptors.count), 0)
    }

    /// libdbus adds a watch for writing at once, enables it while something waits to be written, and never removes it.
    @Test func aDisabledWatchIsNotWaitedFor() throws {
        let server = try ServerHandle.listen(at: EchoPeers.address)
        let client = try ConnectionHandle.connect(to: server.address)
        turn(server.watches)
        guard let accepted = server.nextArrival() else {
            Issue.record("nobody was accepted")
            return
        }
        var isAuthenticated = false
        for _ in 0..<100 where !isAuthenticated {
            turn(client.watches)
            turn(accepted.watches)
            isAuthenticated = client.isAuthenticated && accepted.isAuthenticated
        }
        #expect(isAuthenticated)

        for watches in [client.watches, accepted.watches] {
            let descriptors = collect(watches)
            #expect(descriptors.map(\.fd).sorted().first == -1)
            #expect(Set(descriptors.map(\.events)) == [0, Int16(POLLIN)])
            #expect(readyCount(watches) == 0)
        }

        // The other end doesn't read.
        let text = String(repeating: "x", count: 4 << 20)
        let message = try Message.make(.signal(path: "/", interface: "org.example.Load", member: "Big"), text)
        let serial = client.send(message)
        #expect(serial != nil)
        let waits = client.hasMessagesToSend
        #expect(waits)
        #expect(collect(client.watches).contains { $0.events == Int16(POLLOUT) && $0.fd >= 0 })
        #expect(readyCount(client.watches) == 0)
    }
}
