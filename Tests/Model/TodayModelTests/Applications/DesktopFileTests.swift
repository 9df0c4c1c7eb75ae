import Testing
import TodayManifests
import TodayModel

@Suite("Desktop files")
struct DesktopFileTests {
    @Test func everything() throws {
        let file = try DesktopFile.parse(
            """
            # A comment
            [Desktop Entry]
            Type=Application
            Version=1.5
            Name=Mail
            Name[de]=Post
            Icon=mail
            Exec=mail --url=%u "a\\\\$b"
            TryExec=mail
            Path=/opt/mail
            Terminal=true
            NoDisplay=true
            Hidden=false
            DBusActivatable=true
            MimeType=text/html;x-scheme-handler/MailTo;x-scheme-handler/mid;
            X-Vendor-Key=\\q
            [Desktop Action new]
            Exec=mail --new
            """, locale: "de_AT.UTF-8")
        var expected = DesktopFile()
        expected.name = "Post"
        expected.icon = "mail"
        expected.exec = #"mail --url=%u "a\$b""#
        expected.tryExec = "mail"
        expected.path = "/opt/mail"
        expected.needsTerminal = true
        expected.isLeftOutOfMenus = true
        expected.isDBusActivatable = true
        expected.schemes = ["mailto", "mid"]
        #expect(file == expected)
    }

    @Test func nothing() throws {
        #expect(try DesktopFile.parse("[Desktop Entry]\nIcon=\nExec=\nTryExec=\nPath=\n", locale: nil) == DesktopFile())
    }

    @Test(arguments: [
        (nil, "English", "flag"), ("de_AT.UTF-8", "Deutsch (AT)", "fahne"), ("de_DE", "Deutsch", "fahne"),
        ("fr", "English", "flag"), ("C", "English", "flag"),
    ])
    func localised(_ locale: String?, _ name: String, _ icon: String) throws {
        let file = try DesktopFile.parse(
            """
            [Desktop Entry]
            Name[de_AT]=Deutsch (AT)
            Name=English
            Name[de]=Deutsch
            Icon[de]=fahne
            Icon=flag
            Exec[de]=never
            """, locale: locale)
        #expect(file.name == name && file.icon == icon && file.exec == nil)
    }

    /// Such files are installed, and the desktops take them.
    @Test func doubles() throws {
        let text = "[Desktop Entry]\nExec=a\nExec=b\nTerminal=1\n[Other]\n[Desktop Entry]\nIcon=i\nHidden=0\n"
        let file = try DesktopFile.parse(text, locale: nil)
        #expect(file.exec == "b" && file.icon == "i" && file.needsTerminal && !file.isHidden)
    }

    @Test(arguments: [
        ("", "line 1: missing group [Desktop Entry]"),
        ("[Widget]", "line 1: missing group [Desktop Entry]"),
        ("[Desktop Entry]\nType=Link", "line 2, Type: \"Link\" is not Application"),
        ("[Desktop Entry]\n\nTerminal=yes", "line 3, Terminal: \"yes\" isn't true or false"),
        ("[Desktop Entry]\nExec=a \\q", "line 2, Exec: \\q in \"a \\q\" is not an escape"),
        ("[Desktop Entry]\nExec", "line 2: \"Exec\" has no ="),
    ])
    func refused(_ text: String, _ message: String) {
        #expect(faultText { _ = try DesktopFile.parse(text, locale: nil) } == message)
    }
}
