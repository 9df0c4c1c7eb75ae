#if Panel
    import DBusTesting
    import DesktopTesting
    import TodayPlatform
    import Testing
    import TodayModel

    /// The panel under a window manager of X11: openbox, with room left for docks, and two workspaces.
    @Suite struct WindowManagerTests {
        private static let configuration = """
            <openbox_config xmlns="http://openbox.org/3.4/rc">
              <margins><top>40</top><bottom>60</bottom><left>0</left><right>50</right></margins>
              <desktops><number>2</number></desktops>
              <keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard>
            </openbox_config>
            """

        private func withWindowManager(_ body: (PanelDesk) async throws -> Void) async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let file = desk.bus.folder + "/openbox.xml"
                try writeFile(Self.configuration, to: file)
                let manager = try await desk.bus.start(
                    ["openbox", "--sm-disable", "--config-file", file],
                    with: ["DISPLAY": desk.screen.display, "XDG_DATA_DIRS": "/usr/share"])
                let isThere: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try await property(desk, "_NET_WORKAREA", "-root").contains("850, 700") ? true : nil
                }
                if isThere == nil {
                    throw Accessibility.AbsentError(description: "openbox does not start: \(manager.text)")
                }
                try await desk.startPanel("--show")
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                try await body(desk)
            }
        }

        /// Returns xprop's output for a property of a window.
        private func property(_ desk: PanelDesk, _ name: String, _ window: String...) async throws -> String {
            try await desk.bus.run(["xprop"] + window + [name], with: ["DISPLAY": desk.screen.display]).output
        }

        @Test func docksAreLeftTheirRoomAndTaskbarsNoButton() async throws {
            try await withWindowManager { desk in
                try await desk.wait(forWindowAt: AccessibleArea(x: 470, y: 40, width: 380, height: 700))
                let state = try await property(desk, "_NET_WM_STATE", "-name", "Today")
                #expect(state.contains("_NET_WM_STATE_SKIP_TASKBAR") && state.contains("_NET_WM_STATE_SKIP_PAGER"))
                // It is known by the name of its desktop file.
                #expect(try await property(desk, "WM_CLASS", "-name", "Today").contains(#""org.todaycenter.Panel""#))
                try await desk.screenshot("window-manager")
            }
        }

        @Test func itHidesWithItsWorkspaceAndIsShownOnAnother() async throws {
            try await withWindowManager { desk in
                // It has the focus, so that it can lose it.
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "")
                try await desk.xdotool("set_desktop", "1")
                try await desk.wait(isViewing: false)
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.wait(isViewing: true)
                try await desk.wait(forWindowAt: AccessibleArea(x: 470, y: 40, width: 380, height: 700))
                #expect(try await property(desk, "_NET_CURRENT_DESKTOP", "-root").contains("= 1"))
                #expect(try await property(desk, "_NET_WM_DESKTOP", "-name", "Today").contains("= 1"))
            }
        }

        /// The close button of a window manager does the same.
        @Test func closingHidesIt() async throws {
            try await withWindowManager { desk in
                try await desk.press("Tab")
                try await desk.accessibility.wait(forFocusOn: "")
                try await desk.press("alt+F4")
                try await desk.wait(isViewing: false)
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.wait(isViewing: true)
            }
        }
    }
#endif
