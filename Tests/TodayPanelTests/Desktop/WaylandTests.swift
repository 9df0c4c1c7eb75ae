#if Panel
    import DBusTesting
    import Foundation
    import Glibc
    import Platform
    import Testing
    import TodayModel

    /// The panel under a Wayland compositor: sway, which draws into memory.
    ///
    /// Its seat has no keyboard, so that nothing has the focus; whether keys and clicks hide the panel is seen on X11.
    @Suite struct WaylandTests {
        /// A compositor that runs.
        private struct Sway {
            let run: ToolRun
            /// Its runtime folder, with its sockets.
            let folder: String
            /// What the variable `WAYLAND_DISPLAY` has to be.
            let display: String

            var socket: String { folder + "/control" }
        }

        /// Sway refuses to run for root, which tests in containers are; then it is nobody's. The panel stays who it is:
        /// the bus would refuse anybody else.
        private static let isRoot = getuid() == 0
        private static let nobody: uid_t = 65534

        private func startSway(_ desk: PanelDesk) async throws -> Sway {
            var template = Array("/tmp/sway.XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw Accessibility.AbsentError(description: "no folder") }
            let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            try writeFile("exec echo $WAYLAND_DISPLAY > \(folder)/told\n", to: folder + "/config")
            let user =
                Self.isRoot
                ? [
                    "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "--pdeathsig=KILL",
                ] : []
            if Self.isRoot { chown(folder, Self.nobody, Self.nobody) }
            let run = try await desk.bus.start(
                user + ["sway", "--config", folder + "/config"],
                with: [
                    "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
                    "XDG_RUNTIME_DIR": folder, "HOME": folder, "SWAYSOCK": folder + "/control",
                ])
            let display: String? = try await Accessibility.look(within: .seconds(60)) {
                let name = try await desk.bus.run(["cat", folder + "/told"]).output.filter { !$0.isWhitespace }
                return name.isEmpty ? nil : name
            }
            guard let display else {
                throw Accessibility.AbsentError(description: "sway does not start: \(run.text)")
            }
            return Sway(run: run, folder: folder, display: folder + "/" + display)
        }

        private func windows(_ desk: PanelDesk, _ sway: Sway) async throws -> String {
            try await desk.bus.run(["swaymsg", "--socket", sway.socket, "--type", "get_tree"]).output
        }

        /// What the compositor says of the panel's window.
        private func panelWindow(_ desk: PanelDesk, _ sway: Sway) async throws -> [String: Any]? {
            func find(_ node: [String: Any]) -> [String: Any]? {
                if node["app_id"] as? String == "org.todaycenter.Panel" { return node }
                let children = ["nodes", "floating_nodes"].flatMap { node[$0] as? [[String: Any]] ?? [] }
                return children.lazy.compactMap(find).first
            }
            let tree = try JSONSerialization.jsonObject(with: Data(try await windows(desk, sway).utf8))
            return (tree as? [String: Any]).flatMap(find)
        }

        @Test func itIsAnOrdinaryWindowThere() async throws {
            try await withDesk { desk in
                try await desk.register("org.example.Note", "Note", #"{"kind":"text","text":"Buy milk"}"#)
                let sway = try await startSway(desk)
                defer { try? FileManager.default.removeItem(atPath: sway.folder) }
                _ = try await desk.bus.start(
                    [try Programs.path("today-panel"), "--show"],
                    with: desk.environment.merging(["GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": sway.display]) { $1 })
                try await desk.accessibility.wait(forText: "Buy milk")
                try await desk.wait(isViewing: true)
                let isThere: Bool? = try await Accessibility.look(within: .seconds(60)) {
                    try await windows(desk, sway).contains(#""app_id": "org.todaycenter.Panel""#) ? true : nil
                }
                #expect(isThere == true)
                // It is as wide as a panel, and has one title bar: its own.
                let window = try #require(try await panelWindow(desk, sway))
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
                let hasGone: Bool? = try await Accessibility.look(within: .seconds(60)) {
                    try await windows(desk, sway).contains(#""app_id": "org.todaycenter.Panel""#) ? nil : true
                }
                #expect(hasGone == true)
                sway.run.signal(SIGTERM)
                _ = try await sway.run.finished()
            }
        }
    }
#endif
