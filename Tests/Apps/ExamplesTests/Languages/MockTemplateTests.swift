import DBusTesting
import TodayPlatform
import Testing

/// The template of python-dbusmock, as authors of widgets and panels use it: nothing else of ours takes part.
@Suite struct MockTemplateTests {
    private static let tests = Checkout.root + "/Tests/Apps/ExamplesTests/Languages/Programs/mock_test.py"

    private func run(_ test: String, _ language: Language) async throws {
        let bus = try await PrivateBus.start()
        defer { bus.stop() }
        let widget = language.command(try language.install("counter", on: bus))
        let run = try await bus.run(
            ["/usr/bin/python3", "-W", "ignore", Self.tests, test],
            with: [
                "TEMPLATE": Checkout.data + "/python-dbusmock/todaycenter.py",
                "INTERFACES": Checkout.data + "/dbus-1/interfaces",
                "WIDGET": widget.joined(separator: " "),
            ])
        #expect(run.exit == .status(0), "\(run)")
    }

    @Test func aWidgetInPython() async throws { try await run("WidgetTests", .python) }

    @Test(.enabled(if: Language.hasJavaScript, Language.noJavaScript))
    func aWidgetInJavaScript() async throws { try await run("WidgetTests", .javaScript) }

    @Test func aPanel() async throws { try await run("PanelTests", .python) }
}
