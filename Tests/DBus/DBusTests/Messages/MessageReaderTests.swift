import Fuzzing
import Glibc
import Testing

@testable import DBus

/// A reader at the borders: a mismatch, the end, values that the caller doesn't read.
struct MessageReaderTests {
    /// Reads what these values are encoded as.
    private func read<R>(_ values: DBusValue..., body: (inout MessageReader) throws -> R) throws -> R {
        try ReceivedBody.read(Message.holding(bare: values), body)
    }

    /// A type, and a closure that reads it and returns the value, or nil for a mismatch.
    private struct Reading: Sendable {
        let name: String
        let signature: Signature
        let read: @Sendable (inout MessageReader) -> DBusValue?

        init<Value: DBusType>(_ type: Value.Type) {
            name = "\(type)"
            signature = Value.signature
            read = { reader in (try? Value(from: &reader)).flatMap { try? DBusValue(encoding: $0) } }
        }
    }

    private static let readings: [Reading] = [
        Reading(UInt8.self), Reading(Int16.self), Reading(UInt16.self), Reading(Int32.self), Reading(UInt32.self),
        Reading(Int64.self), Reading(UInt64.self), Reading(Double.self), Reading(Bool.self), Reading(String.self),
        Reading(ObjectPath.self), Reading(Signature.self), Reading([UInt8].self), Reading([Int16].self),
        Reading([UInt16].self), Reading([Int32].self), Reading([UInt32].self), Reading([Int64].self),
        Reading([UInt64].self), Reading([Double].self), Reading([Bool].self), Reading([String].self),
        Reading([[UInt8]].self), Reading([DBusValue].self), Reading(Struct<String>.self),
        Reading(Struct<UInt8, UInt8>.self), Reading([Struct<Int32, DBusValue>].self), Reading([String: Int32].self),
    ]

    @Test(.longComputation) func aTypeReadsItsOwnValuesAndNoOthers() throws {
        var values = RandomValues(seed: 8)
        var hits = 0
        for _ in 0..<4000 {
            let value = values.value()
            for reading in Self.readings {
                try read(value, "after") { reader in
                    let found = reading.read(&reader)
                    if value.signature == reading.signature {
                        hits += 1
                        #expect(found == value, "\(reading.name)")
                    }
                    // An empty container doesn't show a mismatch of its elements, nor does a struct show fields that
                    // the reader ignores.
                    if found == nil {
                        let next = reader.nextSignature
                        #expect(next == value.signature, "a mismatch leaves the value where it is")
                        reader.skip()
                    }
                    let after = try String(from: &reader)
                    #expect(after == "after", "\(value.signature) as \(reading.name)")
                }
            }
        }
        #expect(hits > 1000)
    }

    @Test func anEmptyArrayKeepsItsType() throws {
        try read(.bytes([])) { reader in
            #expect(throws: UnmarshallingError.self) { try [Int32](from: &reader) }
            let bytes = try [UInt8](from: &reader)
            #expect(bytes == [])
        }
    }

    @Test func theEndAndAMismatchAreErrors() throws {
        try read("a", .int32(1)) { reader in
            #expect(throws: UnmarshallingError(expected: "i", found: "s")) { try Int32(from: &reader) }
            let text = try String(from: &reader)
            #expect(text == "a")
            #expect(throws: UnmarshallingError(expected: "(", found: "i")) {
                try reader.readContainer(.structure) { (_) throws(UnmarshallingError) in }
            }
            reader.skip()
            let more = reader.hasMore
            #expect(!more)
            reader.skip()
            let next = reader.nextSignature
            #expect(next == nil)
            let error = #expect(throws: UnmarshallingError.self) { try String(from: &reader) }
            #expect(error?.description == "expected s, found the end")
        }
    }

    @Test func aMismatchDeepInsideLeavesTheValueWhereItIs() throws {
        let value = DBusValue.array([.structure([.int32(1), .variant("x")])], of: "(iv)")
        try read(value, "after") { reader in
            #expect(throws: UnmarshallingError(expected: "x", found: "v")) { try [Struct<Int32, Int64>](from: &reader) }
            let again = try DBusValue(bareFrom: &reader)
            #expect(again == value)
            let after = try String(from: &reader)
            #expect(after == "after")
        }
    }

    @Test func whatAContainerHoldsMoreIsSkipped() throws {
        let value = DBusValue.structure([
            .int32(1), "x", .strings(["y"]), .properties(["k": .bytes([1])]), .variant(.structure([.byte(1), 2.5])),
            .array([], of: "(ta{sv})"),
        ])
        try read(.variant(value), "after") { reader in
            let first = try reader.readContainer(.variant) { (inner) throws(UnmarshallingError) in
                try Struct<Int32>(from: &inner).fields
            }
            #expect(first == 1)
            let after = try String(from: &reader)
            #expect(after == "after")
        }
    }

    @Test func aContainerThatIsNotLookedIntoIsSkipped() throws {
        let entries = DBusValue.properties(["a": "b", "c": .int32(1)])
        try read(.variant(.structure([.int32(1), "x"])), .structure(["y", 1.5]), .strings(["z"]), entries, "after") {
            reader in
            try reader.readContainer(.variant) { (_) throws(UnmarshallingError) in }
            try reader.readContainer(.structure) { (_) throws(UnmarshallingError) in }
            try reader.readContainer(.array) { (_) throws(UnmarshallingError) in }
            try reader.readContainer(.array) { (inner) throws(UnmarshallingError) in
                while inner.hasMore { try inner.readEntry { (_) throws(UnmarshallingError) in } }
            }
            let after = try String(from: &reader)
            #expect(after == "after")
        }
    }

    @Test func whatComesNextIsTold() throws {
        try read(.variant(1.5), .properties(["a": true]), .structure(["x"]), .bytes([1])) { reader in
            var found: [String] = []
            while let next = reader.nextSignature {
                found.append(next.rawValue)
                reader.skip()
            }
            #expect(found == ["v", "a{sv}", "(s)", "ay"])
        }
    }

    @Test func aMessageWithoutBodyHoldsNothing() throws {
        let message = try MessageHeader.sample.makeMessage()
        #expect(try message.contents() == [])
        try ReceivedBody.read(message) { reader in
            #expect(throws: UnmarshallingError.self) { try [UInt8](from: &reader) }
            reader.skip()
        }
    }

    /// Reads bytes that libdbus has not seen.
    private func read(_ bytes: [UInt8], as type: String, _ body: (inout MessageReader) throws -> Void) rethrows {
        try Array(type.utf8).withUnsafeBufferPointer { type in
            try bytes.withUnsafeBytes { bytes in
                var reader = MessageReader(bytes, signature: type)
                return try body(&reader)
            }
        }
    }

    /// One level more than the specification allows, and as many as would use up the stack.
    @Test(.longComputation, arguments: [MessageLimits.depth + 1, 500_000])
    func nestingHasALimit(_ depth: Int) throws {
        func nested(_ depth: Int) -> [UInt8] {
            let variants = [[UInt8]](repeating: [1, UInt8(ascii: "v"), 0], count: depth - 1)
            return Array(variants.joined()) + [1, UInt8(ascii: "y"), 0, 7]
        }
        read(nested(depth), as: "v") { reader in
            #expect(throws: UnmarshallingError.self) { try DBusValue(from: &reader) }
            reader.skip()
            let more = reader.hasMore
            #expect(!more)
        }
        try read(nested(MessageLimits.depth), as: "v") { reader in _ = try DBusValue(from: &reader) }
    }

    /// A string without its zero at the end of the bytes, and an array that is longer than they are.
    @Test func nothingIsReadPastTheEnd() {
        read([1, 0, 0, 0, 0x61], as: "s") { reader in
            #expect(throws: UnmarshallingError.self) { try String(from: &reader) }
        }
        read([1, 0x73], as: "g") { reader in
            #expect(throws: UnmarshallingError.self) { try Signature(from: &reader) }
        }
        read([5, 0, 0, 0, 1, 2, 3, 4], as: "ay") { reader in
            #expect(throws: UnmarshallingError.self) { try [UInt8](from: &reader) }
        }
    }

    /// One may come twice. Their order in a message of another program is what ``GioPeerTests`` looks at.
    @Test func aDescriptorIsFoundByItsIndex() throws {
        let (first, second) = try (pipe(), pipe())
        let value = DBusValue.structure([
            .fileDescriptor(second), .variant(.array([.fileDescriptor(first), .fileDescriptor(second)], of: "h")),
        ])
        try read(value, .fileDescriptor(first)) { reader in
            guard case .structure(let fields) = try DBusValue(bareFrom: &reader),
                case .fileDescriptor(let one) = fields[0], case .variant(.array(let two, _)) = fields[1],
                case .fileDescriptor(let three) = two[0], case .fileDescriptor(let four) = two[1]
            else { throw MarshallingError("other values") }
            let five = try UnixFileDescriptor(from: &reader)
            #expect([one, three, four, five].map(inode) == [second, first, second, first].map(inode))
            #expect(Set([one, three, four, five, first, second].map(\.rawValue)).count == 6)
        }
    }

    /// Of what was kept in a file nothing was looked at before. What bytes can be is in `DecoderFuzzTests`.
    @Test func keptBytesThatAreNoValue() throws {
        func isRefused(_ type: (some DBusType).Type, _ bytes: [UInt8]) -> Bool {
            let kept = [MessageHeader.nativeOrder] + bytes
            return (try? kept.withUnsafeBytes { try MarshalledValue.decode(type, from: $0) }) == nil
        }
        #expect(!isRefused(String.self, [2, 0, 0, 0, 0x61, 0x62, 0]))
        #expect(isRefused(String.self, [2, 0, 0, 0, 0x61, 0x62, 1]), "the byte behind a string is not zero")
        #expect(!isRefused([Int16].self, [4, 0, 0, 0, 1, 0, 2, 0]))
        #expect(isRefused([Int16].self, [3, 0, 0, 0, 1, 0, 2]), "an array ends within a number")
    }

    /// A value of a known type is kept as if it had been made a `DBusValue` before.
    @Test func whatIsKeptInAVariantIsAVariant() throws {
        let pairs = ["b": UInt16(1)]
        let value = DBusValue.structure([.string("a"), .variant(.uint16(1))])
        #expect(
            try MarshalledValue.encode(variantOf: "a") == MarshalledValue.encode(DBusValue.string("a")))
        #expect(
            try MarshalledValue.encode(variantOf: pairs).withUnsafeBytes {
                try MarshalledValue.decode(variantOf: [String: UInt16].self, from: $0)
            } == pairs)
        #expect(
            try MarshalledValue.encode(variantOf: value).withUnsafeBytes {
                try MarshalledValue.decode(DBusValue.self, from: $0)
            } == .variant(value))
    }

    private func pipe() throws -> UnixFileDescriptor {
        var ends: [CInt] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw MarshallingError("no pipe") }
        close(ends[1])
        return UnixFileDescriptor(owning: ends[0])
    }

    private func inode(_ descriptor: UnixFileDescriptor) -> UInt64 {
        var status = stat()
        return fstat(descriptor.rawValue, &status) == 0 ? UInt64(status.st_ino) : 0
    }
}
