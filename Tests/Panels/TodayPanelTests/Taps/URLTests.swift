#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    @Suite struct URLTests {
        /// The app is a script that writes down its URL.
        @Test func aTapOpensTheURLWithItsApp() async throws {
            try await withDesk { desk in
                let folder = desk.bus.folder
                let note = folder + "/opened"
                try writeFile("", to: note)
                try writeFile("#!/bin/sh\necho \"$1\" >>'\(note)'\n", to: folder + "/handler")
                chmod(folder + "/handler", 0o700)
                mkdir(folder + "/data", 0o700)
                mkdir(folder + "/data/applications", 0o700)
                try writeFile(
                    "[Desktop Entry]\nType=Application\nName=Handler\nExec=\(folder)/handler %u\n"
                        + "MimeType=x-scheme-handler/lab;\n",
                    to: folder + "/data/applications/org.example.Handler.desktop")
                try await desk.register(
                    "org.example.Handler.Widget", "Links",
                    #"""
                    {"kind":"column","url":"lab://card","children":[
                      {"kind":"button","label":"Visit","url":"lab://visit?a=1"},
                      {"kind":"row","url":"lab://row","children":[{"kind":"text","text":"A row"}]}]}
                    """#, ["ContainingApp": "org.example.Handler"])
                try await desk.startPanel("--show")
                let opened = try await desk.bus.start("/usr/bin/tail", "-n", "+1", "-f", note)
                let tree = try await desk.accessibility.wait(forText: "A row")
                try await desk.accessibility.press(button: "Visit")
                try await opened.output { $0 == "lab://visit?a=1\n" }
                let row = try #require(tree.first("button", "A row"), "\(tree.outline())")
                let area = try await desk.accessibility.area(of: row)
                try await desk.click(x: area.x + area.width / 2, y: area.y + area.height / 2)
                try await opened.output { $0 == "lab://visit?a=1\nlab://row\n" }
            }
        }
    }
#endif
