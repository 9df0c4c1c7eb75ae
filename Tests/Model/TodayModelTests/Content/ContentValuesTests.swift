import DBus
import Testing
import TodayModel

/// Content as D-Bus values.
@Suite("Content on the bus")
struct ContentValuesTests {
    @Test(arguments: [
        DBusValue.byte(3), .int16(3), .uint16(3), .int32(3), .uint32(3), .int64(3), .uint64(3), .variant(.int64(3)),
    ])
    func anyInteger(_ value: DBusValue) throws {
        let grid = try Content.validating(node("grid", ["columns": value, "spacing": value]))
        #expect(grid.attributes == ["columns": .uint32(3), "spacing": .double(3)])
        let timer = try Content.validating(node("timer", ["until": value]))
        #expect(timer.attributes == ["until": .uint64(3)])
    }

    @Test(arguments: [
        DBusValue.array([.int32(1), .int32(2)], of: "i"), .array([.double(1), .double(2)], of: "d"),
        .variants([.double(1), .byte(2)]),
    ])
    func anyArrayOfNumbers(_ values: DBusValue) throws {
        let chart = try Content.validating(node("chart", ["values": values]))
        #expect(chart.attributes["values"] == .array([.double(1), .double(2)], of: "d"))
    }

    @Test func anyArrayOfStrings() throws {
        let spacer = try Content.validating(node("spacer", ["modes": .variants(["compact"])]))
        #expect(spacer.attributes["modes"] == .strings(["compact"]))
        let none = try Content.validating(node("spacer", ["modes": .variants([])]))
        #expect(none.attributes["modes"] == .strings([]))
    }

    @Test func unknownAttributesKeepTheirType() throws {
        let odd: [String: DBusValue] = [
            "a": .int16(-1), "b": .variant(.byte(1)), "c": .bytes([1]), "d": .objectPath("/a"),
            "e": .structure([.signature("s"), .double(-1)]),
            "f": .dictionary([.init(.uint32(1), .boolean(true))], key: "u", value: "b"),
        ]
        #expect(try Content.validating(node("gauge", odd)).attributes == odd)
    }

    @Test(arguments: [
        (DBusValue.boolean(true), "true is not a (sa{sv}av) or a string with JSON"),
        (.structure(["text"]), "a struct is not a (sa{sv}av) or a string with JSON"),
        (
            .structure([.uint32(1), .properties([:]), .variants([])]),
            "a struct is not a (sa{sv}av) or a string with JSON"
        ),
        (node("", ["a": "b"]), "kind: it is missing or empty"),
        (node("row", [:], [node("")]), "children[0].kind: it is missing or empty"),
        (node("row", [:], ["{}"]), "children[0]: \"{}\" is not a (sa{sv}av)"),
        (node("spacer", ["kind": "text"]), "kind: an attribute cannot have this name"),
        (node("spacer", ["children": "x"]), "children: an attribute cannot have this name"),
        (node("column", ["spacing": .double(.infinity)]), "spacing: inf is not finite"),
        (node("column", ["spacing": .double(.nan)]), "spacing: nan is not finite"),
        (node("column", ["spacing": .boolean(true)]), "spacing: true is not a number"),
        (node("gauge", ["x": .double(-.infinity)]), "x: -inf is not finite"),
        (node("chart", ["values": .array([.double(.nan)], of: "d")]), "values[0]: nan is not finite"),
        (node("grid", ["columns": .double(2)]), "columns: 2 is not an integer"),
        (node("text", ["text": .objectPath("/a")]), "text: \"/a\" is not a string"),
        (node("image", ["data": "aGVsbG8="]), "data: \"aGVsbG8=\" is not an array of bytes"),
        (node("image", ["data": .bytes(png())]), "description: it is missing; every image with data needs it"),
        (
            node("image", ["data": .bytes(png()), "description": ""]),
            "description: \"\" is empty; every image with data needs one"
        ),
        (node("image", ["data": .bytes(png()), "icon": "a"]), "data: an array of 33 bytes is given as well as icon"),
        (
            .structure([
                "spacer",
                .dictionary(
                    [.init("id", .variant("a")), .init("id", .variant("b"))], key: "s", value: "v"), .variants([]),
            ]),
            "id: \"b\" is its second value"
        ),
        (
            .structure(["spacer", .dictionary([.init(.byte(1), "a")], key: "y", value: "s"), .variants([])]),
            "1 is not the name of an attribute"
        ),
    ])
    func refused(_ value: DBusValue, _ message: String) {
        #expect(faultText { _ = try Content.validating(value) } == message)
    }

    @Test func fileDescriptorsAreRefusedEverywhere() {
        let descriptor = DBusValue.fileDescriptor(UnixFileDescriptor(owning: -1))
        let message = "a file descriptor cannot be part of content"
        let attributes: [[String: DBusValue]] = [
            ["x": descriptor], ["x": .variants([.structure([descriptor])])],
            ["x": .dictionary([.init("a", descriptor)], key: "s", value: "h")],
        ]
        for attribute in attributes {
            #expect(faultText { _ = try Content.validating(node("spacer", attribute)) } == "x: " + message)
        }
        let parameter = ["action": "a", "parameter": .variant(descriptor)] as [String: DBusValue]
        #expect(faultText { _ = try Content.validating(node("spacer", parameter)) } == "parameter: " + message)
        #expect(
            faultText { _ = try Content.validating(node("text", ["text": descriptor])) }
                == "text: a file descriptor is not a string")
    }

    @Test func treesMadeInSwift() throws {
        let tree = Content(
            kind: "column", attributes: ["spacing": .int32(4)],
            children: [Content(kind: "text", attributes: ["text": "a", "lines": .byte(1)])])
        let valid = try tree.validated()
        #expect(valid.attributes == ["spacing": .double(4)])
        #expect(valid.children[0].attributes["lines"] == .uint32(1))
        #expect(try Content.empty.validated() == .empty)

        let bad = Content(kind: "column", children: [Content(kind: "text"), .empty])
        #expect(faultText { _ = try bad.validated() } == "children[0].text: it is missing; every text needs it")
        let hole = Content(kind: "column", children: [.empty])
        #expect(faultText { _ = try hole.validated() } == "children[0].kind: it is missing or empty")
    }

    @Test func empty() throws {
        #expect(try Content.validating(node("")) == .empty)
        #expect(try Content.validating("{}").isEmpty)
        #expect(Content.empty.dbusValue == node(""))
        #expect(Content.empty.dbusValue.signature == "(sa{sv}av)")
        #expect(!Content(kind: "spacer").isEmpty)
    }

    @Test func byteCount() throws {
        #expect(Content.empty.byteCount == 0)
        let tree = try Content.parse(
            json: #"{"kind":"row","spacing":1,"children":[{"kind":"chart","values":[1,2]},{"kind":"text","text":"é"}]}"#
        )
        #expect(tree.byteCount == (3 + 7 + 8) + (5 + 6 + 2 * 9) + (4 + 4 + 2))
    }
}
