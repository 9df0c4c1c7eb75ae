import DBus
import DBusTesting
import CenterTesting
import PlayedCenter
import Testing
import TodayModel

@testable import TodayHost

/// Instances that are taken out of Today are removed.
@Suite(.timeLimit(.minutes(5))) struct InstanceEditTests {
    private let first: WidgetIdentifier = "org.example.Weather"
    private var second: WidgetIdentifier { first.instance(2) }

    @Test func oneThatIsBeingRemovedIsNotOffered() throws {
        var edits = EditList()
        edits.apply([first, second])
        let made = edits.make(.remove(second))
        #expect(edits.arranged == [first])
        #expect(edits.others(of: [first, second]) == [])
        edits.undo(try #require(made))
        #expect(edits.arranged == [first, second])
        // One that is not in Today can be removed as well.
        edits.apply([first])
        #expect(edits.others(of: [first, second]) == [second])
        let other = edits.make(.remove(second))
        #expect(other != nil)
        #expect(edits.others(of: [first, second]) == [])
    }

    @Test func thoseWithoutANameHaveTheirNumber() {
        var view = TodayView(center: .available)
        let third = first.instance(3)
        for (identifier, name) in [(first, "Weather"), (second, "Weather"), (third, "Volos")] {
            view.known[identifier] = widget(identifier, name)
        }
        var edits = EditList()
        edits.apply([first, second, third])
        #expect(EditRow.rows(view, edits, new: []).map(\.name) == ["Weather", "Weather (2)", "Volos"])
    }

    @Test func whatTheUserHasSetTellsThemApart() throws {
        let schema = try SettingsSchema([
            SettingDeclaration("Title", .string), SettingDeclaration("Days", .integer),
            SettingDeclaration("Color", .colorRole), SettingDeclaration("City", .string, default: .text("Athens")),
            SettingDeclaration("Unit", .choice, choices: ["°C", "°F"]),
        ])
        var view = TodayView(center: .available)
        func add(_ number: Int, _ settings: [String: DBusValue], name: String = "Weather") {
            var one = widget(first.instance(number), name)
            one.settingsSchema = schema
            one.settings = settings
            one.instances = true
            view.known[one.identifier] = one
            view.arrangement.append(one.identifier)
        }
        func names() -> [String] { view.allWidgets.map { view.named($0).name } }

        let defaults: [String: DBusValue] = ["City": "Athens", "Unit": "°C", "Days": .int64(3), "Title": ""]
        add(1, defaults.merging(["City": "Volos"]) { $1 })
        #expect(names() == ["Weather"])
        add(2, defaults)
        add(3, defaults.merging(["City": "Bonn\n", "Unit": "°F"]) { $1 })
        add(4, defaults.merging(["Unit": "°F"]) { $1 })
        #expect(names() == ["Weather (Volos)", "Weather (2)", "Weather (Bonn)", "Weather (°F)"])
        // The same said of two says nothing.
        add(5, defaults.merging(["City": "Volos"]) { $1 })
        add(6, defaults, name: "At home")
        #expect(
            names() == ["Weather", "Weather (2)", "Weather (Bonn)", "Weather (°F)", "Weather (5)", "At home"])
        #expect(view.widgets.isEmpty)
        view.today = view.arrangement
        let headers = view.textLines(PlainText.Context(now: noon)).filter { $0.role == .header }
        #expect(headers.map(\.text) == names())
    }

    @Test func theCenterRemovesIt() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let center = try await PlayedCenter.start(
            on: bus, [widget(first, "Weather"), widget(second, "Weather"), widget(list, "List")])
        let client = CenterClient(try await bus.connect())
        #expect(try await client.make(.remove(second)) == [first, list])
        await #expect(throws: CenterError.self) { _ = try await client.properties(of: second) }
        // Another client has removed it already.
        #expect(try await client.make(.remove(second)) == [first, list])
        // The first one stays, out of sight.
        #expect(try await client.make(.remove(first)) == [list])
        #expect(try await client.properties(of: first).name == "Weather")
        await center.stop()
    }
}
