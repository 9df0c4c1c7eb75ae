import DBus
import Testing
import TodayModel

@testable import TodayHost

/// The report about a script that the panel is about to add.
@Suite struct ScriptPreviewTests {
    @Test func itHasTheCardAndTheFindings() throws {
        let preview = try #require(
            ScriptPreview(
                json: #"""
                    [{"File":"load.5m.sh","Name":"load","Runs":"every 5m","Format":"xbar",
                      "Content":{"kind":"text","text":"0.7"},
                      "Findings":[{"Place":"output","Line":2,"Message":"no key"},{"Place":"script","Message":"no line"}]}]
                    """#))
        #expect(preview.name == "load" && preview.runs == "every 5m" && preview.error.isEmpty)
        #expect(preview.findings == ["Output, line 2: no key", "Script: no line"])
        let card = try #require(preview.card(now: Timestamp(microseconds: 1)))
        #expect(card.name == "load" && card.content != nil)
    }

    @Test func aFailureHasItsReason() throws {
        let preview = try #require(
            ScriptPreview(json: #"[{"Name":"load","Runs":"every 5m","Error":"exit status 1","Findings":[]}]"#))
        #expect(preview.error == "exit status 1" && preview.card(now: Timestamp(microseconds: 1)) == nil)
    }

    @Test(arguments: ["", "todayctl: x.sh: no such file", "[]", "{}", "[1]", #"[{"Name":"a"}]"#])
    func anythingElseIsNoReport(_ text: String) { #expect(ScriptPreview(json: text) == nil) }
}
