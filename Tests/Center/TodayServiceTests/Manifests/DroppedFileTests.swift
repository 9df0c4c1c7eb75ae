import DBus
import DBusTesting
import Glibc
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// The real `todayd`: dropping a file installs a widget, and removing it uninstalls.
@Suite(.serialized) struct DroppedFileTests {
    private let bus: PrivateBus
    private let daemon: RunningDaemon
    private let signals: SignalRecorder

    init() async throws {
        bus = try await PrivateBus.start()
        daemon = try await RunningDaemon.start(
            on: bus, CenterClient(try await bus.connect()), wrapper: ["env", "LC_ALL=de_AT.UTF-8"])
        signals = try await SignalRecorder(daemon.client.connection, MatchRule(sender: TodayBus.name))
    }

    private var client: CenterClient { daemon.client }
    private var folder: String { bus.folder + "/data/todaycenter/widgets" }

    private func file(_ identifier: WidgetIdentifier) -> String { "\(folder)/\(identifier).widget" }

    /// Waits until a signal that reads like this has come `count` times.
    private func wait(for brief: String, _ count: Int = 1) async throws {
        try await signals.wait(for: count) { $0.brief == brief }
    }

    @Test func aWidgetComesAndGoesWithItsFile() async throws {
        // At first, the folder doesn't exist.
        try TestCenter.install(
            "org.example.A",
            "Name=One\nName[de]=Eins\nDescription[de]=Nummer\nExec=" + TestCenter.provider("good"), on: bus)
        try await wait(for: "center: Arrangement Today")
        #expect(signals.signals.prefix(2).map(\.brief) == ["+A", "center: Arrangement Today"])
        #expect(try await client.properties()["Today"] == .strings(["org.example.A"]))
        let properties = try await client.properties(of: .a)
        #expect(properties.name == "Eins" && properties.description == "Nummer" && properties.source == .manifest)
        #expect(try await client.performUpdate(.a) == .newData)
        let before = try await client.properties(of: .a)

        unlink(file(.a))
        try await wait(for: "-A")
        #expect(signals.signals.suffix(2).map(\.brief) == ["center: Arrangement Today", "-A"])
        #expect(try await client.widgets().isEmpty)

        // When it returns, its content is back, and isn't a snapshot of an earlier center.
        try TestCenter.install("org.example.A", "Exec=" + TestCenter.provider("good"), on: bus)
        try await wait(for: "+A", 2)
        let again = try await client.properties(of: .a)
        #expect(again.revision == before.revision && again.content == before.content && !again.isSnapshot)
        #expect(try await daemon.end().exit == .status(0))
    }

    @Test func anUpgradeKeepsTheWidget() async throws {
        try TestCenter.install("org.example.A", "Name=1", on: bus)
        try await wait(for: "+A")
        try await client.updateWidget(.a, .content("kept"))
        unlink(file(.a))
        try TestCenter.install("org.example.A", "Name=2\nLargestDisplayMode=expanded", on: bus)
        try await wait(for: "A: LargestDisplayMode Name")
        try write("[Widget]\nName=3\nLargestDisplayMode=expanded", to: folder + "/.new")
        rename(folder + "/.new", file(.a))
        try await wait(for: "A: Name")
        let properties = try await client.properties(of: .a)
        #expect(properties.name == "3" && properties.content == text("kept") && properties.revision == 1)
        // The next one goes after more time than an upgrade has.
        try TestCenter.install("org.example.B", "", on: bus)
        try await wait(for: "+B")
        unlink(file(.b))
        try await wait(for: "-B")
        #expect(!signals.signals.contains { $0.brief == "-A" })
        #expect(try await daemon.end().exit == .status(0))
    }

    @Test func aBadFileIsNamedAndHarmsNothing() async throws {
        try TestCenter.install("org.example.A", "Name=A", on: bus)
        try TestCenter.install("org.example.B", "Name=B\nUpdateInterval=soon", on: bus)
        try await wait(for: "+A")
        try TestCenter.install("org.example.C", "Name=C", on: bus)
        try await wait(for: "+C")
        #expect(try await client.widgets().count == 2)
        let run = try await daemon.end()
        let complaints = run.error.split(separator: "\n").filter { $0.contains("org.example.B") }
        #expect(complaints.count == 1, "\(run)")
        #expect(complaints.first?.contains("\(file(.b)): line 3, UpdateInterval: \"soon\"") == true, "\(run)")
    }

    @Test func aWidgetThatWasRegisteredBecomesTheManifests() async throws {
        try await client.registerWidget(.a, WidgetDefinition { $0.name = "registered" })
        try await client.registerWidget(.b, WidgetDefinition())
        try await client.updateWidget(.a, .content("kept"))
        try TestCenter.install("org.example.A", "Name=installed\nContent={}", on: bus)
        try await wait(for: "A: Name Source")
        let properties = try await client.properties(of: .a)
        #expect(properties.name == "installed" && properties.content == text("kept"))
        #expect(try await client.properties()["Arrangement"] == .strings(["org.example.A", "org.example.B"]))
        await #expect(throws: RemoteError.self) { try await client.unregisterWidget(.a) }
        #expect(try await daemon.end().exit == .status(0))
    }

    @Test func twoHundredFilesAtOnce() async throws {
        for number in 0..<200 { try TestCenter.install("org.example.W\(1000 + number)", "", on: bus) }
        try await signals.wait(for: 200) { $0.member.rawValue == "InterfacesAdded" }
        for number in 0..<200 { unlink("\(folder)/org.example.W\(1000 + number).widget") }
        try await signals.wait(for: 200) { $0.member.rawValue == "InterfacesRemoved" }
        #expect(try await daemon.end().exit == .status(0))
    }
}
