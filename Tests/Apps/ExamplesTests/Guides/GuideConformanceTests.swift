import DBusTesting
import Glibc
import TodayPlatform
import Testing

/// The providers from the guides and from the modules of other languages follow the specification. `today-conformance`
/// checks them as it checks the providers of other authors.
@Suite struct GuideConformanceTests {
    private static func path(_ bus: PrivateBus) -> [String: String] {
        ["PATH": "\(bus.folder)/programs:\(Checkout.programs):/usr/bin:/bin"]
    }

    /// Runs `today-conformance`, which starts buses of its own.
    private static func expectPass(_ arguments: [String], on bus: PrivateBus) async throws {
        let run = try await bus.start([Checkout.programs + "/today-conformance"] + arguments, with: path(bus))
        let outcome = try await run.finished(within: .seconds(180))
        #expect(outcome.exit == .status(0), "\(outcome.output)\n\(outcome.error)")
        #expect(outcome.output.contains("\nok 1 - ") && !outcome.output.contains("\nnot ok"))
    }

    @Test func aWidgetInShell() async throws {
        let guide = try Guide("widget-shell")
        let bus = try await PrivateBus.start()
        mkdir(bus.folder + "/programs", 0o700)
        try write(guide.block("bash"), to: bus.folder + "/programs/tasks")
        chmod(bus.folder + "/programs/tasks", 0o700)
        let manifest = bus.folder + "/org.example.Tasks.widget"
        try write(guide.block("ini"), to: manifest)
        try await Self.expectPass(["provider", manifest], on: bus)
    }

    @Test func aWidgetInPython() async throws {
        let guide = try Guide("widget-python")
        let bus = try await PrivateBus.start()
        let path = try Language.python.install("countdown.py", guide.blocks("python")[0], on: bus)
        let manifest = bus.folder + "/org.example.Countdown.widget"
        try write(guide.block("ini"), to: manifest)
        try await Self.expectPass(["provider", manifest, "--"] + Language.python.command(path), on: bus)
    }

    @Test func aWidgetInFlatpak() async throws {
        let bus = try await PrivateBus.start()
        let path = try Language.python.install("weather-widget", Guide("flatpak").block("python"), on: bus)
        try await Self.expectPass(["provider", "--"] + Language.python.command(path), on: bus)
    }

    /// A program that registers itself.
    @Test func theModuleOfPython() async throws {
        let bus = try await PrivateBus.start()
        let command = Language.python.command(try Language.python.install("counter", on: bus))
        try await Self.expectPass(["provider", "--"] + command, on: bus)
    }

    @Test(.enabled(if: Language.hasJavaScript, Language.noJavaScript))
    func theModuleOfJavaScript() async throws {
        let bus = try await PrivateBus.start()
        let command = Language.javaScript.command(try Language.javaScript.install("counter", on: bus))
        try await Self.expectPass(["provider", "--"] + command, on: bus)
    }

    @Test func aPanelInPython() async throws {
        let guide = try Guide("panel-python")
        let bus = try await PrivateBus.start()
        for (name, text) in [("panel.py", try guide.block("python")), ("tap", try #require(guide.blocks("sh").last))] {
            try write(text, to: "\(bus.folder)/\(name)")
            chmod("\(bus.folder)/\(name)", 0o700)
        }
        let command = try #require(
            guide.blocks("console").last { $0.contains("today-conformance panel") }
        ).dropFirst("$ ".count)
        let run = try await bus.start(["bash", "-c", "cd '\(bus.folder)'; exec \(command)"], with: Self.path(bus))
        let outcome = try await run.finished(within: .seconds(180))
        #expect(outcome.exit == .status(0), "\(outcome.output)\n\(outcome.error)")
    }
}
