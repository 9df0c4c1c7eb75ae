import DBus
import Testing

@testable import TodayModel

@Suite("JSON form of content")
struct ContentJSONTests {
    private let tree = Content(
        kind: "column",
        attributes: [
            "spacing": .double(6), "x-flag": .boolean(true), "x-deep": .properties(["a": .variants([.int64(1)])]),
        ],
        children: [
            Content(kind: "text", attributes: ["text": "He said \"hi\\\"\n – ü", "lines": .uint32(2)]),
            Content(kind: "chart", attributes: ["values": .array([.double(1), .double(2.5)], of: "d")]),
            Content(kind: "spacer"),
        ])

    @Test func compact() throws {
        let json = #"""
            {"kind":"column","spacing":6,"x-deep":{"a":[1]},"x-flag":true,"children":[
            {"kind":"text","lines":2,"text":"He said \"hi\\\"\n – ü"},
            {"kind":"chart","values":[1,2.5]},{"kind":"spacer"}]}
            """#
        #expect(tree.json() == json.filter { $0 != "\n" })
        #expect(try Content.parse(json: tree.json()) == tree)
    }

    @Test func pretty() throws {
        let json = #"""
            {
              "kind": "column",
              "spacing": 6,
              "x-deep": {
                "a": [1]
              },
              "x-flag": true,
              "children": [
                {
                  "kind": "text",
                  "lines": 2,
                  "text": "He said \"hi\\\"\n – ü"
                },
                {
                  "kind": "chart",
                  "values": [1, 2.5]
                },
                {
                  "kind": "spacer"
                }
              ]
            }
            """#
        #expect(tree.json(pretty: true) == json)
        #expect(try Content.parse(json: json) == tree)
        #expect(Content.empty.json(pretty: true) == "{}")
    }

    @Test(arguments: [
        ("1", DBusValue.int64(1)), ("-0", .int64(0)), ("9223372036854775807", .int64(.max)),
        ("9223372036854775808", .uint64(9_223_372_036_854_775_808)), ("18446744073709551615", .uint64(.max)),
        ("-9223372036854775808", .int64(.min)), ("1.0", .double(1)), ("1e2", .double(100)),
        ("-1.5E-3", .double(-0.0015)),
        ("true", .boolean(true)), ("false", .boolean(false)), ("\"\"", ""), ("[]", .variants([])),
        ("{}", .properties([:])), ("[1,[\"a\"]]", .variants([.int64(1), .variants(["a"])])),
        ("{\"b\":{\"c\":2.5}}", .properties(["b": .properties(["c": .double(2.5)])])),
        (#""\" \\ \/ é \u00e9 \ud83d\ude00""#, "\" \\ / é é 😀"),
    ])
    func untypedValues(_ json: String, _ value: DBusValue) throws {
        let text = #"{"kind":"spacer","action":"a","parameter":\#(json)}"#
        let content = try Content.parse(json: text)
        #expect(content.attributes["parameter"] == value)
        #expect(try Content.parse(json: content.json()) == content)
    }

    @Test(arguments: [("2", UInt32(2)), ("2.0", 2), ("1e1", 10)])
    func integersAttributes(_ json: String, _ columns: UInt32) throws {
        let grid = try Content.parse(json: #"{"kind":"grid","columns":\#(json)}"#)
        #expect(grid.attributes["columns"] == .uint32(columns))
    }

    @Test func data() throws {
        let image = Content(kind: "image", attributes: ["data": .bytes(png()), "description": "d"])
        #expect(image.json().contains(#""data":"iVBORw0KGgo"#))
        #expect(try Content.parse(json: image.json()) == image)
    }

    @Test(arguments: [
        ("", "JSON, line 1, column 1: expected a value, found the end"),
        ("hello", "JSON, line 1, column 1: expected a value, found \"h\""),
        ("{} x", "JSON, line 1, column 4: expected the end, found \"x\""),
        ("{\n \"kind\": \"text\"\n \"text\"}", "JSON, line 3, column 2: expected a comma or }, found '\"'"),
        ("{\"kind\":\"ä\",}", "JSON, line 1, column 13: expected a name in quotes, found \"}\""),
        ("{kind:1}", "JSON, line 1, column 2: expected a name in quotes, found \"k\""),
        ("{\"kind\" 1}", "JSON, line 1, column 9: expected a colon, found \"1\""),
        ("[1,]", "JSON, line 1, column 4: expected a value, found \"]\""),
        ("[1 2]", "JSON, line 1, column 4: expected a comma or ], found \"2\""),
        ("[", "JSON, line 1, column 2: expected a value, found the end"),
        ("[01]", "JSON, line 1, column 3: expected a comma or ], found \"1\""),
        ("[+1]", "JSON, line 1, column 2: expected a value, found \"+\""),
        ("[-]", "JSON, line 1, column 3: expected a digit, found \"]\""),
        ("[1.]", "JSON, line 1, column 4: expected a digit, found \"]\""),
        ("[1e]", "JSON, line 1, column 4: expected a digit, found \"]\""),
        ("[1e999]", "JSON, line 1, column 2: the number \"1e999\" is out of range"),
        (
            "[18446744073709551616]",
            "JSON, line 1, column 2: the number \"18446744073709551616\" is out of range"
        ),
        ("[\"a", "JSON, line 1, column 2: the string isn't closed"),
        ("[\"a\n\"]", "JSON, line 1, column 4: a control character in a string is not escaped"),
        ("[\"\\x\"]", "JSON, line 1, column 3: invalid escape"),
        ("[\"\\u12\"]", "JSON, line 1, column 3: invalid \\u escape"),
        ("[\"\\ud800\"]", "JSON, line 1, column 3: invalid \\u escape"),
        ("[\"\\ud800\\u0041\"]", "JSON, line 1, column 3: invalid \\u escape"),
        ("[\"\\udc00\"]", "JSON, line 1, column 3: invalid \\u escape"),
        ("[\"\\", "JSON, line 1, column 3: the string isn't closed"),
        ("[tru]", "JSON, line 1, column 2: expected a value, found \"t\""),
        ("[NaN]", "JSON, line 1, column 2: expected a value, found \"N\""),
        ("\u{FEFF}{}", "JSON, line 1, column 1: expected a value, found \"\\u{FEFF}\""),
        ("null", "null is not allowed (line 1, column 1)"),
        (
            "{\"kind\":\"row\",\n\"children\":[{\"kind\":\"text\",\"text\":null}]}",
            "children[0].text: null is not allowed (line 2, column 35)"
        ),
        (
            "{\"kind\":\"row\",\"children\":[{\"kind\":\"text\"},{\"id\":\"a\",\"\\u0069d\":\"b\"}]}",
            "children[1].id: \"id\" appears twice (line 1, column 53)"
        ),
        ("{\"x\":[{\"y\":[[1,null]]}]}", "x[0].y[0][1]: null is not allowed (line 1, column 16)"),
    ])
    func malformed(_ json: String, _ message: String) {
        #expect(faultText { _ = try Content.parse(json: json) } == message)
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func base64(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test(arguments: ["Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm9v=", "Zm 9v", "Zg==Zg==", "Zm-_", "é"])
    func malformedBase64(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test func base64WithLineBreaks() {
        #expect(Base64.decode("Zm9v\r\nYmFy\n") == Array("foobar".utf8))
    }
}
