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
