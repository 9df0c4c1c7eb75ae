#if Widgets
    import DBus
    import DBusTesting
    import Testing
    import TodayModel

    /// The real center and the real program on this machine, with the service manager of python-dbusmock.
    @Suite struct SystemStoryTests {
        @Test(
            .enabled(
                if: WidgetsDesk.hasMocks, "python-dbusmock is not installed (Debian package: python3-dbusmock)"))
        func ringsCurvesAndFailedServices() async throws {
            let name: BusName = "org.freedesktop.systemd1"
            var disks: ToolRun?
            let desk = try await WidgetsDesk.start([("systemd", name)]) { bus, client in
                disks = try await UDisksMock.start(on: bus, client, ["IdLabel": "Root Disk"], at: ["/"])
                let mock = Proxy(client, name, "/org/freedesktop/systemd1", "org.freedesktop.DBus.Mock")
                let manager = "org.freedesktop.systemd1.Manager"
                try await mock.call("AddMethod", manager, "Subscribe", "", "", "")
                let unit = "('a.service', 'A', 'loaded', 'failed', 'failed', '', '/a', 0, '', '/')"
                try await mock.call(
                    "AddMethod", manager, "ListUnitsFiltered", "as", "a(ssssssouso)", "ret = [\(unit)]")
            }
            try await desk.view()
            // One bus is both the system's and the user's, so the failure counts twice.
            let widget = try await desk.widget("system") {
                $0.content.all("progress").count == 3 && $0.content.texts.contains("2 services failed")
            }
            #expect(widget.attention == .badge && widget.badge == 2)
            try await desk.client.setDisplayMode(.expanded, for: WidgetsDesk.identifier("system"))
            try await desk.widget("system") {
                $0.content.all("chart").count == 2 && $0.content.texts.contains("Root Disk")
                    && $0.content.texts.contains("a.service")
            }
            // Without UDisks2, the names are those of the folders.
            disks?.signal(9)
            try await desk.widget("system") {
                $0.content.texts.contains("System") && !$0.content.texts.contains("Root Disk")
            }
            let mock = Proxy(desk.client.connection, name, "/org/freedesktop/systemd1", "org.freedesktop.DBus.Mock")
            let manager = "org.freedesktop.systemd1.Manager"
            try await mock.call(
                "AddMethod", manager, "ListUnitsFiltered", "as", "a(ssssssouso)", "ret = dbus.Array([], 'ssssssouso')")
            let job: [DBusValue] = [.uint32(1), .objectPath("/job/1"), .string("a.service"), .string("done")]
            try await mock.call("EmitSignal", manager, "JobRemoved", "uoss", job)
            try await desk.widget("system") { $0.attention == .none && $0.badge == 0 }
            try await desk.end()
        }

        /// A container has neither a service manager nor a system bus.
        @Test func aContainerIsEnough() async throws {
            let desk = try await WidgetsDesk.start()
            try await desk.view()
            let widget = try await desk.widget("system") { $0.content.all("progress").count == 3 }
            #expect(widget.error.isEmpty)
            try await desk.end()
        }
    }

    extension Content {
        /// All texts of the tree.
        fileprivate var texts: [String] {
            all("text").compactMap { if case .string(let text)? = $0["text"] { text } else { nil } }
        }
    }
#endif
