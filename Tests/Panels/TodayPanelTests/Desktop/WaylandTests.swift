#if Panel
    import DBusTesting
    import DesktopTesting
    import Foundation
    import Glibc
    import TodayPlatform
    import Testing
    import TodayModel

    /// The panel under a Wayland compositor: sway, which draws into memory.
    ///
    /// Its seat has no keyboard, so that nothing has the focus; whether keys and clicks hide the panel is seen on X11.
    @Suite struct WaylandTests {
        private func windows(_ sway: Sway) async throws -> String {
            try await sway.message("--type", "get_tree")
        }

        /// Returns the compositor's description of the panel's window.
        private func panelWindow(_ sway: Sway) async throws -> [String: Any]? {
            func find(_ node: [String: Any]) -> [String: Any]? {
                if node["app_id"] as? String == "org.todaycenter.Panel" { return node }
                let children = ["nodes", "floating_nodes"].flatMap { node[$0] as? [[String: Any]] ?? [] }
                return children.lazy.compactMap(find).first
            }
            let tree = try JSONSerialization.jsonObject(with: Data(try await windows(sway).utf8))
            return (tree as? [String: Any]).flatMap(find)
        }

        @Test func itIsAnOrdinaryWindowThere() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let sway = try await Sway.start(on: desk.bus)
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"],
                    with: desk.environment.merging(["GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": sway.display]) { $1 })
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                let isThere: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try await windows(sway).contains(#""app_id": "org.todaycenter.Panel""#) ? true : nil
                }
                #expect(isThere == true)
                // It is as wide as a panel, and has one title bar: its own.
                let window = try #require(try await panelWindow(sway))
                let width = (window["rect"] as? [String: Any])?["width"] as? Int
                #expect(window["type"] as? String == "floating_con" && window["border"] as? String == "csd")
                #expect(width.map { (380..<480).contains($0) } == true, "\(window)")
                // It has a bar to be moved and closed by.
                try await desk.accessibility.press(button: "Close")
                try await desk.wait(isViewing: false)
                #expect(try await desk.startPanel("--show").finished().exit == .status(0))
                try await desk.wait(isViewing: true)
                #expect(try await desk.startPanel("--hide").finished().exit == .status(0))
                try await desk.wait(isViewing: false)
                let hasGone: Bool? = try await Accessibility.poll(within: .seconds(60)) {
                    try await windows(sway).contains(#""app_id": "org.todaycenter.Panel""#) ? nil : true
                }
                #expect(hasGone == true)
                try await sway.stop()
            }
        }
    }
#endif
