import CDBus
import Testing

@testable import DBus

/// A reader over a list of values and one over a message cannot be told apart.
struct MessageReaderTests {
    /// Reads a type, and tells the value, or nil for a mismatch.
    private struct Reading: Sendable {
        let name: String
        let read: @Sendable (inout MessageReader) -> String?

        init<Value: DBusType>(_ type: Value.Type) {
            name = "\(type)"
            read = { reader in (try? Value(from: &reader)).map { "\($0)" } }
        }
    }

    private static let readings: [Reading] = [
        Reading(UInt8.self), Reading(Int16.self), Reading(UInt16.self), Reading(Int32.self), Reading(UInt32.self),
        Reading(Int64.self), Reading(UInt64.self), Reading(Double.self), Reading(Bool.self), Reading(String.self),
        Reading(ObjectPath.self), Reading(Signature.self), Reading([UInt8].self), Reading([Int16].self),
        Reading([UInt16].self), Reading([Int32].self), Reading([UInt32].self), Reading([Int64].self),
        Reading([UInt64].self), Reading([Double].self), Reading([Bool].self), Reading([String].self),
        Reading([[UInt8]].self), Reading([DBusValue].self), Reading(DBusValue.self), Reading(Struct<String>.self),
        Reading(Struct<UInt8, UInt8>.self), Reading([Struct<Int32, DBusValue>].self), Reading(UnixFileDescriptor.self),
    ]

    @Test func bothReadTheSame() throws {
        var values = RandomValues(seed: 8)
        var read = 0
        for _ in 0..<4000 {
            let value = values.value()
            let message = try Message.holding(value)
            for reading in Self.readings {
                var outer = MessageReader(message: message.raw)
                let fromMessage = try outer.readContainer(.variant) { (inner) throws(DecodingError) in
                    reading.read(&inner)
                }
                var list = MessageReader(values: [value])
                let fromValues = reading.read(&list)
                #expect(fromMessage == fromValues, "\(value.signature) \(value) as \(reading.name)")
                if fromMessage != nil { read += 1 }
            }
        }
        #expect(read > 2000)
    }

    @Test func anEmptyArrayKeepsItsType() throws {
        var reader = MessageReader(values: [.bytes([])])
        #expect(throws: DecodingError.self) { try [Int32](from: &reader) }
        let bytes = try [UInt8](from: &reader)
        #expect(bytes == [])
    }

    @Test(arguments: [true, false])
    func theEndAndAMismatchAreErrors(_ overMessage: Bool) throws {
        let message = try Message.holding("a", Int32(1))
        var reader = overMessage ? MessageReader(message: message.raw) : MessageReader(values: ["a", .int32(1)])
        #expect(throws: DecodingError(expected: "i", found: "s")) { try Int32(from: &reader) }
        // A mismatch leaves the value where it is.
        let text = try String(from: &reader)
        #expect(text == "a")
        #expect(throws: DecodingError(expected: "(", found: "i")) {
            try reader.readContainer(.structure) { (_) throws(DecodingError) in }
        }
        reader.skip()
        let more = reader.hasMore
        #expect(!more)
        reader.skip()
        let next = reader.nextSignature
        #expect(next == nil)
        let error = #expect(throws: DecodingError.self) { try String(from: &reader) }
        #expect(error?.description == "expected s, found the end")
    }

    @Test(arguments: [true, false])
    func whatAContainerHoldsMoreIsSkipped(_ overMessage: Bool) throws {
        let value = DBusValue.structure([.int32(1), "x", .strings(["y"])])
        let message = try Message.holding(value, "after")
        var reader =
            overMessage ? MessageReader(message: message.raw) : MessageReader(values: [.variant(value), "after"])
        let first = try reader.readContainer(.variant) { (inner) throws(DecodingError) in
            try Struct<Int32>(from: &inner).fields
        }
        #expect(first == 1)
        let after = try String(from: &reader)
        #expect(after == "after")
    }

    @Test(arguments: [true, false])
    func whatComesNextIsTold(_ overMessage: Bool) throws {
        let values: [DBusValue] = [.variant(1.5), .properties(["a": true]), .structure(["x"]), .bytes([1])]
        let message = try Message.sample()
        var writer = MessageWriter(message: message.raw)
        for value in values { try value.writeBare(to: &writer) }
        var reader = overMessage ? MessageReader(message: message.raw) : MessageReader(values: values)
        var found: [String] = []
        while let next = reader.nextSignature {
            found.append(next.rawValue)
            reader.skip()
        }
        #expect(found == ["v", "a{sv}", "(s)", "ay"])
    }

    @Test func aMessageWithoutBodyHoldsNothing() throws {
        let message = try Message.sample()
        #expect(try message.contents() == [])
        var reader = MessageReader(message: message.raw)
        #expect(throws: DecodingError.self) { try [UInt8](from: &reader) }
        reader.skip()
    }
}
