import DBusTesting
import Glibc
import TodayModel
import Testing
import TodayPlatform

/// A reader who follows a guide to its end has an installed widget, and a test that passes.
@Suite struct GuideInstallTests {
    private static let path = "\(Checkout.programs):/usr/bin:/bin"

    /// Saves the files of a guide and both modules in a folder, and returns its path.
    private static func save(_ guide: Guide, on bus: PrivateBus) throws -> String {
        let folder = bus.folder + "/project"
        mkdir(folder, 0o700)
        for file in guide.files {
            try write(file.text.replacing("/usr/share/todaycenter", with: Checkout.data), to: "\(folder)/\(file.name)")
            chmod("\(folder)/\(file.name)", 0o700)
        }
        for module in [Language.python, .javaScript] {
            try write(Checkout.text(module.module), to: "\(folder)/todaycenter.\(module.ending)")
        }
        return folder
    }

    @Test(
        arguments: zip(
            ["widget-shell", "widget-python"], ["org.example.Tasks", "org.example.Countdown"] as [WidgetIdentifier]))
    func itIsInstalled(_ page: String, _ widget: WidgetIdentifier) async throws { try await Self.install(page, widget) }

    @Test(.enabled(if: Language.hasJavaScript, Language.noJavaScript)) func thatInJavaScriptIsInstalled() async throws {
        try await Self.install("widget-javascript", "org.example.Uptime")
    }

    /// Follows a guide. The center doesn't find the program by its `PATH`.
    private static func install(_ page: String, _ widget: WidgetIdentifier) async throws {
        let guide = try Guide(page)
        let bus = try await PrivateBus.start()
        let home = bus.folder + "/home"
        let commands = try #require(guide.blocks("sh").first { $0.contains("install -D") })
        let run = try await bus.run(
            ["bash", "-euc", "cd '\(try save(guide, on: bus))'\n\(commands)"],
            with: ["HOME": home, "PATH": path])
        #expect(run.exit == .status(0) && run.output.isEmpty && run.error.isEmpty, "\(run)")
        let center = try await RunningCenter.start(
            on: bus, [],
            environment: [
                "HOME": home, "XDG_DATA_HOME": home + "/.local/share", "PATH": path,
                "PYTHONPATH": Checkout.data + "/python",
            ])
        #expect(try await center.client.performUpdate(widget) != .failed)
        #expect(try await center.client.properties(of: widget).source == .manifest)
        try await center.end()
    }

    @Test func theTestInPythonPasses() async throws { try await Self.test("widget-python", "test_countdown.py") }

    @Test(.enabled(if: Language.hasJavaScript, Language.noJavaScript)) func theTestInJavaScriptPasses() async throws {
        try await Self.test("widget-javascript", "test_uptime.py")
    }

    private static func test(_ page: String, _ test: String) async throws {
        let bus = try await PrivateBus.start()
        let folder = try save(Guide(page), on: bus)
        let run = try await bus.run(["bash", "-c", "cd '\(folder)'; exec /usr/bin/python3 -W ignore \(test)"])
        #expect(run.exit == .status(0) && run.error.contains("\nRan 2 tests in "), "\(run)")
    }

    @Test func theTestInShellPasses() async throws {
        let guide = try Guide("widget-shell")
        let bus = try await PrivateBus.start()
        let commands = try #require(guide.blocks("sh").first { $0.contains("todayctl lint -") })
        let run = try await bus.run(
            ["bash", "-euo", "pipefail", "-c", "cd '\(try Self.save(guide, on: bus))'\n\(commands)"],
            with: ["PATH": Self.path])
        #expect(run.exit == .status(0) && run.error.isEmpty, "\(run)")
    }
}
