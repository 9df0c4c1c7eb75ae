import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// A center whose widgets come and go holds what it held before.
@Suite(.serialized) struct TurnoverOnBusTests {
    @Test func nothingIsLeftOfWidgetsThatWent() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        let before = await test.center.sizes
        var gone: [WeakWidget] = []
        for number in 0..<300 {
            let identifier = try #require(WidgetIdentifier(rawValue: "org.example.W\(number)"))
            try await test.client.registerWidget(
                identifier,
                WidgetDefinition {
                    $0.transient = true
                    $0.objectPath = try? ObjectPath("/widget\(number)")
                    $0.appGroups = ["group.org.example.g\(number)"]
                    $0.changes.nextUpdate = Timestamp(microseconds: .max / 2)
                })
            gone.append(await test.center.weakWidget(identifier))
            // Over the rate: it is held, and applied when the widget goes.
            if number.isMultiple(of: 100) {
                for push in 0...Limits.pushBurst {
                    Task { try await test.client.updateWidget(identifier, .content("\(push)")) }
                }
            }
            try await test.client.unregisterWidget(identifier)
        }
        #expect(await test.center.sizes == before)
        // All else is in the widget's own object.
        #expect(
            await poll(within: .seconds(20), every: .milliseconds(10)) {
                gone.allSatisfy { $0.widget == nil } ? true : nil
            } == true)
        #expect(try await test.property(CenterMember.arrangement) == .strings(["org.example.A"]))
    }
}

/// Keeps no widget. `@unchecked`: a weak reference may be read anywhere.
private final class WeakWidget: @unchecked Sendable {
    weak var widget: HostedWidget?

    init(_ widget: HostedWidget?) { self.widget = widget }
}

extension Center {
    fileprivate func weakWidget(_ identifier: WidgetIdentifier) -> WeakWidget { WeakWidget(registry[identifier]) }

    /// The number of entries in everything that is kept for each widget.
    fileprivate var sizes: [String: Int] {
        [
            "widgets": registry.count, "places": registry.places.all.count, "departed": registry.departed.kept.count,
            "registrations": registry.index.registrationCount,
            "planned": schedule.count, "groups": onGroups { $0.sessions.count },
            "wishes": planner.alarms.clockWidgets.count,
            "waiting": limiter.queueLength, "watched": callerWatch.assumeIsolated { $0.watched.count },
        ]
    }
}
