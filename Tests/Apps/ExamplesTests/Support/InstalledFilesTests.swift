import Testing
import TodayManifests
import TodayModel

/// The files that install the examples go together.
@Suite struct InstalledFilesTests {
    @Test(arguments: [
        ("org.example.SharedList", "shared-list", "sharedlist", "group.org.example.SharedList"),
        ("org.example.SimpleTimer", "simple-timer", "simpletimer", "group.simpleTimerSharedDefaults"),
    ])
    func anAppAndItsWidget(_ app: String, _ program: String, _ scheme: String, _ group: String) throws {
        let identifier = try WidgetIdentifier(app + ".Widget")
        let manifest = try Manifest.parse(
            try Checkout.text("examples/widgets/\(identifier).widget"), identifier: identifier, locale: nil)
        #expect(manifest.definition.containingApp == app && manifest.definition.exec == program + "-widget")
        #expect(manifest.definition.appGroups == [group])
        let german = try Manifest.parse(
            try Checkout.text("examples/widgets/\(identifier).widget"), identifier: identifier, locale: "de_DE.UTF-8")
        #expect(german.definition.name != manifest.definition.name)

        let desktop = try Checkout.text("examples/applications/\(app).desktop").split(separator: "\n")
        #expect(desktop.contains("Exec=\(program) %U") && desktop.contains("DBusActivatable=true"))
        #expect(desktop.contains("MimeType=x-scheme-handler/\(scheme);"))
        #expect(try Checkout.exec(ofService: app) == "/usr/bin/\(program) --gapplication-service")
    }
}
