import DBus
import Testing
import TodayBridgeRules
import TodayModel

@Suite struct TemplateTests {
    private static let payload =
        #"{"temperature": 21.456, "a": {"b": ["x", 7]}, "on": true, "none": null, "text": "22.5"}"#

    @Test(arguments: [
        ("{{ value_json.temperature }}", "21.456"), ("{{value_json.temperature}}", "21.456"),
        ("{{ value_json['temperature'] | round(1) }}", "21.5"), (#"{{ value_json["a"].b[1] }}"#, "7"),
        ("{{ value_json.a['b'][0] }}", "x"), ("{{ value_json.on }}", "True"), ("{{ value_json.none }}", nil),
        ("{{ value_json.missing }}", nil), ("{{ value_json.temperature | float | round }}", "21"),
        ("{{ value_json.text | float }}", "22.5"), ("{{ value_json.text | int }}", "22"),
        ("{{ value_json.temperature | is_defined }}", "21.456"), ("{{- value_json.temperature -}}", "21.456"),
    ])
    func aTemplateHasAValue(_ text: String, _ value: String?) throws {
        let template = ValueTemplate(text)
        #expect(template.unsupported == nil)
        #expect(template.value(in: Self.payload, try Payload.document(Self.payload))?.shown() == value)
    }

    @Test func theWholePayloadIsAValue() {
        #expect(ValueTemplate("{{ value }}").value(in: "23.40", nil)?.shown() == "23.40")
        #expect(ValueTemplate("{{ value | round(1) }}").value(in: "23.44", nil)?.shown() == "23.4")
        #expect(ValueTemplate("{{ value_json.a }}").value(in: "on", nil) == nil)
    }

    @Test(arguments: [
        "{{ value_json.temperature * 2 }}", "{% if value_json.a %}x{% endif %}",
        "{{ value_json.a }} {{ value_json.b }}",
        "{{ 'x' if value_json.a else 'y' }}", "{{ value_json }}", "{{ value_json. }}", "{{ value_json['a' }}",
        "{{ value_json['a\\'b'] }}", "{{ value_json.a | round(x) }}", "{{ value_json.a | timestamp_local }}", "", "{{",
        "{{}}",
        "{{ value_json.a | }}", "{{ states('light.x') }}", "{{ value_json.a | round(99) }}",
    ])
    func anotherTemplateIsNamed(_ text: String) {
        let template = ValueTemplate(text)
        #expect(template.unsupported == text)
        #expect(template.value(in: "raw", nil)?.shown() == "raw")
    }

    @Test func aLongOrDeepTextIsRefused() {
        #expect(ValueTemplate("{{ value_json" + String(repeating: ".a", count: 5000) + " }}").unsupported != nil)
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: Fault.self) { try Payload.document(deep) }
    }

    // MARK: Paths and times

    @Test(arguments: [
        ("a", "1"), ("b.0", "2"), ("b.1.c", "x"), ("b.2", nil), ("b.-1", nil), ("missing", nil), ("a.b", nil),
        ("null", nil),
    ])
    func aPathFindsAValue(_ path: String, _ value: String?) throws {
        let document = try Payload.document(#"{"a": 1, "b": [2, {"c": "x"}], "null": null}"#)
        #expect(try #require(JSONPath(path)).value(in: document).flatMap { TopicValue($0)?.shown() } == value)
    }

    @Test(arguments: [
        (DBusValue.int64(1_700_000_000), 1_700_000_000_000_000 as UInt64),
        (.int64(1_700_000_000_123), 1_700_000_000_123_000),
        (.int64(1_700_000_000_123_456), 1_700_000_000_123_456), (.double(1_700_000_000.5), 1_700_000_000_500_000),
        (.string("1700000000"), 1_700_000_000_000_000), (.string("2023-11-14T22:13:20Z"), 1_700_000_000_000_000),
        (.string("2023-11-14T23:13:20+01:00"), 1_700_000_000_000_000),
        (.string("2023-11-14 22:13:20.5"), 1_700_000_000_500_000), (.string("2023-11-14T22:13"), 1_699_999_980_000_000),
    ])
    func aReportedTimeIsRead(_ value: DBusValue, _ microseconds: UInt64) {
        #expect(Timestamp(reported: value)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "soon", "2023-13-14T22:13:20Z", "2023-02-30T22:13:20Z", "2023-11-14", "-5", "1e400",
        "2023-11-14T22:13:20Zx",
    ])
    func anotherTextIsNoTime(_ text: String) { #expect(Timestamp(reported: .string(text)) == nil) }
}
