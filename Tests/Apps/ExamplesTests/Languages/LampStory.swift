import DBus
import DBusTesting
import Testing
import TodayModel

/// The lamp in a language: values that the user sets, and taps from panels of version 2, which report no value.
struct LampStory {
    static let lamp: WidgetIdentifier = "org.example.Lamp"
    let language: Language
    /// The path of the program.
    let program: String
    let bus: PrivateBus

    func all() async throws {
        let command = language.command(program).joined(separator: " ")
        try bus.install(manifest: "[Widget]\nName=Lamp\nExec=\(command)\n", Self.lamp.rawValue)
        let center = try await RunningCenter.start(on: bus, [])
        #expect(try await center.client.performUpdate(Self.lamp) != .failed)
        try await expect(center, isOn: false, 40, "Desk")
        let first = try await center.client.properties(of: Self.lamp).content
        let bar = String(repeating: "█", count: 8) + String(repeating: "░", count: 12)
        #expect(
            first.children.map { $0[.fallback] } == ["[ ] Desk", .string("Brightness \(bar)"), "[Another name…]"])

        try await center.client.invokeAction("on", of: Self.lamp, parameter: .boolean(true))
        try await expect(center, isOn: true, 40, "Desk")
        for isOn in [false, true] {
            try await center.client.invokeAction("on", of: Self.lamp)
            try await expect(center, isOn: isOn, 40, "Desk")
        }
        try await center.client.invokeAction("brightness", of: Self.lamp, parameter: .double(55))
        try await center.client.invokeAction("name", of: Self.lamp, parameter: .string("Ü"))
        let revision = try await center.client.properties(of: Self.lamp).revision
        for action in ["brightness", "name"] { try await center.client.invokeAction(action, of: Self.lamp) }
        #expect(try await center.client.properties(of: Self.lamp).revision == revision)
        try await expect(center, isOn: true, 55, "Ü")

        // A process that the tap has started hasn't sent anything. It reads the value from the center.
        try await center.client.connection.call(
            BusName(Self.lamp.rawValue), path: "/org/example/Lamp", interface: TodayBus.provider, "EndRequest")
        try await center.left(Self.lamp)
        try await center.client.invokeAction("on", of: Self.lamp)
        try await expect(center, isOn: false, 40, "Desk")
        try await center.end()
    }

    private func expect(_ center: RunningCenter, isOn: Bool, _ brightness: Double, _ name: String) async throws {
        let content = try await center.client.properties(of: Self.lamp).content
        try #require(content.children.map(\.kind) == ["checkbox", "slider", "entry"])
        #expect(
            content.children[0][.label] == .string(name) && content.children[0][.value] == .boolean(isOn)
                && content.children[1][.value] == .double(brightness), "\(content.json())")
    }
}
