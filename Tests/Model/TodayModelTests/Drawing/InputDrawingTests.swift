import DBus
import DBusTesting
import Testing

@testable import TodayModel

/// How nodes of version 3 are read.
@Suite struct InputDrawingTests {
    private func attributes(_ json: String, at now: UInt64 = 0) throws -> NodeAttributes? {
        try Content.parse(json: json).drawing(DrawingContext(now: Timestamp(microseconds: now))).root?.attributes
    }

    private func kind(_ json: String) throws -> NodeKind? { try attributes(json)?.kind }

    @Test func defaults() throws {
        #expect(try kind(#"{"kind":"checkbox","label":"a","value":true}"#) == .checkbox(label: "a", value: true))
        #expect(
            try kind(#"{"kind":"slider","label":"a","value":0.5}"#) == .slider(DrawnSlider(label: "a", value: 0.5)))
        #expect(try kind(#"{"kind":"entry","label":"a"}"#) == .entry(label: "a", placeholder: "", value: ""))
        #expect(try kind(#"{"kind":"clock","zone":"Asia/Tokyo"}"#) == .clock("09:00"))
        #expect(
            try kind(#"{"kind":"progress","value":1,"label":""}"#)
                == .progress(1, style: .bar, color: .accent, label: nil))
    }

    @Test func allThatIsGiven() throws {
        var slider = DrawnSlider(label: "a", value: 40)
        (slider.minimum, slider.maximum, slider.step) = (-10, 100, 5)
        #expect(
            try kind(#"{"kind":"slider","label":"a","value":40,"minimum":-10,"maximum":100,"step":5}"#)
                == .slider(slider))
        #expect(
            try kind(#"{"kind":"entry","label":"a","placeholder":"b","value":"c"}"#)
                == .entry(label: "a", placeholder: "b", value: "c"))
        #expect(try kind(#"{"kind":"clock","zone":"Asia/Tokyo","style":"date-time"}"#) == .clock("1970-01-01 09:00"))
        #expect(try kind(#"{"kind":"clock","zone":"Asia/Tokyo","style":"era"}"#) == .clock("09:00"))
        #expect(
            try kind(#"{"kind":"progress","value":0.5,"color":"error","label":"4 GB"}"#)
                == .progress(0.5, style: .bar, color: .error, label: "4 GB"))
        var chart = DrawnChart([1, 2])
        (chart.series, chart.label, chart.seriesLabel, chart.unit) = ([3], "In", "Out", " °C")
        chart.shownValues = [.last, .most]
        #expect(
            try kind(
                #"""
                {"kind":"chart","values":[1,2],"series":[3],"label":"In","series-label":"Out","unit":" °C",
                 "show-values":["last","mean","most"]}
                """#) == .chart(chart))
        #expect(chart.legend == ["In  2 °C · 2 °C", "Out  3 °C · 3 °C"])
        #expect(
            NodeAttributes(.chart(chart)).spokenName
                == "Chart of In: latest 2 °C, highest 2 °C; Out: latest 3 °C, highest 3 °C")
    }

    /// A name belongs to its line, even if the other line has none.
    @Test func legends() {
        var chart = DrawnChart([])
        chart.seriesLabel = "Out"
        #expect(chart.legend == [])
        chart.series = [1]
        #expect(chart.legend == ["", "Out"])
        chart.values = [2]
        chart.shownValues = [.least]
        #expect(chart.legend == ["2", "Out  1"])
        chart.label = "In"
        chart.shownValues = []
        #expect(chart.legend == ["In", "Out"])
        #expect(NodeAttributes(.chart(chart)).spokenName == "Chart of In: 1 value; Out: 1 value")
    }

    @Test(arguments: ["checkbox", "slider", "entry"]) func withoutAnActionTheyAreDisabled(_ kind: String) throws {
        let value = kind == "slider" ? "0" : kind == "entry" ? #""""# : "true"
        func node(_ more: String) throws -> NodeAttributes? {
            try attributes(#"{"kind":"\#(kind)","label":"a","value":\#(value)\#(more)}"#)
        }
        #expect(try node("")?.isEnabled == false)
        #expect(try node(#","url":"https://example.org""#)?.isEnabled == false)
        #expect(try node(#","action":"a""#)?.isEnabled == true)
        #expect(try node(#","action":"a","enabled":false"#)?.isEnabled == false)
    }

    @Test func unknownZones() throws {
        let json = #"{"kind":"clock","zone":"Mars/Olympus_Mons"}"#
        #expect(try attributes(json) == nil)
        let fallback = try Content.parse(json: json.dropLast() + #","fallback":"Noon on Mars"}"#)
        #expect(fallback.plainText(PlainText.Context(now: .never)) == "Noon on Mars")
        #expect(fallback.nextChange(after: .never) == nil)
    }

    /// A tree that wasn't validated is read as far as possible.
    @Test func valuesThatAreNotValid() {
        func slider(_ attributes: [String: DBusValue]) -> DrawnSlider? {
            let node = Content(kind: "slider", attributes: attributes).drawing(DrawingContext(now: .never)).root
            if case .slider(let slider)? = node?.attributes.kind { return slider }
            return nil
        }
        let odd = slider(["minimum": .double(5), "maximum": .double(-5), "value": .double(7), "step": .double(-1)])
        #expect(odd?.value == 5 && odd?.maximum == 5 && odd?.step == 0 && odd?.fraction == 0 && odd?.rounded(9) == 5)
        #expect(slider(["value": .double(.nan)])?.value == 0)
        #expect(slider(["value": "a", "maximum": .double(.infinity)])?.maximum == 1)
    }

    @Test func theNumbersOfASlider() {
        var slider = DrawnSlider(label: "a", value: 0.3)
        #expect(slider.fraction == 0.3 && slider.rounded(0.123) == 0.123)
        #expect(slider.rounded(-1) == 0 && slider.rounded(2) == 1)
        (slider.minimum, slider.maximum, slider.step) = (-10, 100, 15)
        #expect([-10, -3, -2, 0, 4, 94, 100].map(slider.rounded) == [-10, -10, 5, 5, 5, 95, 95])
        // The end isn't always a step.
        #expect(slider.rounded(99) == 95 && slider.rounded(.greatestFiniteMagnitude) == 100)
        slider.value = 45
        #expect(slider.fraction == 0.5)
        (slider.minimum, slider.maximum) = (-.greatestFiniteMagnitude, .greatestFiniteMagnitude)
        (slider.value, slider.step) = (0, 0)
        #expect(slider.fraction == 0.5)
        slider.value = .greatestFiniteMagnitude
        #expect(slider.fraction == 1 && slider.rounded(5) == 5)
        slider.step = 1e-300
        #expect(slider.rounded(5) == 5)
    }

    @Test(arguments: 0..<200) func roundedNumbersAreInTheRange(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var slider = DrawnSlider(label: "", value: 0)
        slider.minimum = Double.random(in: -1e6...1e6, using: &random)
        slider.maximum = slider.minimum + Double.random(in: 1e-3...1e6, using: &random)
        slider.step = Double.random(in: 1e-3...1e5, using: &random)
        let number = Double.random(in: -2e6...2e6, using: &random)
        let rounded = slider.rounded(number)
        #expect(rounded >= slider.minimum && rounded <= slider.maximum)
        if rounded < slider.maximum {
            #expect(slider.rounded(rounded) == rounded)
            let count = ((rounded - slider.minimum) / slider.step).rounded()
            #expect(slider.minimum + count * slider.step == rounded)
            #expect(number < slider.minimum || abs(rounded - number) <= slider.step * 0.500001)
        }
    }

    /// SDK and center give older panels the text of a node.
    @Test func fallbacks() throws {
        func fallback(_ json: String) throws -> String? {
            try Content.parse(json: json).fallbackText(now: Timestamp(microseconds: 0))
        }
        #expect(try fallback(#"{"kind":"checkbox","label":"Milk","value":true,"modes":["expanded"]}"#) == "[x] Milk")
        #expect(try fallback(#"{"kind":"slider","label":"Volume","value":0.5}"#) == "Volume ██████████░░░░░░░░░░")
        #expect(try fallback(#"{"kind":"entry","label":"Add","private":true}"#) == "[Add…]")
        #expect(try fallback(#"{"kind":"clock","zone":"Asia/Tokyo","style":"seconds"}"#) == "09:00:00")
        #expect(try fallback(#"{"kind":"toggle","label":"a","value":true}"#) == nil)
        #expect(try fallback(#"{"kind":"section","label":"a"}"#) == nil)
        let long = String(repeating: "a", count: Limits.stringBytes - 2)
        #expect(try fallback(#"{"kind":"entry","label":"\#(long)"}"#) == nil)
    }
}
