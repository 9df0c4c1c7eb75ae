import DBus
import Testing
import TodayModel

@testable import TodayCommands

/// Values as they are written on a command line.
@Suite struct TypedTextTests {
    @Test(arguments: [
        ("Buy milk", DBusValue.string("Buy milk")), ("", .string("")), ("null", .string("null")),
        ("12", .int64(12)), ("-0.5", .double(-0.5)), ("01067", .string("01067")), ("true", .boolean(true)),
        ("true!", .string("true!")), ("\"12\"", .string("12")), (" [1]", .variants([.int64(1)])),
        ("18446744073709551615", .uint64(.max)), ("{}", .dictionary([], key: "s", value: "v")),
    ])
    func withoutAType(_ text: String, _ value: DBusValue) throws { #expect(try TypedText.value(text) == value) }

    @Test(arguments: ["{", "[1", "\"a", "[null]"])
    func whatLooksLikeJSONHasToBeJSON(_ text: String) {
        #expect(throws: Fault.self) { try TypedText.value(text) }
    }

    @Test(arguments: [
        ("s", "12", DBusValue.string("12")), ("y", "255", .byte(255)), ("n", "-1", .int16(-1)), ("q", "1", .uint16(1)),
        ("i", "1", .int32(1)), ("u", "1", .uint32(1)), ("x", "1", .int64(1)),
        ("t", "18446744073709551615", .uint64(.max)),
        ("d", "1", .double(1)), ("d", "1.5", .double(1.5)), ("b", "false", .boolean(false)),
        ("o", "/a", .objectPath("/a")),
        ("g", "as", .signature("as")), ("ay", "AQI=", .bytes([1, 2])), ("ay", "[1,2]", .bytes([1, 2])),
        ("as", "[\"a\"]", .strings(["a"])), ("au", "[1,2]", .array([.uint32(1), .uint32(2)], of: "u")),
        ("aay", "[[1],[]]", .array([.bytes([1]), .bytes([])], of: "ay")), ("v", "1", .variant(.int64(1))),
        ("av", "[1]", .variants([.int64(1)])),
        ("a{ss}", "{\"a\":\"b\"}", .dictionary([.init("a", "b")], key: "s", value: "s")),
        ("a{ub}", "{\"1\":true}", .dictionary([.init(.uint32(1), true)], key: "u", value: "b")),
    ])
    func withAType(_ type: String, _ text: String, _ value: DBusValue) throws {
        #expect(try TypedText.value(text, as: try TypedText.type(type)) == value)
        // A written value is read as the same value again, unless its type is left out.
        let written = TypedText.text(value)
        if type == "aay" { return #expect(written.type == nil) }
        #expect(try TypedText.value(written.text, as: try #require(written.type)) == value)
    }

    @Test func aTypeThatCannotBeWrittenIsGuessed() {
        let written = TypedText.text(.structure([.uint32(1), "a"]))
        #expect(written.text == #"[1,"a"]"# && written.type == nil)
        #expect(TypedText.text(.variants([.uint32(1)])).type == nil)
    }

    @Test(arguments: [
        ("y", "256", "256 is outside 0…255"), ("u", "-1", "-1 is outside 0…4294967295"),
        ("u", "1.5", "1.5 is not an integer"),
        ("d", "\"a\"", "\"a\" is not a number"), ("b", "1", "1 doesn't have the type b"),
        ("as", "[1]", "1 doesn't have the type s"),
        ("as", "{}", "{} doesn't have the type as"), ("a{sv}", "[]", "[] doesn't have the type a{sv}"),
        ("o", "a", "\"a\" doesn't have the type o"),
    ])
    func whatDoesNotFit(_ type: String, _ text: String, _ message: String) {
        #expect(throws: Fault(message: message)) { try TypedText.value(text, as: try TypedText.type(type)) }
    }

    @Test(arguments: ["", "ss", "(s)", "a(s)", "h", "ah", "z", "a{vs}"])
    func typesThatCannotBeGiven(_ text: String) {
        #expect(throws: Fault.self) { try TypedText.type(text) }
    }
}
