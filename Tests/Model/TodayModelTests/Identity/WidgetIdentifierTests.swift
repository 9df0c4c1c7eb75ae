import DBus
import Testing
import TodayModel

@Suite("Widget identifiers")
struct WidgetIdentifierTests {
    @Test(arguments: [
        "org.example", "org.example.Used-Space", "a.b", "_a._b", "org.example.x1",
        "a." + String(repeating: "b", count: 238),
    ])
    func accepted(_ string: String) throws {
        #expect(try WidgetIdentifier(string).rawValue == string)
        #expect(WidgetIdentifier(rawValue: string)?.description == string)
        #expect(BusName(rawValue: string) != nil)
    }

    @Test(arguments: [
        ("", "it is empty"),
        ("example", "it has fewer than two elements"),
        ("org..example", "it has an empty element"),
        (".org.example", "it has an empty element"),
        ("org.example.", "it has an empty element"),
        ("org.1example", "an element starts with a digit"),
        ("org.-example", "an element starts with -"),
        ("org.example#", "the number after # must be from 2 to 999999"),
        ("org.example#1", "the number after # must be from 2 to 999999"),
        ("org.example#02", "the number after # must be from 2 to 999999"),
        ("org.example#1000000", "the number after # must be from 2 to 999999"),
        ("org.example#2#3", "the number after # must be from 2 to 999999"),
        ("org.example#+2", "the number after # must be from 2 to 999999"),
        ("example#2", "it has fewer than two elements"),
        ("org.exämple", "it has a character outside A-Z a-z 0-9 _ -"),
        ("org/example.a", "it has a character outside A-Z a-z 0-9 _ -"),
        ("org.example\0", "it has a character outside A-Z a-z 0-9 _ -"),
        ("a." + String(repeating: "b", count: 239), "it is longer than 240 bytes"),
    ])
    func refused(_ string: String, _ reason: String) {
        #expect(WidgetIdentifier(rawValue: string) == nil)
        #expect(throws: InvalidIdentifier.self) { try WidgetIdentifier(string) }
        do throws(InvalidIdentifier) {
            _ = try WidgetIdentifier(string)
        } catch {
            #expect(error.value == string)
            #expect(error.reason == reason)
        }
    }

    @Test func message() {
        // Not a literal, which would stop the program.
        let string = "clock"
        #expect(
            faultText { _ = try WidgetIdentifier(string) }
                == "\"clock\" is not a valid widget identifier: it has fewer than two elements")
    }

    @Test func instances() throws {
        let second: WidgetIdentifier = "org.example.Weather#2"
        #expect(second.instance == 2 && second.widget == "org.example.Weather" && second.widget.instance == 1)
        #expect(
            second.instance(999_999).rawValue == "org.example.Weather#999999" && second.instance(1) == second.widget)
        #expect(throws: InvalidIdentifier.self) { _ = try WidgetIdentifier(widget: second.rawValue) }
        #expect(try WidgetIdentifier(widget: second.widget.rawValue) == second.widget)
        let identifiers: [WidgetIdentifier] = ["org.b", "org.a#10", "org.a#9", "org.a", "org.a-b"]
        #expect(identifiers.sorted() == ["org.a", "org.a#9", "org.a#10", "org.a-b", "org.b"])
    }

    @Test func orderAndLiteral() {
        let identifiers: [WidgetIdentifier] = ["org.b", "org.a", "com.z"]
        #expect(identifiers.sorted() == ["com.z", "org.a", "org.b"])
    }
}
