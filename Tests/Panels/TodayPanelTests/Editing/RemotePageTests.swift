#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import SSHTesting
    import Testing
    import TodayModel
    import TodayPlatform

    extension PanelDesk {
        /// Opens the page for another computer from the gallery.
        func openRemotePage() async throws {
            try await accessibility.press(button: "Add Widgets")
            try await accessibility.wait(forText: "Add from Network…")
            try await accessibility.press(button: "Add from Network…")
            try await accessibility.wait(forFocusOn: "Name")
        }

        /// The text of the configuration of `today-bridge`; empty if it doesn't exist.
        var bridgeConfiguration: String {
            ProcessFile.read(bus.folder + "/config/todaycenter/bridge.conf") ?? ""
        }
    }

    /// The page on which the user adds another computer or a broker.
    @Suite struct RemotePageTests {
        /// A desk at which the page is open, and another machine with one widget.
        private func withPage(_ body: (PanelDesk, SSHServer) async throws -> Void) async throws {
            try await withDesk { desk in
                let there = try await PrivateBus.start()
                defer { there.stop() }
                for name in [TodayBus.name, TodayBus.appsName] {
                    try await there.addService(name, exec: try Programs.path("todayd"))
                }
                try await CenterClient(try await there.connect()).registerWidget(
                    "org.example.Far", ["Name": "Far", "Content": #"{"kind":"text","text":"Text of Far"}"#])
                let server = try await SSHServer.start(["DBUS_SESSION_BUS_ADDRESS": there.address])
                let path = try #require(server.environment["PATH"])
                try await desk.bus.addService(
                    "org.todaycenter.Bridge", exec: "/usr/bin/env PATH=\(path) \(try Programs.path("today-bridge"))")
                try await desk.register("org.example.Alpha", "Alpha", #"{"kind":"text","text":"Text of Alpha"}"#)
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"],
                    with: desk.environment.merging(server.environment) { $1 })
                try await desk.accessibility.wait(forText: "Text of Alpha")
                try await desk.focusPanel()
                try await desk.openRemotePage()
                try await body(desk, server)
            }
        }

        private func fill(_ desk: PanelDesk, _ name: String, _ address: String) async throws {
            try await desk.accessibility.wait(forFocusOn: "Name")
            try await desk.type(name)
            try await desk.press("Tab")
            try await desk.type(address)
        }

        @Test func aComputerIsAddedWithKeys() async throws {
            try await withPage { desk, _ in
                try await desk.screenshot("remote-empty")
                try await desk.accessibility.expectNamedControls()
                try await fill(desk, "nas", SSHServer.host)
                try await desk.press("Return")
                try await desk.accessibility.wait(for: "the result") {
                    $0.contains("nas was added.") && $0.contains("connected; 1 of 1 widgets match")
                }
                try await desk.screenshot("remote-added")
                try await desk.accessibility.expectNamedControls()
                #expect(desk.bridgeConfiguration == "[Host nas]\nAddress=\(SSHServer.host)\n")
                try await desk.accessibility.wait(forFocusOn: "Done")
                try await desk.press("Return")
                try await desk.accessibility.wait(forFocusOn: "Add from Network…")
                try await desk.accessibility.wait(for: "the widget") { $0.button(startingWith: "Added: Far") != nil }
                try await desk.press("Escape")
                try await desk.accessibility.wait(forText: "Text of Far")
            }
        }

        /// The form keeps the input, and the focus goes to the field with the fault.
        @Test func wrongInputIsKept() async throws {
            try await withPage { desk, _ in
                try await desk.press("Return")
                try await desk.accessibility.wait(forText: "Required")
                try await fill(desk, "1nas", "--help")
                try await desk.press("Return")
                var node = try await desk.accessibility.wait(forFocusOn: "Name")
                try await desk.accessibility.wait(for: "the fault") {
                    $0.contains(#""1nas" isn't the name of a group: a letter, then up to 31 letters, digits, _ and -"#)
                }
                #expect(try await desk.accessibility.text(in: node) == "1nas")
                try await desk.screenshot("remote-fault")
                try await desk.type("nas")
                try await desk.press("Return")
                node = try await desk.accessibility.wait(forFocusOn: "Address")
                #expect(try await desk.accessibility.text(in: node) == "--help")
                #expect(try await desk.accessibility.description(of: node).contains("begins with a hyphen"))
                #expect(desk.bridgeConfiguration.isEmpty)
                try await desk.press("Escape")
                try await desk.accessibility.wait(forFocusOn: "Add from Network…")
            }
        }

        @Test func aFailedConnectionIsTriedAgainOrRemoved() async throws {
            try await withPage { desk, server in
                let failure = "nas was added, but it isn’t connected:"
                try await server.kill()
                try await fill(desk, "nas", SSHServer.host)
                try await desk.press("Return")
                try await desk.accessibility.wait(forText: failure)
                try await desk.screenshot("remote-failed")
                try await desk.accessibility.expectNamedControls()
                try await desk.accessibility.press(button: "Remove")
                let name = try await desk.accessibility.wait(forFocusOn: "Name")
                #expect(try await desk.accessibility.text(in: name) == "nas")
                #expect(desk.bridgeConfiguration.isEmpty)
                try await desk.press("Return")
                try await desk.accessibility.wait(forText: failure)
                try await server.restart()
                try await desk.accessibility.press(button: "Try Again")
                try await desk.accessibility.wait(forText: "nas was added.")
            }
        }

        @Test func aBrokerShowsItsDevices() async throws {
            try await withPage { desk, _ in
                try await fill(desk, "home", "mqtts://broker.invalid")
                try await desk.accessibility.wait(forText: "Show devices of Home Assistant")
                try await desk.screenshot("remote-broker")
                try await desk.accessibility.expectNamedControls()
                try await desk.press("Tab", "Tab")
                try await desk.accessibility.wait(forFocusOn: "User")
                try await desk.type("me")
                try await desk.press("Return")
                try await desk.accessibility.wait(forText: "home was added, but it isn’t connected:")
                #expect(
                    desk.bridgeConfiguration
                        == "[Broker home]\nAddress=mqtts://broker.invalid\nDiscovery=homeassistant\nUser=me\n")
            }
        }
    }
#endif
