import DBus
import DBusTesting
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// A panel in Python.
@Suite(.serialized) struct PythonPanelTests {
    @Test func itShowsTodayAsItChanges() async throws {
        let test = try await TestCenter.start()
        try await test.client.registerWidget(.a, WidgetDefinition { $0.changes.content = text("a") })
        let panel = try await test.bus.start(["/usr/bin/python3", TestCenter.script("panel.py")])
        try await panel.output { $0 == "a\n" }
        #expect(try await test.property(CenterMember.viewing) == true)
        try await test.client.registerWidget(.b, WidgetDefinition { $0.changes.content = text("b") })
        try await test.client.updateWidget(.a, .content("A"))
        try await test.client.arrange([.b, .a])
        try await test.client.setHasContent(false, for: .b)
        try await test.client.unregisterWidget(.b)
        try await test.client.arrange([])
        let run = try await panel.finished()
        #expect(run.exit == .status(0), "\(run)")
        #expect(
            run.output.split(separator: "\n") == [
                "a", "a | b", "A | b", "b | A", "- | A", "A", "A", "nothing",
            ])
        try await test.signals.wait { $0.changed["Viewing"] == false }
    }
}
