import DBus
import Testing
import TodayModel

@Suite("Changes")
struct WidgetChangesTests {
    @Test func everyKey() throws {
        let changes = try WidgetChanges([
            "Content": #"{"kind":"text","text":"a"}"#, "HasContent": true,
            "PreferredContentSize": .structure([.double(0), .double(37)]), "LargestDisplayMode": "expanded",
            "DisplayMode": "compact",
            "MarginInsets": .structure([.double(1), .double(-1), .double(10), .double(0.5)]),
            "NextUpdate": .uint64(5), "Error": "No network", "ErrorKind": "unreachable", "Attention": "alert",
            "Badge": .byte(3), "UpdatedAt": .int64(7), "Unknown": .byte(1),
        ])
        #expect(changes.content == Content(kind: "text", attributes: ["text": "a"]))
        #expect(changes.hasContent == true)
        #expect(changes.preferredContentSize == Size(width: 0, height: 37))
        #expect(changes.largestDisplayMode == .expanded)
        #expect(changes.displayMode == .compact)
        #expect(changes.marginInsets == EdgeInsets(top: 1, left: -1, bottom: 10, right: 0.5))
        #expect(changes.nextUpdate == Timestamp(microseconds: 5))
        #expect(changes.error == "No network")
        #expect(changes.errorKind == .unreachable)
        #expect(changes.attention == .alert && changes.badge == 3)
        #expect(changes.updatedAt == Timestamp(microseconds: 7))
        #expect(Set(changes.dictionary.keys) == Set(WidgetChanges.keys))
        #expect(try WidgetChanges(changes.dictionary) == changes)
        #expect(!changes.isEmpty)
    }

    @Test func nothing() throws {
        #expect(try WidgetChanges(["Later": "x"]).isEmpty)
        #expect(WidgetChanges().dictionary.isEmpty)
    }

    @Test func lenientTypes() throws {
        let changes = try WidgetChanges([
            "PreferredContentSize": .structure([.int32(320), .byte(37)]),
            "MarginInsets": .structure([.int16(-1), .int32(0), .double(1), .uint64(2)]), "NextUpdate": .int32(7),
            "HasContent": .variant(false),
        ])
        #expect(changes.preferredContentSize == Size(width: 320, height: 37))
        #expect(changes.marginInsets == EdgeInsets(top: -1, left: 0, bottom: 1, right: 2))
        #expect(changes.nextUpdate == Timestamp(microseconds: 7))
        #expect(changes.hasContent == false)
        #expect(changes.dictionary["PreferredContentSize"]?.signature == "(dd)")
        #expect(changes.dictionary["MarginInsets"]?.signature == "(dddd)")
        #expect(changes.dictionary["NextUpdate"]?.signature == "t")
    }

    @Test(
        arguments: [
            (
                "Content", node("column", [:], [node("progress", ["value": .double(1.5)])]),
                "Content.children[0].value: 1.5 is outside 0…1"
            ),
            ("Content", "{\"kind\":\n}", "Content: JSON, line 2, column 1: expected a value, found \"}\""),
            ("Content", .boolean(true), "Content: true is not a (sa{sv}av) or a string with JSON"),
            ("HasContent", .int32(1), "HasContent: 1 is not a boolean"),
            (
                "PreferredContentSize", .structure([.double(1)]),
                "PreferredContentSize: a struct is not a pair of numbers (dd)"
            ),
            ("PreferredContentSize", .structure([.double(1), "2"]), "PreferredContentSize: \"2\" is not a number"),
            ("PreferredContentSize", .structure([.double(0), .double(-1)]), "PreferredContentSize: -1 is below 0"),
            (
                "PreferredContentSize", .structure([.double(0), .double(.nan)]),
                "PreferredContentSize: nan is not finite"
            ),
            ("ErrorKind", "app", "ErrorKind: it is only allowed with Error"),
            ("ErrorKind", "crashed", "ErrorKind: \"crashed\" isn't app or unreachable"),
            ("Attention", "loud", "Attention: \"loud\" isn't one of none, badge, alert"),
            ("Badge", .int32(-1), "Badge: -1 is outside 0…4294967295"),
            ("UpdatedAt", "today", "UpdatedAt: \"today\" is not an integer"),
            ("LargestDisplayMode", "large", "LargestDisplayMode: \"large\" isn't compact or expanded"),
            ("DisplayMode", "Compact", "DisplayMode: \"Compact\" isn't compact or expanded"),
            ("DisplayMode", .byte(1), "DisplayMode: 1 is not a string"),
            (
                "MarginInsets", .structure([.double(1), .double(1)]),
                "MarginInsets: a struct is not four numbers (dddd)"
            ),
            ("MarginInsets", .array([], of: "d"), "MarginInsets: an array of 0 is not four numbers (dddd)"),
            ("NextUpdate", .int64(-1), "NextUpdate: -1 is outside 0…18446744073709551615"),
            ("NextUpdate", .double(1), "NextUpdate: 1 is not an integer"),
            ("Error", "a\u{7}", #"Error: "a\u{07}" has the control character U+0007"#),
        ] as [(String, DBusValue, String)])
    func refused(_ key: String, _ value: DBusValue, _ message: String) {
        #expect(faultText { _ = try WidgetChanges([key: value]) } == message)
    }

    @Test func words() {
        #expect(UpdateResult.allCases.map(\.rawValue) == ["new-data", "no-data", "failed"])
        #expect(DisplayMode.compact < .expanded)
        #expect(DisplayMode.allCases.map(\.rawValue) == ["compact", "expanded"])
        #expect(EdgeInsets.asProposed == EdgeInsets(top: -1, left: -1, bottom: -1, right: -1))
        #expect(Timestamp.never < Timestamp(microseconds: 1))
    }
}
