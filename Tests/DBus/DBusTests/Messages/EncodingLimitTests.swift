import CTodayDBus
import Fuzzing
import Testing

@testable import DBus

/// Values for which libdbus would end the process, or the bus the connection, are refused with a ``MarshallingError``.
@Suite(.longComputation) struct EncodingLimitTests {
    private func nested(_ depth: Int, _ inner: DBusValue = .byte(1), _ wrap: (DBusValue) -> DBusValue) -> DBusValue {
        (0..<depth).reduce(inner) { value, _ in wrap(value) }
    }

    @Test(arguments: ["\0", "a\0", "\0b", "a\0b", String(repeating: "x", count: 100) + "\0"])
    func textWithNULIsRefused(_ text: String) {
        #expect(throws: MarshallingError.embeddedNUL) { try Message.holding(text) }
        #expect(throws: MarshallingError.embeddedNUL) { try Message.holding(["a", text]) }
        #expect(throws: MarshallingError.embeddedNUL) { try Message.holding([text: Int32(1)]) }
        #expect(throws: MarshallingError.embeddedNUL) { try Message.holding(DBusValue.string(text)) }
        #expect(throws: MarshallingError.embeddedNUL) { try DBusValue(encoding: text) }
    }

    @Test func variantsNestToTheLimit() throws {
        let deepest = nested(MessageLimits.depth - 1) { .variant($0) }
        let message = try Message.holding(deepest)
        // Its receiver takes it, too.
        #expect(try Message.demarshalled(message.marshalled())?.contents() == [.variant(deepest)])
        #expect(throws: MarshallingError.tooDeep) { try Message.holding(DBusValue.variant(deepest)) }
        #expect(throws: MarshallingError.tooDeep) { try DBusValue(encoding: DBusValue.variant(deepest)) }
    }

    /// It is written in one piece, and is still a container.
    @Test func anArrayOfBytesCountsAsALevel() throws {
        let deepest = nested(MessageLimits.depth - 2, .bytes([1])) { .variant($0) }
        #expect(try Message.demarshalled(Message.holding(deepest).marshalled())?.contents() == [.variant(deepest)])
        #expect(throws: MarshallingError.tooDeep) { try Message.holding(DBusValue.variant(deepest)) }
    }

    @Test(arguments: [33, 64, 300])
    func typesNestToTheLimit(_ depth: Int) throws {
        #expect(throws: MarshallingError.self) { try Message.holding(nested(depth) { .structure([$0]) }) }
        #expect(throws: MarshallingError.self) { try Message.holding(nested(depth) { .array([$0], of: $0.signature) }) }
        #expect(throws: MarshallingError.self) { try Message.holding(nested(depth) { .array([], of: $0.signature) }) }
        #expect(throws: MarshallingError.self) {
            try Message.holding(nested(depth) { .dictionary([.init("k", $0)], key: "s", value: $0.signature) })
        }
        #expect(throws: MarshallingError.self) {
            try Message.holding(bare: [nested(depth) { .array([$0], of: $0.signature) }])
        }
    }

    @Test(
        arguments: [
            .array([], of: ""), .array([], of: "ss"), .array(["a"], of: "i"), .array([.int32(1)], of: "v"),
            .dictionary([], key: "v", value: "s"), .dictionary([], key: "as", value: "s"),
            .dictionary([], key: "s", value: "ss"), .dictionary([], key: "s", value: ""),
            .dictionary([.init("a", "b")], key: "s", value: "i"), .structure([]),
            .array([.structure([])], of: Signature(unchecked: "()")),
        ] as [DBusValue])
    func aValueOfNoTypeIsRefused(_ value: DBusValue) throws {
        #expect(throws: MarshallingError.self) { try Message.holding(value) }
        #expect(throws: MarshallingError.self) { try Message.holding(bare: [value]) }
        #expect(throws: MarshallingError.self) { try EncodedValues(bare: value) }
    }

    @Test func aBodyHasAtMost255BytesOfSignature() throws {
        typealias Eight = Struct<UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8>
        typealias Eighty = Struct<Eight, Eight, Eight, Eight, Eight, Eight, Eight, Eight>
        let eight = Eight(1, 2, 3, 4, 5, 6, 7, 8)
        let eighty = Eighty(eight, eight, eight, eight, eight, eight, eight, eight)
        #expect(Eighty.signature.rawValue.count == 82)
        _ = try Message.holding(eighty, eighty, eighty, eight.fields.0)
        #expect(throws: MarshallingError.self) { try Message.holding(eighty, eighty, eighty, eight) }
        #expect(throws: MarshallingError.self) {
            try Message.holding(DBusValue.structure([DBusValue](repeating: .byte(1), count: 254)))
        }
    }

    @Test func anArrayHasAtMost64MiB() throws {
        let limit = MessageLimits.arrayBytes
        let bytes = [UInt8](repeating: 1, count: limit + 1)
        #expect(throws: MarshallingError.arrayTooLarge) { try Message.holding(bytes) }
        #expect(throws: MarshallingError.arrayTooLarge) { try Message.holding(DBusValue.bytes(bytes)) }
        let text = String(repeating: "x", count: limit / 2)
        #expect(throws: MarshallingError.arrayTooLarge) { try Message.holding([text, text]) }
    }

    @Test func aMessageHasAtMost128MiBWithItsHeader() throws {
        let half = [UInt8](repeating: 1, count: MessageLimits.arrayBytes)
        _ = try Message.holding(half, [UInt8](repeating: 1, count: MessageLimits.arrayBytes - 200))
        #expect(throws: MarshallingError.tooLarge) { try Message.holding(half, half) }
        // To the byte, and by a value that is not measured when it is written.
        let none = try Message.holding([UInt8](), [UInt8](), UInt64(1)).marshalled().count
        let rest = MessageLimits.bytes - half.count - none
        _ = try Message.holding(half, [UInt8](repeating: 1, count: rest), UInt64(1))
        #expect(throws: MarshallingError.tooLarge) {
            try Message.holding(half, [UInt8](repeating: 1, count: rest + 8), UInt64(1))
        }
    }

    /// Each boolean is four bytes, neither less nor more.
    @Test func anArrayIsMeasuredByItsBytes() throws {
        let most = MessageLimits.arrayBytes / 4
        _ = try Message.holding([Bool](repeating: true, count: most))
        #expect(throws: MarshallingError.arrayTooLarge) {
            try Message.holding([Bool](repeating: true, count: most + 1))
        }
    }

    @Test func afterAnErrorTheWriterIsIntact() throws {
        let descriptor = try #require(UnixFileDescriptor(duplicating: 0))
        let bad = DBusValue.properties([
            "a": .array([.fileDescriptor(descriptor)], of: "h"), "b": .strings(["x", "\0"]),
        ])
        let message = try Message.make(.sample, signature: "s") { writer in
            #expect(throws: MarshallingError.embeddedNUL) { try bad.write(to: &writer) }
            #expect(writer.descriptors.isEmpty)
            try "after".write(to: &writer)
        }
        #expect(try message.contents() == ["after"])
    }

    /// A type whose `write` contradicts its signature.
    private struct Liar: DBusType {
        static let signature: Signature = "as"
        init() {}
        init(from reader: inout MessageReader) throws(UnmarshallingError) { reader.skip() }
        func write(to writer: inout MessageWriter) throws(MarshallingError) {
            try [UInt64]([.max, .max]).write(to: &writer)
        }
    }

    @Test func aTypeThatContradictsItsSignatureSendsNothing() throws {
        let liar = Liar()
        #expect(throws: MarshallingError.self) { try Message.holding(liar) }
        #expect(throws: MarshallingError.self) { try Message.holding(["k": liar]) }
        #expect(throws: MarshallingError.self) { try DBusValue(encoding: liar) }
        let descriptor = try #require(UnixFileDescriptor(duplicating: 0))
        #expect(throws: MarshallingError.self) { try Message.holding(descriptor, liar) }
    }
}
