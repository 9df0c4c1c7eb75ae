import DBus
import Testing
import TodayModel

@testable import NotificationCenter

/// A widget with a setting of each type.
final class Weather: NCWidgetProviding {
    enum Unit: String { case celsius, fahrenheit }

    static let widgetIdentifier: String? = "org.example.Weather"

    @NCSetting("City") var city = "Athens"
    @NCSetting("Unit") var unit = Unit.celsius
    @NCSetting("Days") var days = 3
    @NCSetting("Wind-factor") var factor = 1.5
    @NCSetting("Rain") var showsRain = true

    var outcome: @WidgetActor @Sendable () async throws -> NCUpdateResult = { .noData }
    private(set) var reasons: [NCUpdateReason] = []

    init() {
        reasons.append(city == "Athens" ? .start : .requested)
    }

    var content: WidgetContent { Text("\(city) \(unit.rawValue) \(days) \(factor) \(showsRain)") }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        reasons.append(extensionContext?.updateReason ?? .start)
        return try await outcome()
    }
}

@Suite @WidgetActor struct SettingTests {
    private let weather = Weather()
    private let session: WidgetSession
    private let center: BusName = ":1.1"

    init() { session = WidgetSession(weather, identifier: "org.example.Weather") }

    private func context(_ reason: UpdateReason, _ settings: [String: DBusValue] = [:]) -> UpdateContext {
        var context = UpdateContext(identifier: "org.example.Weather", reason: reason)
        context.settings = settings
        return context
    }

    private func text(_ changes: WidgetChanges) -> String? {
        changes.content?.plainText(PlainText.Context(now: .now))
    }

    private let others: [String: DBusValue] = [
        "City": .string("Bonn"), "Unit": .string("fahrenheit"), "Days": .int64(5), "Wind-factor": .double(2),
        "Rain": .boolean(false),
    ]

    @Test func theSourceCountsUntilTheCenterHasTold() {
        #expect(weather.reasons == [.start])
        #expect(text(session.begin(context(.start), for: center)) == "Athens celsius 3 1.5 true")
        #expect(text(session.begin(context(.start, others), for: center)) == "Bonn fahrenheit 5 2.0 false")
        #expect(session.context.settings["Days"] == 5 && session.context.settings.count == 5)
    }

    /// A manifest and a program need not be of one version.
    @Test func ofAnotherTypeTheSourceCounts() {
        let odd: [String: DBusValue] = [
            "City": .int64(1), "Unit": .string("kelvin"), "Days": .string("5"), "Wind-factor": .int64(2),
            "Rain": .string("no"),
        ]
        #expect(text(session.begin(context(.start, odd), for: center)) == "Athens celsius 3 2.0 true")
    }

    @Test func whatItShowsWithOtherSettingsIsSentWithoutNewData() async {
        _ = session.begin(context(.start), for: center)
        let (result, changes) = await session.performUpdate(context(.settings, others), for: center)
        #expect(result == .newData && text(changes) == "Bonn fahrenheit 5 2.0 false")
        #expect(weather.reasons == [.start, .settings])
        #expect(await session.performUpdate(context(.visible, others), for: center).0 == .noData)
    }

    @Test func anUpdateWithOtherSettingsIsNotShared() async throws {
        let (begun, gate) = (Gate(), Gate())
        let weather = weather
        weather.outcome = {
            begun.open()
            await gate.wait()
            return .newData
        }
        let (session, center) = (session, center)
        let (old, new) = (context(.visible), context(.settings, others))
        async let first = session.performUpdate(old, for: center)
        await begun.wait()
        async let second = session.performUpdate(new, for: center)
        async let third = session.performUpdate(new, for: center)
        gate.open()
        let results = await [first, second, third]
        #expect(results.allSatisfy { $0.0 == .newData })
        #expect(text(results[1].1) == "Bonn fahrenheit 5 2.0 false")
        // The first, one for the settings, which the last one shares.
        #expect(weather.reasons.count == 3)
    }
}
