#if Panel
    import DBusTesting
    import Glibc
    import Processes
    import Testing
    import TodayModel
    import TodayProtocol

    /// The panel under a Wayland compositor: sway, which draws into memory.
    ///
    /// Its seat has no keyboard, so that nothing has the focus; whether keys and clicks hide the panel is seen on X11.
    @Suite struct WaylandTests {
        /// Starts the compositor, and returns it and what the variable `WAYLAND_DISPLAY` has to be.
        private func startSway(_ desk: PanelDesk) async throws -> (ToolRun, display: String) {
            let (configuration, socket) = (desk.bus.folder + "/sway", desk.bus.folder + "/sway-socket")
            let told = desk.bus.folder + "/wayland-display"
            try writeFile("exec echo $WAYLAND_DISPLAY > \(told)\n", to: configuration)
            // It refuses to run for uid 0, which tests in containers have. The bus would refuse whoever is mapped, so
            // that nothing else is.
            let user = getuid() == 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000"] : []
            let sway = try await desk.bus.start(
                user + ["sway", "--config", configuration],
                with: [
                    "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
                    "SWAYSOCK": socket,
                ])
            let display: String? = try await Accessibility.look(within: .seconds(60)) {
                let name = try await desk.bus.run(["cat", told]).output.filter { !$0.isWhitespace }
                return name.isEmpty ? nil : name
            }
            guard let display else { throw Accessibility.AbsentError(description: "sway does not start") }
            return (sway, display)
        }

        private func windows(_ desk: PanelDesk) async throws -> String {
            try await desk.bus.run(
                ["swaymsg", "--socket", desk.bus.folder + "/sway-socket", "--type", "get_tree"]
            ).output
        }

        @Test func itIsAnOrdinaryWindowThere() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let (sway, display) = try await startSway(desk)
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"],
                    with: desk.environment.merging(["GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": display]) { $1 })
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                let isThere: Bool? = try await Accessibility.look(within: .seconds(60)) {
                    try await windows(desk).contains(#""app_id": "org.todaycenter.Panel""#) ? true : nil
                }
                #expect(isThere == true)
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                try await desk.wait(isViewing: false)
                let hasGone: Bool? = try await Accessibility.look(within: .seconds(60)) {
                    try await windows(desk).contains(#""app_id": "org.todaycenter.Panel""#) ? nil : true
                }
                #expect(hasGone == true)
                sway.signal(SIGTERM)
                _ = try await sway.finished()
            }
        }
    }
#endif
