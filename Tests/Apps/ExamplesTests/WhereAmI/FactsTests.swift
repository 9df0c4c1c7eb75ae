import DBusTesting
import Testing

@testable import where_am_i_widget

/// The values from the service, as the widget shows them.
@Suite struct FactsTests {
    @Test func eachValueIsALineOfText() throws {
        let json = """
            {"city": "Leipzig", "lat": 51.25, "year": 2026, "eu": true, "none": null, "dns": ["a", 1],
             "geo": {"x": 1, "a": "b"}}
            """
        #expect(
            try Facts(json: json).all.map(\.text) == [
                "city - Leipzig", "dns - a, 1", "eu - true", "geo - a: b, x: 1", "lat - 51.25", "none - -",
                "year - 2026",
            ])
    }

    @Test(arguments: ["", "nonsense", "[]", "[{}]", "{}", "3", #""text""#, #"{"a":"#, #"{"a":1} x"#])
    func anythingElseIsRefused(_ json: String) {
        #expect(throws: (any Error).self) { try Facts(json: json) }
    }

    @Test func whatContentDoesNotTakeIsReplaced() throws {
        let facts = try Facts(json: #"{"a":"b\nc\u0000d","long":""# + String(repeating: "x", count: 5000) + #""}"#)
        #expect(facts.all[0].text == "a - b c d")
        #expect(facts.all[1].text.count == 300)
    }

    @Test func aSeedChoosesTheSameAgain() throws {
        let facts = try Facts(json: #"{"a":1,"b":2,"c":3,"d":4,"e":5}"#)
        func choose(_ seed: UInt64) -> [String] {
            var random: any RandomNumberGenerator = SeededRandom(seed: seed)
            return (0..<20).map { _ in facts.random(except: nil, &random).key }
        }
        #expect(choose(1) == choose(1) && choose(1) != choose(2))
        #expect(Set(choose(1)) == ["a", "b", "c", "d", "e"])
    }

    @Test func anotherOneIsAnother() throws {
        var random: any RandomNumberGenerator = SeededRandom(seed: 7)
        let facts = try Facts(json: #"{"a":1,"b":2}"#)
        for _ in 0..<20 { #expect(facts.random(except: facts.all[0], &random) == facts.all[1]) }
        let only = try Facts(json: #"{"a":1}"#)
        #expect(only.random(except: only.all[0], &random) == only.all[0])
    }
}
