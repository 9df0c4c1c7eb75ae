import DBus
import DBusTesting
import DesktopTesting
import Foundation
import Glibc
import Testing
import TodayModel

/// A bar, run with what `data/panels` has for it.
struct Bar: Sendable, CustomTestStringConvertible {
    let name: String
    /// The programs that it needs.
    let programs: [String]
    /// Whether the bar has started what feeds it, which has to end with it.
    var startsFeeder = true
    /// How many of its modules show the widget. The leftmost is for the widget alone; a click on another opens the panel.
    var modules = 1
    let start: @Sendable (BarDesk) async throws -> Running

    /// A bar that runs.
    struct Running {
        let run: ToolRun
        /// The compositor that it needs.
        var sway: Sway?

        func stop() async throws {
            if run.isRunning { run.signal(SIGKILL) }
            try await sway?.stop()
        }
    }

    var testDescription: String { name }
    /// Whether this machine has it.
    var isInstalled: Bool {
        programs.allSatisfy { program in
            ["/usr/bin/", "/usr/local/bin/"].contains { access($0 + program, X_OK) == 0 }
        }
    }

    static let all = [waybar, swaybar, i3bar, polybar, lemonbar, xfce4Panel]
    /// Those that this machine has.
    static let installed = all.filter(\.isInstalled)

    static let waybar = Bar(name: "waybar", programs: ["waybar", "sway"], modules: 2) { desk in
        try await startWaybar(desk, try await Sway.start(on: desk.bus, in: desk.screen))
    }

    /// Starts a Waybar for all outputs.
    static func startWaybar(_ desk: BarDesk, _ sway: Sway) async throws -> Running {
        // The module of its page, for one widget.
        let page = try String(contentsOfFile: BarDesk.panels + "/waybar/README.md", encoding: .utf8)
        let blocks = page.components(separatedBy: "```").filter { $0.hasPrefix("jsonc\n") }
        let module = try #require(blocks.first { $0.contains("custom/used-space") }).dropFirst("jsonc\n".count)
            .replacing("org.example.UsedSpace", with: BarDesk.counter.rawValue)
        let include = try #require(blocks.first { $0.contains("include") }).dropFirst("jsonc\n".count)
            .replacing("/usr/share/todaycenter/panels", with: BarDesk.panels)
        try writeFile(
            "{\"height\": 40, \"modules-left\": [\"custom/used-space\"],\n\(include)\n\(module)}",
            to: desk.bus.folder + "/waybar.jsonc")
        try writeFile(
            "@import url(\"\(BarDesk.panels)/waybar/today.css\");\n* { font: 20px sans-serif; }\n",
            to: desk.bus.folder + "/waybar.css")
        let run = try await desk.start(
            "waybar", "--config", desk.bus.folder + "/waybar.jsonc", "--style", desk.bus.folder + "/waybar.css",
            with: ["WAYLAND_DISPLAY": sway.display, "GDK_BACKEND": "wayland", "SWAYSOCK": sway.socket])
        return Running(run: run, sway: sway)
    }

    /// The line that the page of i3bar has for both bars.
    private static let status = "status_command todayctl bar --format i3bar"

    static let swaybar = Bar(name: "swaybar", programs: ["swaybar", "sway"]) { desk in
        // Sway would start it as another user here, which the bus refuses: the test starts it below.
        let sway = try await Sway.start(
            on: desk.bus, in: desk.screen,
            "bar main {\nswaybar_command true\nposition top\nfont sans-serif 20px\n\(status)\n}")
        let run = try await desk.start(
            "swaybar", "--bar_id", "main", "--socket", sway.socket, with: ["WAYLAND_DISPLAY": sway.display])
        return Running(run: run, sway: sway)
    }

    static let i3bar = Bar(name: "i3bar", programs: ["i3", "i3bar"]) { desk in
        try writeFile(
            "# i3 config file (v4)\nfont pango:sans-serif 20px\nbar {\nposition top\n\(status)\n}\n",
            to: desk.bus.folder + "/i3.conf")
        return Running(run: try await desk.start("i3", "-c", desk.bus.folder + "/i3.conf"))
    }

    static let polybar = Bar(name: "polybar", programs: ["polybar"]) { desk in
        let configuration = """
            include-file = \(BarDesk.panels)/polybar/today.ini
            [bar/main]
            width = 100%
            height = 40
            font-0 = sans-serif:pixelsize=20
            modules-left = today
            """
        try writeFile(configuration, to: desk.bus.folder + "/polybar.ini")
        return Running(run: try await desk.start("polybar", "--config=" + desk.bus.folder + "/polybar.ini", "main"))
    }

    static let lemonbar = Bar(name: "lemonbar", programs: ["lemonbar"], startsFeeder: false) { desk in
        // The line of its page, with a font that is read well.
        let line =
            "todayctl bar --format lemonbar | lemonbar -p -g x40 -f '-*-fixed-*-*-*-*-20-*-*-*-*-*-iso10646-1' | sh"
        return Running(run: try await desk.start("sh", "-c", line))
    }

    /// The xfconf settings of a panel with one plugin, genmon-5.
    private static let xfcePanel = """
        <?xml version="1.0" encoding="UTF-8"?>
        <channel name="xfce4-panel" version="1.0">
          <property name="configver" type="int" value="2"/>
          <property name="panels" type="array">
            <value type="int" value="1"/>
            <property name="panel-1" type="empty">
              <property name="position" type="string" value="p=6;x=0;y=0"/>
              <property name="length" type="uint" value="100"/>
              <property name="position-locked" type="bool" value="true"/>
              <property name="size" type="uint" value="40"/>
              <property name="plugin-ids" type="array"><value type="int" value="5"/></property>
            </property>
          </property>
          <property name="plugins" type="empty"><property name="plugin-5" type="string" value="genmon"/></property>
        </channel>
        """
    private static let xfconfDaemon = "/usr/lib/x86_64-linux-gnu/xfce4/xfconf/xfconfd"

    static let xfce4Panel = Bar(name: "xfce4-panel", programs: ["xfce4-panel"], startsFeeder: false) { desk in
        let folder = desk.bus.folder + "/config/xfce4"
        for name in ["", "/panel", "/xfconf", "/xfconf/xfce-perchannel-xml"] { mkdir(folder + name, 0o700) }
        try writeFile(xfcePanel, to: folder + "/xfconf/xfce-perchannel-xml/xfce4-panel.xml")
        try writeFile(
            "Command=todayctl bar --format genmon\nUseLabel=0\nText=\nUpdatePeriod=86400000\nFont=Sans 15\n",
            to: folder + "/panel/genmon-5.rc")
        try await desk.bus.addService("org.xfce.Xfconf", exec: xfconfDaemon)
        let run = try await desk.start("xfce4-panel", "--disable-wm-check")
        // As the session does, by what is in the folder for autostart.
        _ = try await desk.start(
            "sh", "-c", "exec $(sed -n 's/^Exec=//p' '\(BarDesk.panels)/xfce4-panel/today-genmon.desktop')")
        return Running(run: run)
    }
}
