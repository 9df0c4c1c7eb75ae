import DBus
import Testing
import TodayModel

@Suite("Limits of content")
struct ContentLimitsTests {
    private func chain(levels: Int, leaf: [String: DBusValue] = [:]) -> DBusValue {
        (1..<levels).reduce(node("column", leaf)) { inner, _ in node("column", [:], [inner]) }
    }

    @Test func depth() throws {
        _ = try Content.validating(chain(levels: 16))
        let path = Array(repeating: "children[0]", count: 16).joined(separator: ".")
        #expect(
            faultText { _ = try Content.validating(chain(levels: 17)) }
                == "\(path): the tree is deeper than 16 levels")
    }

    @Test func nodes() throws {
        let spacers = Array(repeating: node("spacer"), count: 255)
        _ = try Content.validating(node("column", [:], spacers))
        #expect(
            faultText { _ = try Content.validating(node("column", [:], spacers + [node("spacer")])) }
                == "children[255]: the tree has more than 256 nodes")
    }

    @Test func strings() throws {
        _ = try Content.validating(text(String(repeating: "é", count: 2048)))
        let long = String(repeating: "a", count: 4097)
        let excerpt = "\"\(String(repeating: "a", count: 60))\"…"
        #expect(
            faultText { _ = try Content.validating(text(long)) }
                == "text: \(excerpt) is 4097 bytes long, more than 4096")
        #expect(throws: Fault.self) { try Content.validating(node(long)) }
        #expect(throws: Fault.self) { try Content.validating(node("x", [long: "a"])) }
        #expect(throws: Fault.self) { try Content.validating(node("x", ["a": .strings([long])])) }
        #expect(throws: Fault.self) {
            try Content.validating(node("x", ["action": "a", "parameter": .variants([.string(long)])]))
        }
    }

    @Test func bytes() throws {
        // Kind, the names and the description take 5 + 4 + 11 + 1.
        func image(_ size: Int) -> DBusValue {
            let data = png() + Array(repeating: 0, count: size - 21 - png().count)
            return node("image", ["data": .bytes(data), "description": "d"])
        }
        #expect(try Content.validating(image(131_072)).byteCount == 131_072)
        let fault = faultText { _ = try Content.validating(image(131_073)) }
        #expect(fault?.hasSuffix(": the content is larger than 131072 bytes") == true)

        let texts = Array(repeating: text(String(repeating: "a", count: 4096)), count: 32)
        #expect(
            faultText { _ = try Content.validating(node("column", [:], texts)) }
                == "children[31].text: the content is larger than 131072 bytes")
    }

    @Test func emptyElementsAreNotFree() {
        let hollow = DBusValue.strings(Array(repeating: "", count: 131_072))
        let message = "the content is larger than 131072 bytes"
        #expect(faultText { _ = try Content.validating(node("spacer", ["modes": hollow])) } == "modes: " + message)
        #expect(faultText { _ = try Content.validating(node("spacer", ["x": hollow])) } == "x: " + message)
    }

    /// Accepted content can be sent: in a reply of `GetManagedObjects`, seven containers surround a tree, and D-Bus
    /// allows 64.
    @Test func nesting() throws {
        func variants(_ count: Int) -> DBusValue { (0..<count).reduce("x") { inner, _ in .variant(inner) } }
        for (levels, allowed) in [(16, 8), (1, 53)] {
            _ = try Content.validating(chain(levels: levels, leaf: ["x": variants(allowed)]))
            let deeper = chain(levels: levels, leaf: ["x": variants(allowed + 1)])
            let fault = faultText { _ = try Content.validating(deeper) }
            #expect(fault?.hasSuffix("x: containers are nested too deep") == true)
        }
    }

    @Test func nestingOfObjects() throws {
        // Each object is an array, an entry and a variant.
        func objects(_ count: Int) -> DBusValue { (0..<count).reduce("x") { inner, _ in .properties(["o": inner]) } }
        _ = try Content.validating(chain(levels: 1, leaf: ["x": objects(17)]))
        #expect(throws: Fault.self) { try Content.validating(chain(levels: 1, leaf: ["x": objects(18)])) }
    }

    @Test func hostileNesting() {
        let deep = (0..<2000).reduce(DBusValue.byte(1)) { inner, _ in .structure([inner]) }
        #expect(throws: Fault.self) { try Content.validating(node("x", ["a": deep])) }
        #expect(throws: Fault.self) { try Content.validating(deep) }
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        #expect(faultText { _ = try Content.parse(json: objects) } == "JSON, line 1, column 321: more than 64 levels")
        let arrays = String(repeating: "[", count: 100_000)
        #expect(faultText { _ = try Content.parse(json: arrays) } == "JSON, line 1, column 65: more than 64 levels")
        let long = String(repeating: " ", count: 1_048_577)
        #expect(
            faultText { _ = try Content.parse(json: long) } == "the JSON text of 1048577 bytes is longer than 1048576")
    }

    @Test func published() {
        #expect(Limits.dictionary.count == 26)
        #expect(Limits.dictionary.values.allSatisfy { $0.signature == "t" })
        #expect(Limits.dictionary["TotalContentBytes"] == .uint64(33_554_432))
        #expect(Limits.dictionary["UpdateDeadlineUsec"] == .uint64(20_000_000))
        #expect(Limits.dictionary["RemovedUsec"] == .uint64(2_592_000_000_000))
        #expect(Limits.dictionary["GroupValueBytes"] == .uint64(65536))
    }
}
