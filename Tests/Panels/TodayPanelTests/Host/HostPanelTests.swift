#if Panel
    import CTodayGtk
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import SSHTesting
    import Testing
    import TodayModel
    import TodayPlatform

    @testable import TodayPanel

    @Suite struct HostPanelTests {
        @Test func theOptionIsRead() {
            for arguments in [["--host", "nas"], ["--show", "--host=nas"], ["-H", "nas", "--pin", "--touch"]] {
                #expect(PanelRequest.machine(in: arguments)?.name == "nas")
            }
            #expect(PanelRequest(["--host", "nas"]) == .toggle && PanelRequest(["--show", "--host=nas"]) == .show)
            #expect(PanelRequest.machine(in: ["--show"]) == nil)
            for (arguments, reason) in [
                (["--host"], #"--host: "" is not a valid host: it is empty"#),
                (["--host", "--show"], #"--host: "--show" is not a valid host: "--show" begins with a hyphen"#),
                (
                    ["--host", "nas", "--side", "left"],
                    "--host can be combined only with --show, --hide, --pin, --background and --touch"
                ), (["--host", "nas", "--sideways"], "unknown argument '--sideways'"),
            ] {
                #expect(PanelRequest(arguments) == .refused(reason + " (see today-panel --help)"))
            }
        }

        /// Different machines have different panels.
        @Test func theNameOnTheBusIsValid() throws {
            let names = ["nas", "NAS", "user@nas", "user@nas:22", "[fe80::1]:22", "fe80::1%eth0", "büro", "a_b", "a.b"]
            let suffixes = try names.map { try CenterMachine($0).suffix }
            #expect(Set(suffixes).count == names.count)
            for suffix in suffixes + [try CenterMachine(String(repeating: "ü", count: 500)).suffix] {
                #expect(g_application_id_is_valid("org.todaycenter.Panel" + suffix) != 0, "\(suffix)")
            }
        }

        /// The widget is on another bus, behind a real ssh. Its link opens here.
        @Test func aPanelShowsAnotherMachine() async throws {
            try await withDesk { desk in
                let there = try await PrivateBus.start()
                defer { there.stop() }
                let daemon = try Programs.path("todayd")
                for name in [TodayBus.name, TodayBus.appsName] { try await there.addService(name, exec: daemon) }
                let center = CenterClient(try await there.connect())
                try await center.registerWidget(
                    "org.example.Far",
                    [
                        "Name": "Far", "Icon": "/nonexistent/far.png",
                        "Content": #"{"kind":"button","label":"Visit","url":"https://example.org/"}"#,
                    ])
                let server = try await SSHServer.start(["DBUS_SESSION_BUS_ADDRESS": there.address])
                let note = desk.bus.folder + "/opened"
                try writeFile("", to: note)
                try writeFile("#!/bin/sh\necho \"$1\" >>'\(note)'\n", to: desk.bus.folder + "/browser")
                chmod(desk.bus.folder + "/browser", 0o700)
                mkdir(desk.bus.folder + "/data/applications", 0o700)
                try writeFile(
                    "[Desktop Entry]\nType=Application\nName=Browser\nExec=\(desk.bus.folder)/browser %u\n"
                        + "MimeType=x-scheme-handler/https;\n",
                    to: desk.bus.folder + "/data/applications/org.example.Browser.desktop")
                // GIO doesn't look into desktop files for that.
                try writeFile(
                    "[Default Applications]\nx-scheme-handler/https=org.example.Browser.desktop\n",
                    to: desk.bus.folder + "/config/mimeapps.list")
                let opened = try await desk.bus.start("/usr/bin/tail", "-n", "+1", "-f", note)
                let panel = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--host", SSHServer.host, "--show"],
                    with: desk.environment.merging(server.environment) { $1 })
                _ = try await desk.accessibility.wait(forText: "Visit")
                try await desk.accessibility.press(button: "Visit")
                try await opened.output { $0 == "https://example.org/\n" }
                // The machine is away, and comes back with other content.
                try await server.kill()
                try await center.updateWidget("org.example.Far", ["Content": #"{"kind":"text","text":"Back"}"#])
                _ = try await desk.accessibility.wait(for: "lost machine") { tree in
                    tree.outline().contains("Not updating: Can’t reach \(SSHServer.host)")
                }
                try await server.restart()
                _ = try await desk.accessibility.wait(forText: "Back")
                panel.signal(SIGTERM)
                #expect(try await panel.finished().exit == .status(0))
            }
        }
    }
#endif
