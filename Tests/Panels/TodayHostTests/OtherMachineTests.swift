import DBus
import Testing
import TodayHost
import TodayModel

/// The sentences of a panel about another machine's center.
@Suite struct OtherMachineTests {
    @Test(arguments: ["https://example.org/", "HTTP://example.org", "mailto:a@example.org"])
    func theWebAndMailOpenHere(_ url: String) throws {
        #expect(try RemoteLink.checked(url).string == url)
    }

    @Test(arguments: [
        "file:///etc/passwd", "FILE:///etc/passwd", "view-source:file:///etc/passwd",
        "view-source:https://example.org/",
        "jar:file:///a!/b", "javascript:alert(1)", "data:text/html,x", "ssh://nas", "tel:1", "sms:1", "magnet:?x",
        "smb://nas/x", "today:x", "-https://x", "", "https", "//example.org", "/etc/passwd", "--help",
    ])
    func nothingElseDoes(_ url: String) {
        let refusal = #expect(throws: Refusal.self) { try RemoteLink.checked(url) }
        #expect(refusal?.description.isEmpty == false)
    }

    @Test func filesAndAppsOfTheOtherMachineAreNotUsed() {
        var (path, name) = (WidgetProperties(identifier: "a.path"), WidgetProperties(identifier: "a.name"))
        (path.icon, path.containingApp, path.name) = ("/usr/share/icons/a.png", "org.example.App", "Path")
        name.icon = "drive-harddisk"
        let view = TodayView(
            center: .available, arrangement: ["a.path", "a.name"], today: ["a.path"],
            known: ["a.path": path, "a.name": name])
        let shown = view.ofOtherMachine
        #expect(shown["a.path"]?.icon == "" && shown["a.path"]?.containingApp == "" && shown["a.path"]?.name == "Path")
        #expect(shown["a.name"] == name && shown.today == view.today && shown.center == .available)
    }
}
