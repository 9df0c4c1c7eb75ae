#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    @Suite struct ShowingTests {
        @Test func oneRunShowsItAndTheNextHidesIt() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let panel = try await desk.startPanel()
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                #expect(try await desk.startPanel().finished().exit == .status(0))
                try await desk.wait(isViewing: false)
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.wait(isViewing: true)
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                try await desk.wait(isViewing: false)
                let refused = try await desk.startPanel("--sideways").finished()
                #expect(refused.exit == .status(64) && refused.error.contains("--sideways"))
                panel.signal(SIGTERM)
            }
        }

        @Test func escapeHidesIt() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel()
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                let window = try await desk.xdotool("search", "--sync", "--onlyvisible", "--name", "^Today$")
                    .filter { $0.isNumber }
                try await desk.xdotool("windowfocus", "--sync", window)
                try await desk.xdotool("key", "Escape")
                try await desk.wait(isViewing: false)
            }
        }

        @Test func aNewCenterIsShownAgain() async throws {
            try await withDesk { desk in
                let note: WidgetIdentifier = "org.example.Note"
                try await desk.register(note, "Note", #"{"kind":"text","text":"Buy milk"}"#)
                try await desk.startPanel()
                try await desk.accessibility.wait(forText: "Buy milk")
                let id: UInt32 = try await desk.client.connection.call(
                    .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue)
                for name in [TodayBus.name, TodayBus.appsName] {
                    try await desk.bus.addService(name, exec: "/bin/false")
                }
                kill(Int32(id), SIGKILL)
                // The last content stays, and the panel says so.
                let tree = try await desk.accessibility.wait(forText: "Reconnecting…")
                #expect(tree.contains("Buy milk") && !tree.contains("Can’t reach Today"), "\(tree.outline())")
                try await desk.screenshot("no-center")
                // The center comes back without any request from the user.
                for name in [TodayBus.name, TodayBus.appsName] {
                    try await desk.bus.addService(name, exec: try Programs.path("todayd"))
                }
                try await desk.accessibility.wait(for: "the center's content") {
                    $0.contains("Buy milk") && !$0.contains("Looking for")
                }
                try await desk.wait(isViewing: true)
            }
        }

        @Test func nothingPrivateIsShownWhileLocked() async throws {
            try await withDesk { desk in
                try await desk.register(
                    "org.example.Bank", "Bank",
                    #"""
                    {"kind":"column","children":[{"kind":"text","text":"Balance","private":true},
                      {"kind":"text","text":"Open on weekdays"}]}
                    """#)
                try await desk.startPanel()
                try await desk.accessibility.wait(forText: "Balance")
                let saver = desk.client.connection
                try await saver.requestName("org.freedesktop.ScreenSaver")
                for isLocked in [true, false] {
                    try await saver.emit(
                        "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "ActiveChanged", isLocked)
                    try await desk.accessibility.wait(for: "what may be seen") {
                        $0.contains("Open on weekdays") && $0.contains("Balance") == !isLocked
                    }
                }
            }
        }

        @Test func theDesktopsColourSchemeIsFollowedAndTold() async throws {
            try await withDesk { desk in
                let provider = try await NotingProvider.start(desk)
                try await desk.startPanel()
                try await desk.accessibility.wait(forText: "A row")
                try await provider.schemes.wait { $0.contains(.string("light")) }
                let portal = desk.client.connection
                try await portal.requestName("org.freedesktop.portal.Desktop")
                try await portal.emit(
                    "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged",
                    "org.freedesktop.appearance", "color-scheme", DBusValue.uint32(1))
                try await provider.schemes.wait { $0.contains(.string("dark")) }
                try await desk.screenshot("dark")
            }
        }
    }
#endif
