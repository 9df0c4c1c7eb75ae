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

    @Test func anEmptyArrayOfAnotherTypeIsAnother() {
        #expect(DBusValue.array([], of: "y") != .array([], of: "n"))
        #expect(DBusValue.bytes([]) != .array([], of: "n"))
    }
}
