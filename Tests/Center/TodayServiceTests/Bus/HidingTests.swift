import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// Panels that go count as visible for a second.
@Suite(.serialized) struct HidingTests {
    @Test(arguments: [false, true])
    func hidingActsASecondLater(_ vanishes: Bool) async throws {
        let time = HandClock()
        let test = try await TestCenter.start(clock: time.clock) { $0.provider = .seconds(60) }
        let provider = try await test.register(.a)
        let panel = try await test.anotherClient()
        try await panel.beginViewing()
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        if vanishes {
            await panel.connection.close()
            try await withDeadline {
                while await !test.center.waitsToHide { _ = try await test.property(CenterMember.version) }
            }
        } else {
            #expect(try await test.signals { try await panel.endViewing() }.isEmpty)
        }
        time.advance(by: .milliseconds(999))
        #expect(try await test.property(CenterMember.viewing) == true)
        #expect(provider.calls == ["Appear", "PerformUpdate visible"])
        time.advance(by: .milliseconds(1))
        try await test.signals.wait { $0.changed["Viewing"] == false }
        try await provider.record.wait { $0.last == "Disappear" }
        #expect(provider.calls == ["Appear", "PerformUpdate visible", "Disappear"])
        #expect(await !test.center.waitsToHide)
    }

    @Test func aPanelThatIsToggledDoesNotFlap() async throws {
        let time = HandClock()
        let test = try await TestCenter.start(clock: time.clock) { $0.provider = .seconds(60) }
        let provider = try await test.register(.a)
        let looks = ViewingOptions {
            $0.expandedSize = Size(width: 500, height: 500)
            $0.locale = "fr_FR"
        }
        try await test.client.beginViewing(looks)
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        let signals = try await test.signals {
            for _ in 0..<3 {
                try await test.client.endViewing()
                time.advance(by: .milliseconds(900))
                try await test.client.beginViewing(looks)
                #expect(await !test.center.waitsToHide)
            }
        }
        #expect(signals.isEmpty)
        time.advance(by: .seconds(5))
        #expect(try await test.property(CenterMember.viewing) == true)
        // The provider keeps following the options that the panel passed.
        try await test.client.endViewing()
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(provider.calls == ["Appear", "PerformUpdate visible", "PerformUpdate requested"])
    }

    /// With the clocks of this machine.
    @Test func hidingActsByItself() async throws {
        let test = try await TestCenter.start()
        try await test.client.beginViewing()
        try await test.client.endViewing()
        try await test.signals.wait { $0.changed["Viewing"] == false }
    }
}

extension Center {
    /// Whether the last panel that went still counts as visible.
    fileprivate var waitsToHide: Bool { panels.timer != nil }
}
