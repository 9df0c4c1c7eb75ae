import Foundation
import Fuzzing
import Testing

@testable import TodayConformance

/// The rules of the specification, and the checks for them.
@Suite struct SpecificationRulesTests {
    private static let specification = Specification(cases: ConformanceRun.root + "/data/specification/cases")

    /// The rules of a text, and those of them that checks name: content as it comes over the bus is tried with a center.
    private static func rules(_ role: String) throws -> (written: [Specification.Rule], checked: Set<RuleID>) {
        let file = URL(filePath: specification.cases).deletingLastPathComponent().appending(path: role + ".md")
        let rules = Specification.rules(in: try String(contentsOf: file, encoding: .utf8))
        let letters = Set(rules.map(\.id.letter))
        let named = try Self.checks.values.flatMap { try $0().flatMap(\.rules) }
        return (rules, Set(named.filter { letters.contains($0.letter) }))
    }

    /// The checks of each role.
    private static let checks: [String: @Sendable () throws -> [Check]] = [
        "content": { try ContentChecks(command: []).all(specification) },
        "provider": { ProviderChecks(trial: ProviderTrial(ProviderSubject())).all },
        "panel": { PanelChecks(trial: PanelTrial(PanelHooks(start: "", dump: ""))).all },
        "center": { CenterRole.checks(of: [], try Transcript.read(specification.cases + "/center")) },
    ]

    @Test(.longComputation, arguments: checks.keys.sorted()) func everyRuleIsCheckedOrSaysWhyNot(_ role: String) throws
    {
        let (written, checked) = try Self.rules(role)
        #expect(written.count > 20)
        let tested = Set(written.filter(\.isTested).map(\.id))
        #expect(tested.subtracting(checked).sorted() == [], "no check names them")
        #expect(checked.subtracting(tested).sorted() == [], "they are not there, or said not to be tested")
    }

    @Test func whyARuleIsNotTestedIsItsLastSentence() {
        let rules = Specification.rules(
            in: """
                **C-1** It MUST be so.

                **C-2** It MAY be so. (Not tested: it is
                a permission.)

                **C-3** It MUST be so (Not tested: no reason.), whatever happens.

                **C-4** It MUST be so. (Not tested: )
                """)
        #expect(rules.map(\.isTested) == [true, false, true, true])
    }

    @Test func everyNumberIsThereOnceInTheTextOfItsLetter() throws {
        let rules = Self.specification.rules
        #expect(Set(rules.map(\.id)).count == rules.count)
        for (name, letter) in [("content", "T"), ("center", "C"), ("provider", "P"), ("panel", "V")] {
            let file = Self.specification.cases + "/../\(name).md"
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
            let letters = Set(Specification.rules(in: text).map { String($0.id.letter) })
            #expect(letters == [letter], "\(name)")
            let demands = rules.filter { String($0.id.letter) == letter && $0.isTested }
            #expect(demands.filter { !$0.text.contains(/MUST|SHOULD|MAY/) }.map(\.id) == [], "they demand nothing")
        }
    }
}
