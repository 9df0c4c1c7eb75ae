import DBusTesting
import Foundation
import Testing

@testable import TodayConformance

/// The role *provider* passes a correct provider and reports faults.
@Suite struct ProviderRoleTests {
    static let programs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Programs").path

    private static func outcome(
        of subject: ProviderSubject, limits: ProviderSubject.TimeLimits = .init()
    ) async throws -> RoleOutcome {
        let trial = ProviderTrial(subject, limits: limits)
        let outcome = try await RoleOutcome(of: ProviderChecks(trial: trial).all)
        await trial.close()
        return outcome
    }

    private static let manifest = """
        [Widget]
        Name=Provider
        Exec=provider
        LargestDisplayMode=expanded
        Instances=true
        [Setting City]
        [Setting Unit]
        Type=choice
        Choices=celsius;fahrenheit;
        [Setting Days]
        Type=integer
        Minimum=1
        Maximum=9
        [Setting Folder]
        Type=folder
        """

    /// Tries the provider for tests, with a fault, or another command with its manifest.
    private static func provider(
        _ fault: String, command: [String]? = nil, limits: ProviderSubject.TimeLimits = .init()
    ) async throws -> RoleOutcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "provider-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "org.example.Provider.widget").path
        try manifest.write(toFile: file, atomically: true, encoding: .utf8)
        var limits = limits
        // An event that never comes needs a short wait. Any other event may be late on a busy machine.
        switch fault {
        case "name": limits.answer = .seconds(4)
        case "silent": limits.answer = .seconds(6)
        default: break
        }
        if fault != "path" { limits.settling = .seconds(20) }
        if fault != "stays" { limits.ending = .seconds(30) }
        limits.others = .seconds(["queue", "survivor"].contains(fault) ? 6 : 30)
        return try await outcome(
            of: ProviderSubject(
                manifest: file, command: command ?? ["env", "FAULT=\(fault)", programs + "/provider.py"]),
            limits: limits)
    }

    @Test func itPassesAProviderInPython() async throws {
        let outcome = try await Self.provider("")
        #expect(outcome.hasPassed, "\(outcome.text)")
    }

    /// Each fault breaks a rule, and breaks no other than those that are named.
    @Test(
        arguments: [
            ("name", ["P-2"]), ("path", ["P-3", "P-10"]), ("signature", ["P-12", "P-13"]), ("word", ["P-30"]),
            ("bad-content", ["P-32"]), ("unknown-kind", ["P-38"]), ("seconds", ["P-34"]), ("past", ["P-80"]),
            ("wrong-type", ["P-31"]), ("too-large", ["P-33"]), ("context", ["P-20"]), ("reason", ["P-21"]),
            ("version", ["P-22"]), ("greeting", ["P-8"]), ("stays", ["P-46", "P-47", "P-48"]), ("status", ["P-48"]),
            ("abrupt", ["P-46", "P-47"]), ("crash-at-action", ["P-43"]), ("silent", ["P-14"]),
            ("crash", ["P-39"]),
            ("one-center", ["P-9"]), ("once", ["P-39"]), ("mute-error", ["P-17"]), ("no-reason", ["P-36"]),
            ("no-data", ["P-35"]), ("eager", ["P-18"]), ("no-actions", ["P-42"]), ("platform-data", ["P-44"]),
            ("error-at-appear", ["P-45"]), ("mode", ["P-41"]), ("memory", ["P-7"]), ("queue", ["P-6"]),
            ("survivor", ["P-49"]), ("setting", ["P-50"]), ("later-setting", ["P-52"]), ("instance", ["P-60"]),
            ("mixed", ["P-61"]), ("shared-state", ["P-61"]), ("tap-for-others", ["P-61"]), ("folder", ["P-50"]),
            ("first-settings", ["P-51"]), ("ignored-tap", ["P-90"]), ("zero-volume", ["P-90"]),
            ("empty-entry", ["P-90"]),
            ("first-settings", ["P-51"]), ("kind", ["P-91"]), ("age", ["P-92"]), ("attention", ["P-93"]),
        ] as [(String, Set<String>)])
    func itTellsOfAFault(_ fault: String, _ rules: Set<String>) async throws {
        let outcome = try await Self.provider(fault)
        #expect(outcome.failed == rules, "\(outcome.text)")
    }

    /// Not every check waits for something that never comes, and no check waits after the program has ended.
    @Test func itStopsWhereNothingIsRegistered() async throws {
        var limits = ProviderSubject.TimeLimits()
        limits.answer = .seconds(1)
        let outcome = try await Self.outcome(of: ProviderSubject(command: ["sleep", "1000"]), limits: limits)
        #expect(outcome.text.contains("Bail out! the program has registered no widget within 1.0 seconds; "))
        #expect(outcome.text.hasSuffix("if it only owns a bus name, pass its manifest before the --\n"))
    }

    @Test func itStopsWhenTheProgramHasEnded() async throws {
        var limits = ProviderSubject.TimeLimits()
        // Longer than a check may take.
        limits.answer = .seconds(600)
        let end = ["sh", "-c", "echo no such colour >&2; echo red or green >&2; exit 3"]
        let outcome = try await Self.outcome(of: ProviderSubject(command: end), limits: limits)
        let reason = "the program ended with exit status 3; it wrote: no such colour"
        #expect(outcome.text.contains("Bail out! \(reason) red or green\n"), "\(outcome.text)")
        let other = try await Self.provider("", command: end, limits: limits)
        #expect(other.text.contains("P-2 its name is owned in time"), "\(other.text)")
        #expect(other.text.contains(reason), "\(other.text)")
        #expect(other.text.hasSuffix("Bail out! the widget has no provider\n"), "\(other.text)")
    }

    @Test func itPassesAnAppThatRegistersItself() async throws {
        let outcome = try await Self.outcome(of: ProviderSubject(command: [Self.programs + "/app.py"]))
        #expect(outcome.hasPassed, "\(outcome.text)")
    }

    @Test(
        arguments: [
            ("identifier", ["P-71"]), ("definition", ["P-70"]), ("push", ["P-74"]), ("once", ["P-73"]),
            ("object", ["P-3", "P-10"]),
        ] as [(String, Set<String>)])
    func itTellsOfAFaultOfAnApp(_ fault: String, _ rules: Set<String>) async throws {
        var limits = ProviderSubject.TimeLimits()
        limits.others = .seconds(2)
        let outcome = try await Self.outcome(
            of: ProviderSubject(command: ["env", "FAULT=\(fault)", Self.programs + "/app.py"]), limits: limits)
        #expect(outcome.failed.isSuperset(of: rules), "\(outcome.text)")
    }
}
