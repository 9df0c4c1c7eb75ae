import DBusTesting
import Foundation
import Testing

@testable import TodayConformance

/// The role *panel* passes a correct panel and reports faults.
@Suite struct PanelRoleTests {
    static let programs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Programs").path

    /// Tries the panel for tests, with a fault.
    ///
    /// - Parameter rules: the rules that it is tried for; nil for all.
    private static func panel(_ fault: String, _ rules: Set<RuleID>? = nil) async throws -> RoleOutcome {
        let file = FileManager.default.temporaryDirectory.appending(path: "panel-" + UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let hooks = PanelHooks(
            start: "FAULT=\(fault) PANEL_FILE=\(file) exec \(programs)/panel.py", dump: "cat \(file)",
            activate: "\(programs)/panel.py --tap \"$TODAY_TEXT\"")
        // A change that never comes needs a short wait. Any other change may be late on a busy machine.
        let limits: PanelHooks.TimeLimits =
            rules == nil
            ? .init(start: .seconds(60), change: .seconds(30), crowd: .seconds(120))
            : .init(start: .seconds(20), change: .seconds(5), crowd: .seconds(10))
        let trial = PanelTrial(hooks, limits: limits)
        let outcome = try await RoleOutcome(
            of: PanelChecks(trial: trial).all.filter { rules?.isDisjoint(with: $0.rules) != true },
            limit: .seconds(rules == nil ? 300 : 60))
        await trial.close()
        return outcome
    }

    @Test func itPassesAPanelInPython() async throws {
        let outcome = try await Self.panel("")
        #expect(outcome.hasPassed, "\(outcome.text)")
    }

    /// Each fault breaks a rule, and perhaps others.
    @Test(
        arguments: [
            ("subscribe", "V-1"), ("unescape", "V-3"), ("arrangement", "V-14"), ("order", "V-2"),
            ("viewing", "V-5"), ("options", "V-5"), ("other-connection", "V-4"), ("markup", "V-31"),
            ("override", "V-32"), ("tick", "V-40"), ("down", "V-40"), ("time", "V-35"), ("modes", "V-34"),
            ("large", "V-26"), ("private", "V-36"), ("fallback", "V-37"), ("style", "V-38"),
            ("rows", "V-39"),
            ("section", "V-42"), ("image", "V-43"), ("error", "V-22"), ("stranger", "V-9"),
            ("interface", "V-10"), ("reread", "V-12"), ("restart", "V-7"), ("refresh", "V-13"),
            ("added", "V-14"), ("name", "V-20"), ("words", "V-17"), ("reverse", "V-30"), ("trouble", "V-25"),
            ("crowd", "V-16"), ("parameter", "V-50"), ("bubble", "V-52"), ("disabled", "V-55"),
            ("toggle", "V-53"), ("url", "V-51"), ("revision", "V-56"), ("fail", "V-58"), ("wait", "V-59"),
            ("former", "V-7"), ("unicast", "V-9"), ("parameter-type", "V-50"), ("poll", "V-12"),
            ("kind-fallback", "V-30"), ("kind-fallback", "T-61"), ("zero", "T-87"), ("lines", "V-76"),
            ("terminal", "V-31"), ("kind", "V-87"), ("attention", "V-88"),
            ("terminal", "V-31"), ("clock", "V-80"), ("checkbox", "V-81"), ("slider", "V-82"), ("entry", "V-84"),
            ("empty", "V-84"), ("no-action", "V-86"),
        ] as [(String, RuleID)])
    func itTellsOfAFault(_ fault: String, _ rule: RuleID) async throws {
        let outcome = try await Self.panel(fault, [rule])
        #expect(outcome.failed.contains(rule.description), "\(outcome.text)")
    }
}
