import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Providers that run follow the panels.
@Suite(.serialized) struct PanelContextTests {
    @Test func anotherLookIsAnUpdate() async throws {
        let test = try await TestCenter.start()
        // Not over the connection that asks for updates: a provider may not ask for the one that it is answering.
        let provider = try await test.register(.a, by: try await test.anotherClient())
        let leftOut = try await test.register(.b, definition: { $0.arranged = false })
        _ = try await test.client.performUpdate(.b)
        try await test.client.beginViewing()
        try await provider.record.wait { $0 == ["Appear", "PerformUpdate visible"] }
        _ = try await test.client.performUpdate(.a)
        let other = try await test.anotherClient()
        var expected = provider.calls
        func look(_ options: ViewingOptions, by client: CenterClient) async throws {
            try await client.beginViewing(options)
            expected.append("PerformUpdate context")
            let all = expected
            try await provider.record.wait { $0 == all }
            // The run has ended when this has.
            _ = try await test.client.performUpdate(.a)
            expected = provider.calls
        }
        try await look(ViewingOptions { $0.locale = "fr_FR" }, by: test.client)
        try await look(ViewingOptions { $0.colorScheme = .dark }, by: test.client)
        try await look(ViewingOptions { $0.compactSize = Size(width: 500, height: 90) }, by: other)
        // The maximum and the looks stay: nothing to do.
        try await test.client.beginViewing(
            ViewingOptions {
                $0.compactSize = Size(width: 400, height: 80)
                $0.colorScheme = .dark
            })
        try await other.beginViewing(
            ViewingOptions {
                $0.compactSize = Size(width: 500, height: 90)
                $0.name = "other"
            })
        _ = try await test.client.performUpdate(.a)
        expected = provider.calls
        #expect(expected.last == "PerformUpdate requested")
        // The larger one leaves.
        await other.connection.close()
        let all = expected + ["PerformUpdate context"]
        try await provider.record.wait { $0 == all }
        #expect(leftOut.calls == ["PerformUpdate requested"])
    }
}
