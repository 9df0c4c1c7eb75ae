import DBus
import NotificationCenter
import TodayModel

/// A widget on the other machine, with a tap, a setting and an error.
@WidgetActor
final class CounterWidget: NCWidgetProviding {
    nonisolated static let identifier: WidgetIdentifier = "org.test.Counter"

    private var count = 0
    @NCSetting("City") var city = "Athens"
    var failure: String?

    init() {}

    var content: WidgetContent {
        Column {
            Text("count \(count)")
            Text("city \(city)")
            Button("Add") { self.count += 1 }
            Button("Fail").action("fail")
        }
    }

    func widgetPerformUpdate() async throws -> NCUpdateResult {
        if let failure { throw NCWidgetError(failure) }
        return .newData
    }

    func widgetPerformAction(_ name: String, parameter: NCValue?) async throws {
        throw NCWidgetError("the door is locked")
    }

    func add(_ number: Int) async throws {
        count += number
        try await extensionContext?.contentDidChange()
    }

    func fail(_ text: String?) async throws {
        failure = text
        if let text {
            try await extensionContext?.updateDidFail(NCWidgetError(text))
        } else {
            try await extensionContext?.contentDidChange()
        }
    }

    /// Provides the widget on a bus, with its name.
    static func provide(on address: String) async throws -> (widget: CounterWidget, running: Task<Int32, any Error>) {
        let link = CenterLink(.bus(address))
        let provider = try NCWidgetProvider(busName: "org.test.CounterProgram", endsOnRequest: false, over: link)
        let widget = CounterWidget()
        try await provider.add(widget, as: identifier.rawValue, at: "/counter") { _ in CounterWidget() }
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let running = Task { try await provider.run { signal.yield() } }
        for await _ in started { break }
        var definition = NCWidgetDefinition(
            .activatable(busName: "org.test.CounterProgram", objectPath: "/counter"), name: "Counter")
        definition.instances = true
        definition.icon = "list-add"
        definition.largestDisplayMode = .expanded
        definition.settings = [try NCSettingDeclaration("City", .string, default: .text("Athens"))]
        try await NCWidgetController(link).register(identifier.rawValue, as: definition)
        return (widget, running)
    }
}
