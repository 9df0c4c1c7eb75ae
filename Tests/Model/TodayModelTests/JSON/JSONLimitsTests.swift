import DBus
import Testing

@testable import TodayModel

/// Each escape copied all of the string before it, and a string was measured when it had been read.
@Suite("Long JSON text")
struct JSONLimitsTests {
    /// The faults in the rest of the text aren't reported, which shows that the rest wasn't read.
    @Test(arguments: [
        (
            #"{"kind":"text","text":"\#(String(repeating: "a", count: 4097))"#,
            "text: \"\(String(repeating: "a", count: 60))\"…", 23
        ),
        (
            #"{"kind":"text","text":"\#(String(repeating: #"\n"#, count: 4097))\x"#,
            "text: \"\(String(repeating: #"\n"#, count: 60))\"…", 23
        ),
        (
            #"{"kind":"row","children":[{"x":["\#(String(repeating: #"\u00e9"#, count: 2049)) null"#,
            "children[0].x[0]: \"\(String(repeating: "é", count: 60))\"…", 33
        ),
        (#"{"\#(String(repeating: "k", count: 4097))"#, "\"\(String(repeating: "k", count: 60))\"…", 2),
    ])
    func aStringIsRefusedAsItIsRead(_ json: String, _ start: String, _ column: Int) {
        let expected = "\(start) is longer than 4096 bytes (line 1, column \(column))"
        #expect(faultText { _ = try Content.parse(json: json) } == expected)
    }

    @Test func theLongestString() throws {
        let text = String(repeating: "é\n", count: 1365) + "a"
        let content = Content(kind: "text", attributes: ["text": .string(text)])
        #expect(text.utf8.count == Limits.stringBytes)
        #expect(try Content.parse(json: content.json()) == content)
        #expect(try Content.parse(json: content.json().replacing("é", with: #"\u00e9"#)) == content)
    }

    @Test func dataIsAsLongAsContentMayBe() throws {
        let room = Limits.contentBytes - "imagedatadescriptionx".utf8.count
        let image = Content(
            kind: "image",
            attributes: ["data": .bytes(png() + [UInt8](repeating: 7, count: room - png().count)), "description": "x"])
        #expect(image.byteCount == Limits.contentBytes)
        // As `base64` and `jq` write it: in lines of 76.
        let json = image.json().replacing("BwcHBwcHBwcHBwcHBwcHBwcHBwcH", with: #"BwcHBwcHBwcHBwcH\nBwcHBwcHBwcH"#)
        #expect(json.utf8.count > image.json().utf8.count + 5000)
        #expect(try Content.parse(json: json) == image)
        let tooLong = #"{"kind":"image","data":"\#(String(repeating: "A", count: 2 * Limits.contentBytes + 1))"#
        #expect(
            faultText { _ = try Content.parse(json: tooLong) }?.hasSuffix(
                "is longer than \(2 * Limits.contentBytes) bytes (line 1, column 24)") == true)
    }

    @Test func aNumberThatNobodyWrites() {
        let digits = String(repeating: "1", count: 4097)
        #expect(
            faultText { _ = try Content.parse(json: #"{"kind":"x","a":\#(digits)}"#) }
                == "a: a number of 4097 bytes is longer than 4096 (line 1, column 17)")
    }

    /// Values that aren't content have other limits, such as those of a group.
    @Test func valuesOfOtherUsesMayBeLonger() throws {
        let text = String(repeating: "é\n", count: 20_000)
        #expect(try DBusValue(json: text.jsonQuoted) == .string(text))
    }

    @Test func thePlaceOfAFaultIsShort() {
        let name = String(repeating: "k", count: 4000)
        let json = String(repeating: #"{"\#(name)":"#, count: 60) + "null"
        let message = faultText { _ = try Content.parse(json: json) }
        #expect(message?.hasPrefix("\"\(name.prefix(60))\"….\"") == true)
        #expect((message?.utf8.count ?? 0) < 5000)
    }
}
