import CTodayDBus
import Testing

@testable import DBus

/// Values come back as they were written, and libdbus takes them for the same.
struct RoundTripTests {
    private func check<Value: DBusType & Equatable>(_ value: Value) throws {
        let message = try Message.holding(value)
        #expect(String(cString: dbus_message_get_signature(message.raw)) == Value.signature.rawValue)
        try ReceivedBody.read(message) { reader in
            let read = try Value(from: &reader)
            #expect(read == value)
            let more = reader.hasMore
            #expect(!more)
        }
        #expect(try Value(variant: DBusValue(encoding: value)) == value)
        // libdbus writes the same bytes when it is given value by value.
        let other = try MessageHeader.sample.makeMessage()
        try other.append(EncodedValues(value))
        #expect(try other.body() == message.body())
    }

    @Test func basicTypes() throws {
        try check(UInt8.max)
        try check(Int16.min)
        try check(UInt16.max)
        try check(Int32.min)
        try check(UInt32.max)
        try check(Int64.min)
        try check(UInt64.max)
        try check(-0.5)
        try check(Double.infinity)
        try check(true)
        try check(false)
        try check("")
        try check("grüße 日本 \u{1}" + RandomValues.noncharacters)
        try check("/org/example" as ObjectPath)
        try check("a{sv}(ii)" as Signature)
        try check(Signature.empty)
    }

    @Test func arrays() throws {
        try check([UInt8]([0, 1, 255]))
        try check([Int16]([-1, 1]))
        try check([UInt16]([1, 2]))
        try check([Int32]([-1, 1]))
        try check([UInt32]([1]))
        try check([Int64]([.min, .max]))
        try check([UInt64]([.max]))
        try check([0.5, -0.5])
        try check([true, false, true])
        try check(["a", ""])
        try check([["a"], [], ["b", "c"]])
        try check(["/" as ObjectPath])
        try check(["s" as Signature])
        try check([DBusValue]([.int32(1), "x", .variant(true)]))
        try check([UInt8]())
        try check([Int64]())
        try check([String]())
        try check([[Int32]]())
    }

    @Test func dictionaries() throws {
        try check(["a": Int32(1), "b": 2])
        try check([UInt8(1): "x", 2: "y"])
        try check(["/a" as ObjectPath: ["org.example": ["P": DBusValue.int32(1)]]])
        try check([true: [1.5]])
        try check([String: DBusValue]())
    }

    @Test func structs() throws {
        let value = Struct("a", Struct(Int32(1), [UInt8(2)]), ["k": DBusValue.double(0.5)])
        let message = try Message.holding(value, [Struct(true, "x")])
        #expect(String(cString: dbus_message_get_signature(message.raw)) == "(s(iay)a{sv})a(bs)")
        let (read, list) = try ReceivedBody.read(message) { reader in
            let read = try Struct<String, Struct<Int32, [UInt8]>, [String: DBusValue]>(from: &reader)
            return (read, try [Struct<Bool, String>](from: &reader))
        }
        #expect(read.fields.0 == "a")
        #expect(read.fields.1.fields == (1, [2]))
        #expect(read.fields.2 == ["k": .double(0.5)])
        #expect(list.map(\.fields.0) == [true])
        #expect(list.map(\.fields.1) == ["x"])
    }

    @Test func variantsOfEveryType() throws {
        var values = RandomValues(seed: 7)
        for _ in 0..<3000 { try check(values.value(depth: 4)) }
    }

    @Test func theBytesOfTheOtherByteOrderAreRead() throws {
        // SIGNAL, big endian, body "nu": -2, 7.
        let fields: [UInt8] =
            [1, 1, 0x6F, 0, 0, 0, 0, 1, 0x2F, 0, 0, 0, 0, 0, 0, 0]
            + [2, 1, 0x73, 0, 0, 0, 0, 3, 0x61, 0x2E, 0x62, 0, 0, 0, 0, 0]
            + [3, 1, 0x73, 0, 0, 0, 0, 1, 0x53, 0, 0, 0, 0, 0, 0, 0] + [8, 1, 0x67, 0, 3, 0x61, 0x6E, 0x75, 0]
        let header: [UInt8] = [0x42, 4, 0, 1, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, UInt8(fields.count)]
        let padding = [UInt8](repeating: 0, count: (8 - fields.count % 8) % 8)
        let body: [UInt8] = [0, 0, 0, 4, 0xFF, 0xFE, 0, 5, 0, 0, 0, 7]
        let message = try #require(Message.demarshalled(header + fields + padding + body))
        #expect(try message.contents() == [.array([.int16(-2), .int16(5)], of: "n"), .uint32(7)])
        let array = try ReceivedBody.read(message) { try [Int16](from: &$0) }
        #expect(array == [-2, 5])
    }

    @Test func ofTwoEqualKeysTheLaterCounts() throws {
        let value = DBusValue.dictionary(
            [.init("a", .int32(1)), .init("b", .int32(2)), .init("a", .int32(3))], key: "s", value: "i")
        let message = try Message.holding(bare: [value])
        let read = try ReceivedBody.read(message) { try [String: Int32](from: &$0) }
        #expect(read == ["a": 3, "b": 2])
    }
}

extension Message {
    /// The bytes of the body, with its signature.
    fileprivate func body() throws -> EncodedValues { try ReceivedBody.copy(self) }
}
