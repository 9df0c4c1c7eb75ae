// Runs services and their rivals in turn, each round on its own bus, and prints tables of medians and ratios.
import Foundation

let usage = """
    USAGE: benchmark [binding|center|growth|flood|scripts|bridge|panel|all] [--rounds N] [--quick]
                     [--todayd PATH] [--scripts PATH] [--bridge PATH] [--panel PATH]
                     [--screenshots FOLDER]

    Compares this project's D-Bus binding, its service and its panel with programs
    that do the same work with other libraries. It builds nothing: before, run
      swift build -c release                                           here
      swift build -c release --static-swift-stdlib --product todayd \\
          -Xlinker --no-export-dynamic                                 in the folder above
      swift build -c release --static-swift-stdlib --product today-scripts       there, for scripts
      swift build -c release --static-swift-stdlib --traits Bridge \\
          --scratch-path .build/bridge --product today-bridge          there, for bridge
      swift build -c release --static-swift-stdlib --traits Panel \\
          --scratch-path .build/panel --product today-panel            there, for panel

    SUBJECTS:
      binding        One service on bare libdbus, sd-bus, GDBus, python-dbus and ours; clients
                     with many match rules, and with generated code
      center         todayd against C programs that do as much of its work
      growth         How the figures grow from 10 to 500 widgets and 1 to 16 panels,
                     and with 20,000 widgets that come and go and 1,000,000 refused calls
      flood          How another client fares while five connections flood todayd and C
                     programs, or ten send huge messages
      scripts        today-scripts and todayd with 50 scripts that run once a second, against
                     Waybar and i3blocks with the same; takes waybar, sway and i3blocks
      bridge         today-bridge with 10,000 machines that publish to a broker, against
                     mosquitto_sub; and with 200 widgets of another center over ssh; takes
                     mosquitto, mosquitto-clients, openssh-server and systemd
      panel          today-panel and todayd on a screen in memory, with 20 and 200 widgets,
                     against a program that shows the same and is nothing but GTK, both
                     with the renderer of today-panel; and today-panel with the renderer
                     that GTK chooses; takes xvfb and xdotool, and libgtk-4-dev
      all            All seven (default); without the bridge, the panel and rivals that cannot be run

    A verdict is "unsure" when the middle half of the rounds lies on both sides of a
    limit: the machine is too busy, or the rounds are too few, to tell.

    OPTIONS:
      --rounds N     How often everything is measured (default: 9; flood and panel 5,
                     scripts and bridge 3)
      --quick        3 rounds with a tenth of the calls: to see that it works
      --todayd PATH  The service (default: ../.build/release/todayd)
      --scripts PATH The host of scripts (default: ../.build/release/today-scripts)
      --bridge PATH  today-bridge (default: ../.build/bridge/release/today-bridge)
      --panel PATH   The panel (default: ../.build/panel/release/today-panel)
      --screenshots FOLDER
                     Keeps a picture of each panel (takes imagemagick)
      -h, --help     Show this help

    EXIT STATUS:
      0   all was measured, whether or not the targets were reached
      1   something that is needed is missing
      64  a bad command line

    """

func end(_ text: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("benchmark: \(text)\n".utf8))
    exit(status)
}

var subject = "all"
var rounds: Int?
var isQuick = false
var todayd = "../.build/release/todayd"
var scripts = "../.build/release/today-scripts"
var bridge = "../.build/bridge/release/today-bridge"
var panel = "../.build/panel/release/today-panel"
var screenshots: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
    switch argument {
    case "binding", "center", "growth", "flood", "scripts", "bridge", "panel", "all": subject = argument
    case "--rounds":
        guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
            end("--rounds needs a number above 0", EX_USAGE)
        }
        rounds = number
    case "--quick": isQuick = true
    case "--todayd":
        guard let path = arguments.popFirst() else { end("--todayd needs a path", EX_USAGE) }
        todayd = path
    case "--scripts":
        guard let path = arguments.popFirst() else { end("--scripts needs a path", EX_USAGE) }
        scripts = path
    case "--bridge":
        guard let path = arguments.popFirst() else { end("--bridge needs a path", EX_USAGE) }
        bridge = path
    case "--panel":
        guard let path = arguments.popFirst() else { end("--panel needs a path", EX_USAGE) }
        panel = path
    case "--screenshots":
        guard let path = arguments.popFirst() else { end("--screenshots needs a folder", EX_USAGE) }
        screenshots = path
    case "-h", "--help":
        print(usage, terminator: "")
        exit(EXIT_SUCCESS)
    default: end("unknown argument \(argument); see --help", EX_USAGE)
    }
}
do {
    let count = rounds ?? (isQuick ? 3 : 9)
    let scale = isQuick ? 0.1 : 1
    if subject == "binding" || subject == "all" { try BindingBenchmark(rounds: count, scale: scale).run() }
    if subject == "center" || subject == "all" {
        try CenterBenchmark(rounds: count, scale: scale, todayd: todayd).run()
    }
    if subject == "growth" || subject == "all" {
        try GrowthBenchmark(rounds: count, scale: scale, todayd: todayd).run()
    }
    if subject == "flood" || subject == "all" {
        try FloodBenchmark(rounds: rounds ?? (isQuick ? 3 : 5), scale: scale, todayd: todayd).run()
    }
    if subject == "scripts" || subject == "all" {
        try ScriptsBenchmark(rounds: rounds ?? (isQuick ? 1 : 3), scale: scale, todayd: todayd, scripts: scripts).run()
    }
    let ofBridge = BridgeBenchmark(
        rounds: rounds ?? (isQuick ? 1 : 3), scale: scale, todayd: todayd, bridge: bridge)
    switch subject {
    case "bridge": try ofBridge.run()
    case "all": do { try ofBridge.run() } catch let trouble as Trouble { print("skipped: bridge: \(trouble.text)") }
    default: break
    }
    let ofPanel = PanelBenchmark(
        rounds: rounds ?? (isQuick ? 3 : 5), scale: scale, todayd: todayd, panel: panel, screenshots: screenshots)
    switch subject {
    case "panel": try ofPanel.run()
    case "all":
        do { try ofPanel.check() } catch let trouble as Trouble {
            print("skipped: panel: \(trouble.text)")
            break
        }
        try ofPanel.run()
    default: break
    }
} catch let trouble as Trouble {
    end(trouble.text, EXIT_FAILURE)
} catch {
    end("\(error)", EXIT_FAILURE)
}
