import DBusTesting
import Testing

@testable import DBus

/// A connection doesn't answer calls to others, no matter why it sees them.
struct MonitorTests {
    @Test func aMonitorStaysConnected() async throws {
        let setup = try await EchoBus.start()
        let monitor = try await setup.bus.connect()
        let recorder = try await SignalRecorder(monitor, MatchRule(member: "Done"))
        try await monitor.call(
            .bus, path: .bus, interface: "org.freedesktop.DBus.Monitoring", "BecomeMonitor", [String](), UInt32(0))
        for round in 0..<3 {
            #expect(try await setup.call("Text", "round \(round)") as String == "round \(round)")
            // The first messages of another connection are about its own names.
            let other = try await setup.bus.connect()
            try await other.requestName(BusName(unchecked: "org.example.Other\(round)"))
            try await setup.client.call(other.uniqueName, path: "/", interface: .peer, "Ping")
            try await setup.client.emit("/", "org.example.Test", "Done")
            try await recorder.wait(for: round + 1)
        }
        #expect(await !monitor.isClosed)
    }

    @Test func namesComeAndGo() {
        var names = OwnNames()
        #expect(!names.acceptsCall(to: ":1.5"))
        #expect(names.acceptsReply(to: ":1.5"))
        names.notified(":1.5", of: ":1.5", isOwned: true)
        names.assigned(":1.5")
        #expect(names.acceptsCall(to: ":1.5"))
        #expect(!names.acceptsCall(to: "org.example.A"))
        names.notified(":1.5", of: "org.example.A", isOwned: true)
        #expect(names.acceptsCall(to: "org.example.A"))
        // Reports about other connections.
        names.notified(":1.6", of: ":1.6", isOwned: true)
        names.notified(":1.6", of: "org.example.B", isOwned: true)
        names.notified(":1.6", of: "org.example.A", isOwned: false)
        #expect(names.acceptsCall(to: "org.example.A"))
        #expect(!names.acceptsCall(to: ":1.6"))
        #expect(!names.acceptsCall(to: "org.example.B"))
        names.notified(":1.5", of: "org.example.A", isOwned: false)
        #expect(!names.acceptsCall(to: "org.example.A"))
        // As one that becomes a monitor; its own calls are still answered.
        names.notified(":1.5", of: ":1.5", isOwned: false)
        #expect(!names.acceptsCall(to: ":1.5"))
        #expect(names.acceptsReply(to: ":1.5"))
        #expect(!names.acceptsReply(to: ":1.6"))
    }

    @Test func aNameIsCalledAsSoonAsItIsOwned() async throws {
        let setup = try await EchoBus.start()
        for round in 0..<20 {
            let name = BusName(unchecked: "org.example.Often")
            try await setup.service.requestName(name)
            #expect(
                try await setup.client.call(name, path: Echo.path, interface: Echo.name, "Text", "\(round)") as String
                    == "\(round)")
            try await setup.service.releaseName(name)
            await #expect(throws: RemoteError.self) {
                try await setup.client.call(name, path: Echo.path, interface: Echo.name, "Text", "late")
            }
        }
    }
}
