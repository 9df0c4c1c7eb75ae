import DBus
import DBusTesting
import Testing
import TodayManifests
import TodayModel

@testable import TodayService

/// A manifest finds room before what was registered at run time.
@Suite(.serialized) struct ManifestRoomTests {
    private static func manifest(_ identifier: WidgetIdentifier) -> Manifest {
        Manifest(identifier: identifier, definition: WidgetDefinition())
    }

    /// A center with as many registrations as there may be widgets, the last of them by a client of its own.
    private static func full() async throws -> (test: TestCenter, clients: [CenterClient]) {
        let test = try await TestCenter.start()
        var clients: [CenterClient] = []
        for number in 0..<Limits.widgets - 1 {
            if number.isMultiple(of: Limits.widgetsPerConnection) { clients.append(try await test.anotherClient()) }
            try await clients[clients.count - 1].registerWidget(
                WidgetIdentifier("org.example.W\(number)"), WidgetDefinition { $0.changes.content = text("\(number)") })
        }
        clients.append(try await test.anotherClient())
        try await clients[clients.count - 1].registerWidget("org.example.Late", WidgetDefinition())
        return (test, clients)
    }

    @Test func aRegistrationGivesWay() async throws {
        let (test, clients) = try await Self.full()
        try await test.wait(for: "+Late")
        // Signals that the center has emitted by now arrive before its answer.
        _ = try await test.client.arrangement()
        let before = test.signals.signals.count
        await test.center.follow(ManifestReading([Self.manifest(.a)]))
        try await test.wait(for: "+A")
        // 15 connections have 32 each, and the youngest of the last of these is in excess, not the one that came last.
        let gone = try #require(WidgetIdentifier(rawValue: "org.example.W479"))
        let widgets = try await test.client.widgets()
        #expect(widgets.count == Limits.widgets && widgets[TodayBus.path(of: .a)] != nil)
        #expect(widgets[TodayBus.path(of: gone)] == nil && widgets[TodayBus.path(of: "org.example.Late")] != nil)
        let signals = test.signals.signals.dropFirst(before).map(\.brief)
        #expect(
            signals == [
                "center: Arrangement Today", "-W479", "+A", "center: Arrangement Today",
            ])
        #expect(clients.count == 17)
        // The center has no room for it now, and keeps its place and content for it.
        try await test.expect(.limitExceeded, "Widgets is 512") {
            try await test.client.registerWidget(gone, WidgetDefinition())
        }
        try await test.client.unregisterWidget("org.example.W0")
        try await test.client.registerWidget(gone, WidgetDefinition())
        #expect(try await test.client.properties(of: gone).content == text("479"))
    }

    @Test func withManifestsAloneTheNextOneWaits() async throws {
        let test = try await TestCenter.start()
        let manifests = (0...Limits.widgets).map {
            Self.manifest(WidgetIdentifier(rawValue: "org.example.W\(1000 + $0)") ?? .a)
        }
        await test.center.follow(ManifestReading(manifests))
        try await test.wait(for: "+W1511")
        #expect(try await test.client.widgets().count == Limits.widgets)
        try await test.expect(.limitExceeded, "Widgets is 512") {
            try await test.client.registerWidget(.a, WidgetDefinition())
        }
        // One goes, and the one that waits takes its room.
        await test.center.follow(ManifestReading(Array(manifests.dropFirst())))
        try await test.wait(for: "+W1512")
        #expect(try await test.client.widgets().count == Limits.widgets)
    }

    /// Panels hear in order of widgets that come and go in many turns, and others are answered meanwhile.
    @Test func todayNamesWhatIsThere() async throws {
        let test = try await TestCenter.start { $0.uninstalling = .zero }
        let manifests = (0..<200).map { Self.manifest(WidgetIdentifier(rawValue: "org.example.W\(1000 + $0)") ?? .a) }
        await test.center.follow(ManifestReading(manifests))
        try await test.wait(for: "+W1199")
        await test.center.follow(ManifestReading(Array(manifests.suffix(50))))
        try await test.wait(for: "-W1149")
        var objects: Set<String> = []
        for signal in test.signals.signals {
            switch (signal.member, signal.body.first) {
            case ("InterfacesAdded", .objectPath(let path)?): objects.insert(path.rawValue)
            case ("InterfacesRemoved", .objectPath(let path)?): objects.remove(path.rawValue)
            default:
                guard case .array(let today, _)? = signal.changed["Today"]?.unwrapped else { continue }
                let paths = today.compactMap { value -> String? in
                    guard case .string(let text) = value, let identifier = WidgetIdentifier(rawValue: text) else {
                        return nil
                    }
                    return TodayBus.path(of: identifier).rawValue
                }
                #expect(objects.isSuperset(of: paths))
            }
        }
        #expect(objects.count == 50)
    }
}

extension TestCenter {
    /// Waits for a widget that comes or goes. Of other signals, which may be long, nothing is read.
    fileprivate func wait(for brief: String) async throws {
        try await signals.wait(within: .seconds(300)) {
            ($0.member == "InterfacesAdded" || $0.member == "InterfacesRemoved") && $0.brief == brief
        }
    }
}
