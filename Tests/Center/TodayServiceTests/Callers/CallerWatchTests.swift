import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// The center notices every caller that leaves, also when the bus takes no further match rule.
@Suite struct CallerWatchTests {
    @Test func aPanelThatLeavesABusWithoutRoomForRules() async throws {
        let test = try await TestCenter.start(on: try await PrivateBus.start(matchRules: 64))
        let panel = try await test.anotherClient()
        var rules = 0
        let connection = test.center.connection
        do {
            while rules < 100 {
                rules += 1
                _ = try await connection.subscribe(MatchRule(path: try ObjectPath("/none\(rules)"))) { _ in }
            }
        } catch {
            #expect((error as? RemoteError)?.name == .limitsExceeded, "\(error)")
        }
        #expect(rules < 100)
        try await panel.beginViewing()
        #expect(try await test.property(CenterMember.viewing) == DBusValue.boolean(true))
        await panel.connection.close()
        try await test.signals.wait { $0.changed["Viewing"] == DBusValue.boolean(false) }
    }
}
