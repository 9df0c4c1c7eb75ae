#if Panel
    import DBus
    import DBusTesting
    import DesktopTesting
    import TodayPlatform
    import Testing
    import TodayModel

    /// Screen locks as systemd-logind reports them. python-dbusmock stands in for systemd-logind.
    @Suite struct LoginLockTests {
        private let name: BusName = "org.freedesktop.login1"
        private let path: ObjectPath = "/org/freedesktop/login1/session/c1"
        private let session: InterfaceName = "org.freedesktop.login1.Session"

        /// Starts a panel that shows something private.
        private func startPanel(_ desk: PanelDesk, systemBus: String) async throws {
            try await desk.register(
                "org.example.Bank", "Bank",
                #"""
                {"kind":"column","children":[{"kind":"text","text":"Balance","private":true},
                  {"kind":"text","text":"Open on weekdays"}]}
                """#)
            _ = try await desk.bus.start(
                [try Programs.path("today-panel"), "--show"],
                with: desk.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": systemBus, "XDG_SESSION_ID": "c1"]) { $1 })
        }

        private func wait(_ desk: PanelDesk, isLocked: Bool) async throws {
            try await desk.accessibility.wait(for: isLocked ? "lock" : "private content") {
                $0.contains("Open on weekdays") && $0.contains("Balance") != isLocked
            }
        }

        @Test func itsHintAndItsRequestsAreFollowed() async throws {
            let system = try await PrivateBus.start()
            defer { system.stop() }
            let login = try await system.connect()
            let mock = try await system.start(
                ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
                with: ["DBUS_SYSTEM_BUS_ADDRESS": system.address])
            _ = try await login.waitForOwner(of: name, timeout: .seconds(60))
            let _: String = try await login.call(
                name, path: "/org/freedesktop/login1", interface: "org.freedesktop.DBus.Mock", "AddSession", "c1",
                "seat0", UInt32(1000), "somebody", true)
            try await login.call(name, path: path, interface: session, "SetLockedHint", true)
            try await withDesk { desk in
                // It was locked before the panel listened.
                try await startPanel(desk, systemBus: system.address)
                try await wait(desk, isLocked: true)
                try await login.call(name, path: path, interface: session, "SetLockedHint", false)
                try await wait(desk, isLocked: false)
                for isLocked in [true, false] {
                    try await login.call(name, path: path, interface: session, "SetLockedHint", isLocked)
                    try await wait(desk, isLocked: isLocked)
                }
                for (request, isLocked) in [("Lock", true), ("Unlock", false), ("Lock", true)]
                    as [(MemberName, Bool)]
                {
                    try await login.call(name, path: path, interface: session, request)
                    try await wait(desk, isLocked: isLocked)
                }
                // A locker that doesn't report that it has unlocked.
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await wait(desk, isLocked: false)
            }
            mock.signal(15)
        }

        @Test func aSystemBusWithoutItChangesNothing() async throws {
            let system = try await PrivateBus.start()
            defer { system.stop() }
            try await withDesk { desk in
                try await startPanel(desk, systemBus: system.address)
                try await wait(desk, isLocked: false)
            }
        }

        @Test func norDoesAMachineWithoutSystemBus() async throws {
            try await withDesk { desk in
                try await startPanel(desk, systemBus: "unix:path=/nowhere/at/all")
                try await wait(desk, isLocked: false)
            }
        }
    }
#endif
