import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// All of it is seen on the connection that calls, so what is listed came before the reply.
@Suite(.serialized) struct SignalOrderTests {
    @Test func aPushIsOneSignal() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.largestDisplayMode = .expanded })
        let signals = try await test.signals {
            try await test.client.updateWidget(
                .a,
                WidgetChanges {
                    $0.content = text("1")
                    $0.displayMode = .expanded
                    $0.nextUpdate = Timestamp(microseconds: 1)
                    $0.error = "trouble"
                })
        }
        #expect(signals == ["A: Content DisplayMode Error ErrorKind NextUpdate Revision UpdatedAt"])
        let changed = try #require(test.signals.signals.last?.changed)
        #expect(changed["Revision"] == .uint64(1))
        #expect(changed["Content"] == text("1").dbusValue)
    }

    @Test func aPushThatHidesTellsTheWidgetFirst() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        let signals = try await test.signals {
            try await test.client.updateWidget(.a, WidgetChanges { $0.hasContent = false })
        }
        #expect(signals == ["A: Content HasContent Revision UpdatedAt", "center: Today"])
    }

    @Test func aWidgetIsAddedBeforeTodayNamesIt() async throws {
        let test = try await TestCenter.start()
        let added = try await test.signals {
            try await test.client.registerWidget(.a, WidgetDefinition { $0.changes.content = text("1") })
        }
        #expect(added == ["+A", "center: Arrangement Today"])
        let signal = try #require(test.signals.signals.first { $0.brief == "+A" })
        let (_, interfaces) = try signal.arguments(as: ObjectPath.self, [String: [String: DBusValue]].self)
        #expect(Set(interfaces.keys) == [TodayBus.widget.rawValue])
        let announced = interfaces[TodayBus.widget.rawValue]
        let read = try await test.client.widgets()[TodayBus.path(of: .a)]
        #expect(announced == read)
        #expect(announced?["Content"] == text("1").dbusValue && announced?["Arranged"] == true)

        let removed = try await test.signals { try await test.client.unregisterWidget(.a) }
        #expect(removed == ["center: Arrangement Today", "-A"])
    }

    @Test func aWidgetThatIsNotShownIsOnlyAdded() async throws {
        let test = try await TestCenter.start()
        let added = try await test.signals {
            try await test.client.registerWidget(.a, WidgetDefinition { $0.arranged = false })
            try await test.client.registerWidget(.b, WidgetDefinition { $0.changes.hasContent = false })
        }
        #expect(added == ["+A", "+B", "center: Arrangement"])
    }

    @Test func anUpdateTellsWidgetThenCenterThenTheResult() async throws {
        let test = try await TestCenter.start()
        try await test.register(.a, update: { _ in ("new-data", ["HasContent": false, "NextUpdate": .uint64(5)]) })
        let signals = try await test.signals {
            let result = try await test.client.performUpdate(.a)
            #expect(result == .newData)
        }
        #expect(
            signals == [
                "A: State", "A: Content HasContent LastResult NextUpdate Revision State UpdatedAt", "center: Today",
                "WidgetUpdated A new-data",
            ])
    }

    @Test func theResultHasItsDetails() async throws {
        let test = try await TestCenter.start()
        try await test.register(.a, update: { _ in ("failed", ["Error": "offline", "Content": "ignored"]) })
        let signals = try await test.signals {
            let result = try await test.client.performUpdate(.a)
            #expect(result == .failed)
        }
        #expect(signals == ["A: State", "A: Error ErrorKind LastResult RetryAt State", "WidgetUpdated A failed"])
        let (_, _, details) = try #require(test.signals.signals.last)
            .arguments(as: String.self, String.self, [String: DBusValue].self)
        #expect(details["Revision"] == .uint64(0))
        #expect(details["Error"] == "offline")
        guard case .uint64? = details["DurationUsec"] else {
            Issue.record("there is no DurationUsec in \(details)")
            return
        }
    }

    @Test func aNewModeIsOneSignal() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.largestDisplayMode = .expanded })
        let changed = try await test.signals { try await test.client.setDisplayMode(.expanded, for: .a) }
        #expect(changed == ["A: DisplayMode"])
        #expect(try await test.signals { try await test.client.setDisplayMode(.expanded, for: .a) }.isEmpty)
    }

    @Test func constantPropertiesAreNotSent() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition())
        try await test.client.registerWidget(.a, WidgetDefinition { $0.name = "New" })
        let sent = test.signals.signals.flatMap(\.changed.keys)
        #expect(Set(sent).isDisjoint(with: ["Identifier", "Version", "Limits"]))
    }
}
