import DBusTesting
import FakeCenter
import Testing
import TodayHost
import TodayModel

/// Instances that are taken out of Today are removed.
@Suite(.timeLimit(.minutes(5))) struct InstanceEditTests {
    private let first: WidgetIdentifier = "org.example.Weather"
    private var second: WidgetIdentifier { first.instance(2) }

    @Test func oneThatIsBeingRemovedIsNotOffered() throws {
        var edits = EditList()
        edits.take([first, second])
        let made = edits.make(.remove(second))
        #expect(edits.arranged == [first])
        #expect(edits.others(of: [first, second]) == [])
        edits.takeBack(try #require(made))
        #expect(edits.arranged == [first, second])
        // One that is not in Today can be removed as well.
        edits.take([first])
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
        edits.take([first, second, third])
        #expect(EditRow.rows(view, edits, new: []).arranged.map(\.name) == ["Weather", "Weather (2)", "Volos"])
    }

    @Test func theCenterRemovesIt() async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let center = try await FakeCenter.start(
            on: bus, [widget(first, "Weather"), widget(second, "Weather"), widget(list, "List")])
        let client = CenterClient(try await bus.connect())
        #expect(try await client.make(.remove(second)) == [first, list])
        await #expect(throws: CenterError.self) { _ = try await client.properties(of: second) }
        // Somebody else has been faster.
        #expect(try await client.make(.remove(second)) == [first, list])
        // The first one stays, out of sight.
        #expect(try await client.make(.remove(first)) == [list])
        #expect(try await client.properties(of: first).name == "Weather")
        await center.stop()
    }
}
