import DBus
import DBusTesting
import DesktopTesting
import Foundation
import Glibc
import TodayPlatform
import Testing

/// `tray-item` in real trays.
@Suite(.serialized) struct TrayPeerTests {
    private static let hasDbusmenu =
        FileManager.default.fileExists(atPath: "/usr/lib/x86_64-linux-gnu/girepository-1.0/Dbusmenu-0.4.typelib")
        && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")
    private static let hasWaybar = ["waybar", "sway", "Xvfb", "xdotool", "convert"].allSatisfy {
        access("/usr/bin/" + $0, X_OK) == 0
    }

    @Test(.enabled(if: hasDbusmenu, "gir1.2-dbusmenu-glib-0.4 and python3-gi are not installed"))
    func libdbusmenuShowsTheMenu() async throws {
        let bus = try await PrivateBus.start()
        let run = try await TrayItemTests.start(on: bus)
        let name = "org.kde.StatusNotifierItem-\(run.id)-1"
        _ = try await bus.connect().waitForOwner(of: BusName(name), timeout: .seconds(60))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "menu-client.py").path
        let client = try await bus.run("/usr/bin/python3", script, name)
        #expect(client.exit == .status(0) && client.error.isEmpty, "\(client)")
        #expect(
            client.output == """
                Volume: 50 %, disabled
                separator
                _Mute, checkmark 0
                _Louder
                _Quieter
                _Output
                  Speakers, radio 1
                  Headphones, radio 0
                speakers 0
                Volume: 100 %, disabled
                separator
                _Mute, checkmark 0
                _Louder, disabled
                _Quieter
                _Output
                  Speakers, radio 0
                  Headphones, radio 1
                Back to _50 %
                done

                """)
    }

    /// Waits until the number of pixels with a color is in a range, which leaves room for blurred edges. Returns nil,
    /// or the colors found instead.
    private func look(
        _ screen: Screen, _ bus: PrivateBus, _ colour: String, _ counts: ClosedRange<Int>, within time: Duration
    ) async throws -> [String: Int]? {
        var last: [String: Int] = [:]
        let found: Bool? = try await Accessibility.poll(within: time) {
            last = try await screen.colors(bus)
            return counts.contains(last[colour] ?? 0) ? true : nil
        }
        return found == true ? nil : last
    }

    private func wait(_ screen: Screen, _ bus: PrivateBus, _ colour: String, _ counts: ClosedRange<Int>) async throws {
        let instead = try await look(screen, bus, colour, counts, within: .seconds(60))
        #expect(instead == nil, "\(colour)")
    }

    @Test(.enabled(if: hasWaybar, "one of waybar, sway, xvfb, xdotool and imagemagick is not installed"))
    func waybarShowsTheItemAndClicksIt() async throws {
        let bus = try await PrivateBus.start()
        let screen = try await Screen.start(width: 400, height: 100)
        let item = try await TrayItemTests.start(on: bus)
        let sway = try await Sway.start(on: bus, in: screen)
        try writeFile(
            #"{"height": 40, "modules-left": ["tray"], "tray": {"icon-size": 22}}"#, to: bus.folder + "/waybar.jsonc")
        try writeFile("* { background: black; padding: 0; margin: 0; }", to: bus.folder + "/waybar.css")
        func startWaybar() async throws -> ToolRun {
            try await bus.start(
                "waybar", "--config", bus.folder + "/waybar.jsonc", "--style", bus.folder + "/waybar.css",
                with: [
                    "DISPLAY": screen.display, "XDG_DATA_DIRS": "/usr/share", "NO_AT_BRIDGE": "1",
                    "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": sway.display,
                    "SWAYSOCK": sway.socket,
                ])
        }
        // A Waybar that is slow to start may miss an item that registers with it meanwhile, and never asks again.
        func showItem(_ colour: String, _ counts: ClosedRange<Int>) async throws -> ToolRun {
            for _ in 1..<4 {
                let waybar = try await startWaybar()
                if try await look(screen, bus, colour, counts, within: .seconds(20)) == nil { return waybar }
                waybar.signal(SIGKILL)
                let said = try await waybar.finished().error
                try #require(item.isRunning, "\(said)")
                print("Waybar does not show the item: \(said)")
            }
            let waybar = try await startWaybar()
            try await wait(screen, bus, colour, counts)
            return waybar
        }
        func press(_ button: Int) async throws {
            let run = try await bus.run(
                "xdotool", "mousemove", "--sync", "11", "20", "click", "\(button)", with: ["DISPLAY": screen.display])
            #expect(run.exit == .status(0), "\(run)")
        }
        let (blue, grey) = ("#0000ff", "#808080")
        // A bar of 11 of the 22 rows.
        let waybar = try await showItem(blue, 220...264)
        try await screen.keepPicture("tray", bus)
        // A click mutes it.
        try await press(1)
        try await wait(screen, bus, grey, 220...264)
        try await press(1)
        try await wait(screen, bus, blue, 220...264)
        // The wheel makes it louder: 13 rows.
        try await press(5)
        try await wait(screen, bus, blue, 270...300)
        // Another watcher appears, which knows no items.
        waybar.signal(SIGKILL)
        _ = try await waybar.finished()
        try await wait(screen, bus, blue, 0...0)
        let again = try await showItem(blue, 270...300)
        again.signal(SIGKILL)
        try await sway.stop()
        try await screen.stop()
    }
}
