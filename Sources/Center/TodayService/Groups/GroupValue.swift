package import DBus
internal import TodayModel

/// A stored value of an App Group, in the wire format of D-Bus, which is small and the same in memory and on disk.
///
/// Two values are equal if they have the same type and the same bits. The entries of a dictionary have no order, so
/// they are sorted.
package struct GroupValue: Hashable, Sendable {
    /// ``MarshalledValue``.
    package let bytes: [UInt8]
    /// The size that counts against the limits, in bytes: strings in UTF-8, and numbers in their D-Bus size. Each
    /// element of a container counts one byte more, so that no element is free.
    package let byteCount: Int

    /// The reason why a value can't be stored; a clause that follows the value's key.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible { package let description: String }

    /// Checks and encodes a value. It accepts any basic type except a file descriptor, and arrays and dictionaries of
    /// accepted types, whose elements may be variants. A variant around the whole value is unwrapped.
    package init(_ value: DBusValue) throws(Fault) {
        let value = try Self.canonical(value.unwrapped)
        byteCount = value.payloadBytes
        do throws(MarshallingError) { bytes = try MarshalledValue.encode(value) } catch {
            throw Fault(description: error.description)
        }
    }

    /// Decodes a value from disk, where the bytes may be invalid.
    init(stored bytes: UnsafeRawBufferPointer) throws {
        try self.init(try MarshalledValue.decode(DBusValue.self, from: bytes))
    }

    /// The value for the bus.
    package var value: DBusValue {
        get throws { try bytes.withUnsafeBytes { try MarshalledValue.decode(DBusValue.self, from: $0) } }
    }

    private static func canonical(_ value: DBusValue) throws(Fault) -> DBusValue {
        switch value {
        case .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath,
            .signature, .bytes:
            return value
        case .fileDescriptor: throw Fault(description: "a file descriptor can't be stored")
        case .structure: throw structure
        case .variant(let inner): return .variant(try canonical(inner))
        case .array(let elements, let type):
            try check(type)
            // The elements of most arrays need no change.
            guard type.rawValue.utf8.contains(where: containers.contains) else { return value }
            var checked: [DBusValue] = []
            for element in elements { checked.append(try canonical(element)) }
            return .array(checked, of: type)
        case .dictionary(let entries, let key, let type):
            try check(key)
            try check(type)
            return .dictionary(try sorted(entries), key: key, value: type)
        }
    }

    private static let structure = Fault(description: "a struct can't be stored")
    private static let containers: Set<UInt8> = [UInt8(ascii: "a"), UInt8(ascii: "v")]

    /// Checks an element type, because an empty container shows it only in its signature.
    private static func check(_ type: Signature) throws(Fault) {
        if type.rawValue.utf8.contains(UInt8(ascii: "(")) { throw structure }
        if type.rawValue.utf8.contains(UInt8(ascii: "h")) {
            throw Fault(description: "a file descriptor can't be stored")
        }
    }

    private static func sorted(
        _ entries: [DBusValue.DictionaryEntry]
    ) throws(Fault) -> [DBusValue.DictionaryEntry] {
        var keyed: [(order: [UInt8], entry: DBusValue.DictionaryEntry)] = []
        for entry in entries {
            let order: [UInt8]
            do throws(MarshallingError) { order = try MarshalledValue.encode(entry.key) } catch {
                throw Fault(description: error.description)
            }
            keyed.append((order, DBusValue.DictionaryEntry(entry.key, try canonical(entry.value))))
        }
        keyed.sort { $0.order.lexicographicallyPrecedes($1.order) }
        for (one, other) in zip(keyed, keyed.dropFirst()) where one.order == other.order {
            throw Fault(description: "a dictionary has the key \(one.entry.key) twice")
        }
        return keyed.map(\.entry)
    }
}
