import DBus
import DBusTesting
import Testing
import TodayModel
import TodayPlatform

@testable import TodayService

/// A widget without an icon has that of its containing app.
@Suite(.serialized) struct AppIconTests {
    private static func waitForIcon(_ icon: String, _ test: TestCenter) async throws {
        try await test.signals.wait { $0.changed["Icon"] == .string(icon) }
        #expect(try await test.client.properties(of: .a).icon == icon)
    }

    @Test func itIsLookedUpWhenAWidgetIsRegistered() async throws {
        let opening = try await OpeningTestCenter.start("Icon=app-icon\nIcon[de]=deutsch")
        try await Self.waitForIcon("app-icon", opening.test)
        // Its own comes first; without it and with another app there is that app's.
        try opening.install("Icon=other-icon", "org.example.Other")
        try await opening.test.client.registerWidget(
            .a,
            WidgetDefinition {
                $0.containingApp = "org.example.Other"
                $0.icon = "own"
            })
        #expect(try await opening.test.client.properties(of: .a).icon == "own")
        try await opening.test.client.registerWidget(.a, WidgetDefinition { $0.containingApp = "org.example.Other" })
        try await Self.waitForIcon("other-icon", opening.test)
        try await opening.test.client.registerWidget(.a, WidgetDefinition())
        #expect(try await opening.test.client.properties(of: .a).icon == "")
    }

    @Test func itIsLookedUpForManifests() async throws {
        let bus = try await PrivateBus.start()
        UserFolders.make(bus.folder + "/data/applications")
        try write(
            "[Desktop Entry]\nType=Application\nIcon=app-icon\n",
            to: bus.folder + "/data/applications/org.example.App.desktop")
        let test = try await TestCenter.start(
            on: bus, manifests: ["org.example.A": "ContainingApp=org.example.App\n"])
        // The icon may have been set before the test listened.
        if try await test.client.properties(of: .a).icon.isEmpty {
            try await Self.waitForIcon("app-icon", test)
        }
        #expect(try await test.client.properties(of: .a).icon == "app-icon")
    }
}
