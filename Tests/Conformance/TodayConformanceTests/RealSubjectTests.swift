import DBus
import DBusTesting
import Foundation
import TodayPlatform
import Testing

@testable import TodayConformance

/// Today Center's own parts follow the specification: providers of the examples, of the template and of scripts, and
/// both panels.
@Suite struct RealSubjectTests {
    /// The checkout.
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized
        .path
    private static let helpers = root + "/Tests/Conformance/TodayConformanceTests/Programs"

    private static func provider(_ subject: ProviderSubject) async throws -> RoleOutcome {
        // Other tests take the processors: it is about what a provider does, not about how soon.
        let limits = ProviderSubject.TimeLimits(
            answer: .seconds(40), settling: .seconds(20), ending: .seconds(20), others: .seconds(40))
        let trial = ProviderTrial(subject, limits: limits)
        let outcome = try await RoleOutcome(of: ProviderChecks(trial: trial).all, limit: .seconds(180))
        await trial.close()
        return outcome
    }

    private static func panel(_ hooks: PanelHooks) async throws -> RoleOutcome {
        // Other tests take the processors: it is about what a panel does, not about how soon.
        let limits = PanelHooks.TimeLimits(start: .seconds(60), change: .seconds(30), crowd: .seconds(120))
        let trial = PanelTrial(hooks, limits: limits)
        // A check waits for the crowd to come and to go.
        let outcome = try await RoleOutcome(of: PanelChecks(trial: trial).all, limit: limits.crowd * 2 + limits.start)
        await trial.close()
        return outcome
    }

    @Test(
        arguments: [
            ("data/examples/widgets/org.example.UsedSpace.widget", "used-space-widget"),
            ("data/examples/widgets/org.example.SharedList.Widget.widget", "shared-list-widget"),
            ("data/examples/widgets/org.example.SimpleTimer.Widget.widget", "simple-timer-widget"),
            ("data/examples/widgets/org.example.WhereAmI.widget", "where-am-i-widget"),
            // The output of `todayctl new widget`; another test checks that it is the same.
            ("Tests/Support/Programs/TeaTime/org.example.TeaTime.widget", "tea-time-widget"),
        ])
    func programsWithAManifest(_ manifest: String, _ program: String) async throws {
        let outcome = try await Self.provider(
            ProviderSubject(manifest: Self.root + "/" + manifest, command: [try Programs.path(program)]))
        #expect(outcome.hasPassed, "\(outcome.text)")
    }

    @Test func theExampleInPython() async throws {
        let folder = Self.root + "/data/examples/"
        let outcome = try await Self.provider(
            ProviderSubject(manifest: folder + "org.example.LoadAverage.widget", command: [folder + "load-average.py"]))
        #expect(outcome.hasPassed, "\(outcome.text)")
    }

    @Test func scripts() async throws {
        let start = """
            folder=$XDG_CONFIG_HOME/todaycenter/scripts
            mkdir -p $folder
            printf '#!/bin/sh\\necho hello\\necho ---\\necho world\\n' > $folder/hello.1h.sh
            chmod 755 $folder/hello.1h.sh
            exec \(try Programs.path("today-scripts"))
            """
        let outcome = try await Self.provider(ProviderSubject(command: ["sh", "-c", start]))
        #expect(outcome.hasPassed, "\(outcome.text)")
        #expect(outcome.text.contains("P-14 an update is answered in time\n"))
    }

    #if Widgets
        /// The services of the machine that a widget shows, as templates of python-dbusmock.
        private static let services: [String: [(template: String, name: BusName)]] = [
            "battery": [("upower", "org.freedesktop.UPower"), ("power_profiles_daemon", "net.hadess.PowerProfiles")],
            "network": [("networkmanager", "org.freedesktop.NetworkManager"), ("bluez5", "org.bluez")],
        ]

        /// Starts a bus with these services, in place of the system bus.
        private static func systemBus(for widget: String) async throws -> PrivateBus {
            let bus = try await PrivateBus.start()
            let client = try await bus.connect()
            for (template, name) in services[widget] ?? [] {
                _ = try await bus.start(
                    ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", template],
                    with: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
                _ = try await client.waitForOwner(of: name, timeout: .seconds(60))
            }
            let mock: InterfaceName = "org.freedesktop.DBus.Mock"
            switch widget {
            case "battery":
                try await Proxy(client, "org.freedesktop.UPower", "/org/freedesktop/UPower", mock).call(
                    "SetupDisplayDevice", UInt32(2), UInt32(2), 42.0, 42.0, 100.0, 10.0, Int64(6600), Int64(0), true,
                    "battery", UInt32(1))
            case "network":
                let network = Proxy(client, "org.freedesktop.NetworkManager", "/org/freedesktop/NetworkManager", mock)
                let _: String = try await network.call("AddWiFiDevice", "wlan0", "wlan0", Int32(100))
                let blue = Proxy(client, "org.bluez", "/org/bluez", "org.bluez.Mock")
                let _: String = try await blue.call("AddAdapter", "hci0", "my computer")
            default: break
            }
            return bus
        }

        /// Prepares the user's programs and files that a widget shows.
        private static func preparation(for widget: String) throws -> String {
            switch widget {
            case "now-playing": "\(try Programs.path("media-player")) >/dev/null 2>&1 &"
            case "to-do": "mkdir -p $HOME; echo '(A) Buy milk' > $HOME/todo.txt"
            default: ""
            }
        }

        /// One process provides all eight. Those that depend on the time, or on nothing, have no services here.
        @Test(
            .enabled(
                if: FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock"),
                "python-dbusmock is not installed (Debian package: python3-dbusmock)"),
            arguments: ["battery", "calendar", "network", "now-playing", "system", "timer", "to-do", "weather"])
        func theWidgetsOfTheCenter(_ widget: String) async throws {
            let system = try await Self.systemBus(for: widget)
            let start = """
                \(try Self.preparation(for: widget))
                # Nothing listens there, so that the test uses no network.
                export TODAY_WIDGETS_SERVER=http://127.0.0.1:9 DBUS_SYSTEM_BUS_ADDRESS='\(system.address)'
                exec \(try Programs.path("today-widgets"))
                """
            let outcome = try await Self.provider(
                ProviderSubject(
                    manifest: "\(Self.root)/data/widgets/org.todaycenter.widgets.\(widget).widget",
                    command: ["sh", "-c", start]))
            #expect(outcome.hasPassed, "\(outcome.text)")
            // These have buttons in their content, so they have content.
            if ["battery", "network", "now-playing", "timer", "to-do"].contains(widget) {
                #expect(outcome.text.contains("P-42 each action of its content is answered\n"), "\(outcome.text)")
            }
            system.stop()
        }
    #endif

    @Test func todayctlToday() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "screen-" + UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let outcome = try await Self.panel(
            PanelHooks(
                start: "exec \(Self.helpers)/screen.py \(file) \(try Programs.path("todayctl")) today",
                dump: "\(Self.helpers)/screen.py \(file)"))
        // A terminal is not seen while the session is locked, and it has nothing that can be tapped.
        #expect(outcome.failed == ["V-36"], "\(outcome.text)")
    }

    #if Panel
        @Test func todayPanel() async throws {
            let screen = try await ToolRun.start(
                ["Xvfb", "-displayfd", "1", "-screen", "0", "900x800x24", "-nolisten", "tcp", "-noreset"],
                environment: Environment.current)
            let number = try await screen.output { $0.hasSuffix("\n") }.filter { !$0.isWhitespace }
            let hook = Self.root + "/data/specification/hooks/accessible.py"
            let outcome = try await Self.panel(
                PanelHooks(
                    start: "DISPLAY=:\(number) GDK_BACKEND=x11 GSK_RENDERER=cairo LIBGL_ALWAYS_SOFTWARE=1 "
                        + "exec \(hook) --start \(try Programs.path("today-panel")) --pin",
                    dump: hook, activate: "\(hook) --press \"$TODAY_TEXT\""))
            #expect(outcome.hasPassed, "\(outcome.text)")
            screen.signal(15)
            _ = try await screen.finished()
        }
    #endif
}
