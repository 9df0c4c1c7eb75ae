import Testing

@testable import TodayModel

/// Unknown, ignored and out-of-range parts are all reported at once, each with its path.
@Suite struct ContentLintTests {
    private static func findings(_ json: String) -> [String] {
        Content.findings(json: json).map { "\($0.severity) \($0.fault)" }
    }

    private static let good = [
        "{}", #"{"kind":""}"#, #"{"children":[]}"#,
        #"{"kind":"text","text":"a","style":"caption","color":"accent","alignment":"center"}"#,
        #"{"kind":"column","modes":["expanded"],"children":[{"kind":"divider"},{"kind":"spacer","id":"a"}]}"#,
        #"{"kind":"timer","until":1700000000000000,"style":"countdown","finished-text":"Done","show-after":0}"#,
        #"{"kind":"toggle","label":"a","value":true,"action":"b"}"#,
        #"{"kind":"chart","values":[1,2],"style":"area","minimum":-1}"#,
    ]

    @Test(arguments: good) func whatIsMeantSoIsNotToldOf(_ json: String) { #expect(Self.findings(json) == []) }

    private static let kinds =
        "column, row, grid, list, text, timer, progress, image, button, toggle, chart, section, divider, spacer, "
        + "checkbox, slider, clock, entry"

    @Test func whatIsUnknown() {
        #expect(
            Self.findings(#"{"kind":"colum","children":[{"kind":"text","text":"a","colour":"accent","spacing":2}]}"#)
                == [
                    "warning kind: \"colum\" isn't one of \(Self.kinds); panels show its children",
                    "warning children[0].colour: not an attribute of text, so it is ignored; text has alignment, color, lines, style, text",
                    "warning children[0].spacing: not an attribute of text, so it is ignored (column, row, grid may have it); "
                        + "text has alignment, color, lines, style, text",
                ])
        #expect(
            Self.findings(#"{"kind":"map"}"#) == [
                "warning kind: \"map\" isn't one of \(Self.kinds); panels show nothing"
            ]
        )
        #expect(
            Self.findings(#"{"kind":"map","fallback":"a","zoom":1}"#)
                == ["warning kind: \"map\" isn't one of \(Self.kinds); panels show its fallback"])
        #expect(
            Self.findings(#"{"kind":"text","text":"a","style":"Title","modes":["compact","large"]}"#) == [
                "warning style: \"Title\" isn't one of title, headline, body, caption, monospaced, so it is ignored",
                "warning modes[1]: \"large\" isn't one of compact, expanded, so it is ignored",
            ])
    }

    @Test func whatOlderPanelsDoNotShow() {
        for node in [
            #"{"kind":"checkbox","label":"a","value":true"#, #"{"kind":"slider","label":"a","value":0"#,
            #"{"kind":"entry","label":"a""#, #"{"kind":"clock""#,
        ] {
            #expect(
                Self.findings(node + "}") == [
                    "warning fallback: it is missing; panels of version 2 show nothing without it"
                ])
            #expect(Self.findings(node + #","fallback":"b"}"#) == [])
        }
    }

    @Test func valuesOfVersion3() {
        #expect(
            Self.findings(
                #"{"kind":"slider","label":"a","value":2,"action":"b","parameter":1,"fallback":"c"}"#)
                == ["error parameter: 1 is given, but a tap sends the new value"])
        for (attributes, finding) in [
            (#""value":2"#, "error value: 2 is outside 0…1"),
            (#""value":0,"maximum":0"#, "error maximum: 0 is not above minimum, 0"),
            (#""value":5,"minimum":5"#, "error maximum: 1 is not above minimum, 5"),
            (#""value":0,"step":-1"#, "error step: -1 is below 0"),
        ] {
            #expect(Self.findings(#"{"kind":"slider","label":"a","fallback":"b",\#(attributes)}"#) == [finding])
        }
        #expect(
            Self.findings(#"{"kind":"clock","fallback":"b","zone":"../etc/passwd"}"#) == [
                "error zone: \"../etc/passwd\" is not the name of a time zone, such as Europe/Berlin"
            ])
        #expect(
            Self.findings(#"{"kind":"clock","fallback":"b","style":"era"}"#) == [
                "warning style: \"era\" isn't one of time, seconds, date, date-time, so it is ignored"
            ])
    }

    @Test func whatIsIgnored() {
        #expect(
            Self.findings(
                #"{"kind":"text","text":"a","modes":[],"children":[{"kind":"timer","since":5,"style":"countdown"}]}"#)
                == [
                    "warning modes: it is empty, so the node is never shown",
                    "warning children: text has no children, so they are ignored",
                    "warning children[0].since: 5 is in 1970; times are microseconds since then",
                    "warning children[0].style: \"countdown\" is ignored with since",
                ])
        #expect(
            Self.findings(
                #"{"kind":"timer","since":0,"finished-text":"a","show-after":1700000000000000,"#
                    + #""show-before":1700000000000000}"#) == [
                    "warning show-before: 1700000000000000 is not after show-after, so the node is never shown",
                    "warning finished-text: it is ignored without until",
                ])
    }

    @Test func whatIsOutOfRange() {
        #expect(
            Self.findings(
                #"{"kind":"row","spacing":5000,"children":[{"kind":"progress","value":1.5},{"kind":"grid","columns":17},"#
                    + #"{"kind":"button"},{"kind":"text","text":"a","id":"x"},{"kind":"text","text":"a","id":"x"}]}"#)
                == [
                    "warning spacing: 5000 is above 4096, which is drawn instead",
                    "error children[0].value: 1.5 is outside 0…1",
                    "error children[1].columns: 17 is outside 1…16",
                    "error children[2].label: it is missing; every button needs it",
                ])
        #expect(
            Self.findings(
                #"{"kind":"row","children":[{"kind":"divider","id":"x"},{"kind":"divider","id":"x"}]}"#)
                == ["error children[1].id: \"x\" is the id of another node too"])
        #expect(
            Self.findings(#"{"kind":"text","text":"a","text":"b"}"#).first?.contains("\"text\" appears twice") == true)
        #expect(Self.findings("[]") == ["error an array of 0 is not an object"])
        #expect(
            Self.findings(#"{"children":[{"kind":1}]}"#).prefix(2) == [
                "error kind: it is missing or empty", "error children[0].kind: 1 is not a string",
            ])
    }

    /// The lint refuses what the center refuses, and nothing else.
    @Test(arguments: good + [#"{"kind":"map","zoom":[1]}"#, #"{"kind":"text","text":"a","style":"x"}"#])
    func warningsAreNoErrors(_ json: String) throws {
        _ = try Content.parse(json: json)
        #expect(!Content.findings(json: json).contains { $0.severity == .error })
    }
}
