import DBus
import DBusTesting
import DesktopTesting
import Foundation
import Glibc
import TodayPlatform
import TodayModel

/// A session of one test's own: a bus, a screen, the real center, and a widget that counts its taps. A real program
/// provides it.
struct BarDesk: Sendable {
    let bus: PrivateBus
    let screen: Screen
    let client: CenterClient

    static let counter: WidgetIdentifier = "org.example.Counter"

    /// The widget's text after each number of taps: words that are easy to read from a screen.
    static let words = [
        "Zero", "Once", "Twice", "Moon", "Rain", "Snow", "Cloud", "River", "Stone", "House", "Garden", "Apple", "Bread",
    ]

    /// The session with another screen.
    func on(_ screen: Screen) -> BarDesk { BarDesk(bus: bus, screen: screen, client: client) }

    /// The environment of the bars.
    var environment: [String: String] {
        get throws {
            [
                "DISPLAY": screen.display, "GDK_BACKEND": "x11", "XDG_DATA_DIRS": "/usr/share", "NO_AT_BRIDGE": "1",
                "GSETTINGS_BACKEND": "memory", "LIBGL_ALWAYS_SOFTWARE": "1",
                "PATH": "\(try Programs.folder()):/usr/sbin:/usr/bin:/sbin:/bin",
            ]
        }
    }

    /// The folder of the repository that is called `data/panels`.
    static let panels = #filePath.split(separator: "/").dropLast(5).map { "/" + $0 }.joined() + "/data/panels"

    /// Starts a program of the session.
    func start(_ arguments: String..., with variables: [String: String] = [:]) async throws -> ToolRun {
        try await bus.start(arguments, with: try environment.merging(variables) { $1 })
    }

    /// Keeps a picture of the screen for people to look at, if the variable `TODAY_SCREENSHOTS` names a folder.
    func screenshot(_ name: String) async throws { try await screen.keepPicture(name, bus) }

    /// Why the widget's program was asked for content, each time, and how often it was tapped.
    var updates: [String] { lines(of: "updates") }
    var taps: Int { lines(of: "taps").count }

    private func lines(of name: String) -> [String] {
        let text = try? String(contentsOfFile: "\(bus.folder)/\(name)", encoding: .utf8)
        return text?.split(separator: "\n").map(String.init) ?? []
    }

    /// Registers a widget without a provider, with content in its JSON form.
    func register(_ identifier: WidgetIdentifier, _ name: String, _ json: String) async throws {
        try await client.registerWidget(identifier, ["Name": .string(name), "Content": .string(json)])
    }

    /// Kills the center, and returns when the widget's program has heard of the next one.
    func killCenter() async throws {
        let center: UInt32 = try await client.connection.call(
            .bus, "GetConnectionUnixProcessID", TodayBus.name.rawValue)
        kill(pid_t(center), SIGKILL)
        try await end(of: Int32(center))
        let back: Bool? = try await Accessibility.poll(within: .seconds(60)) {
            try await client.properties(of: Self.counter).state == .idle ? true : nil
        }
        if back == nil { throw Accessibility.AbsentError(description: "nobody provides \(Self.counter)") }
    }

    /// Provides the counter, and returns when it is shown.
    fileprivate func provideCounter() async throws {
        let content = #"""
            cd '\#(bus.folder)'; n=$(cat taps 2>/dev/null | wc -l)
            word=$(echo \#(Self.words.joined(separator: " ")) | cut -d " " -f $((n + 1)))
            echo '{"kind":"row","children":[{"kind":"text","text":"'$word'"},{"kind":"button","label":"Add","action":"add"}]}'
            """#
        try writeFile("echo $TODAYCENTER_REASON >> '\(bus.folder)/updates'\n\(content)\n", to: bus.folder + "/update")
        try writeFile("echo tap >> '\(bus.folder)/taps'\n\(content)\n", to: bus.folder + "/tap")
        _ = try await start(
            "todayctl", "serve", Self.counter.rawValue, "--name", "Counter", "--update-interval", "1h", "--on-update",
            "sh '\(bus.folder)/update'", "--on-action", "sh '\(bus.folder)/tap'", "--largest-display-mode", "expanded")
        let known: Bool? = try await Accessibility.poll(within: .seconds(60)) {
            (try? await client.properties(of: Self.counter)) == nil ? nil : true
        }
        if known == nil { throw Accessibility.AbsentError(description: "no widget \(Self.counter)") }
    }
}

/// Runs a test in a session of its own. The screen is as wide as sway's window, which ends below it.
func withBars(_ body: (BarDesk) async throws -> Void) async throws {
    let bus = try await PrivateBus.start()
    let screen = try await Screen.start(width: 1024, height: 200)
    let daemon = try Programs.path("todayd")
    try await bus.addService(TodayBus.name, exec: daemon)
    try await bus.addService(TodayBus.appsName, exec: daemon)
    let desk = BarDesk(bus: bus, screen: screen, client: CenterClient(try await bus.connect()))
    do {
        try await desk.provideCounter()
        try await body(desk)
    } catch {
        try? await desk.screenshot("failed")
        bus.stop()
        try? await screen.stop()
        throw error
    }
    bus.stop()
    try await screen.stop()
}
