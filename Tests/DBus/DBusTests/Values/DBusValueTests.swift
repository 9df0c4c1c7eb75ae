import Testing

@testable import DBus

@Suite struct DBusValueTests {
    /// Both are `ay` on the bus.
    @Test(arguments: [[], [1, 2], [UInt8](0...255)]) func bytesEqualAnArrayOfThem(_ bytes: [UInt8]) {
        let array = DBusValue.array(bytes.map { .byte($0) }, of: "y")
        #expect(array == .bytes(bytes) && .bytes(bytes) == array)
        #expect(array.hashValue == DBusValue.bytes(bytes).hashValue)
        #expect(.variant(array) == DBusValue.variant(.bytes(bytes)))
        #expect(array != .bytes(bytes + [0]))
    }

    /// A dictionary has no order on the bus, and Swift's has another one each time.
    @Test func aDictionaryEqualsOneInAnotherOrder() {
        func dictionary(_ entries: [(String, DBusValue)]) -> DBusValue {
            .dictionary(entries.map { .init(.string($0.0), $0.1) }, key: "s", value: "v")
        }
        let first = dictionary([("a", .int32(1)), ("b", "2"), ("c", false)])
        let second = dictionary([("c", false), ("a", .int32(1)), ("b", "2")])
        #expect(first == second && first.hashValue == second.hashValue)
        #expect(first != dictionary([("c", true), ("a", .int32(1)), ("b", "2")]))
        #expect(first != dictionary([("a", .int32(1)), ("b", "2")]))
        let twice = dictionary([("a", .int32(1)), ("a", .int32(1)), ("b", "2")])
        #expect(twice != dictionary([("b", "2"), ("b", "2"), ("a", .int32(1))]))
    }

    @Test func anEmptyArrayOfAnotherTypeIsAnother() {
        #expect(DBusValue.array([], of: "y") != .array([], of: "n"))
        #expect(DBusValue.bytes([]) != .array([], of: "n"))
    }
}
