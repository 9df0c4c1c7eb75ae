extension Array: DBusArgument where Element: DBusArgument {
    public typealias Wire = Element.Wire
    public static var signature: Signature { Signature(unchecked: "a" + Element.signature.rawValue) }
    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try Element.writeArray(self, to: &writer)
    }
}

extension Array: DBusType where Element: DBusType {
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = try Element.readArray(from: &reader)
    }
}

extension Dictionary: DBusArgument where Key: DBusBasicType, Value: DBusArgument {
    public typealias Wire = Value.Wire

    public static var signature: Signature {
        Signature(unchecked: "a{\(Key.signature.rawValue)\(Value.signature.rawValue)}")
    }

    @specialized(where Key == String, Value == DBusValue)
    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        let entry = Signature(unchecked: "{\(Key.signature.rawValue)\(Value.signature.rawValue)}")
        try writer.writeContainer(.array, contents: entry) { (inner) throws(MarshallingError) in
            for (key, value) in self {
                try inner.writeContainer(.entry) { (pair) throws(MarshallingError) in
                    try key.write(to: &pair)
                    try value.write(to: &pair)
                }
            }
        }
    }
}

extension Dictionary: DBusType where Key: DBusBasicType, Value: DBusType {
    /// Reads a dictionary. If two keys are equal, the later one wins.
    @specialized(where Key == String, Value == DBusValue)
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = [:]
        var entries: [Key: Value] = [:]
        try reader.readContainer(.array) { (inner) throws(UnmarshallingError) in
            // Growing a dictionary hashes every key again. Most entries take about 50 bytes.
            entries.reserveCapacity(Swift.min(inner.remainingBytes / 48, 64))
            while inner.hasMore {
                try inner.readEntry { (entry) throws(UnmarshallingError) in
                    let key = try Key(from: &entry)
                    entries[key] = try Value(from: &entry)
                }
            }
        }
        self = entries
    }
}

extension MessageReader {
    /// Reads a dictionary entry.
    public mutating func readEntry<R>(
        _ body: (inout MessageReader) throws(UnmarshallingError) -> R
    ) throws(UnmarshallingError) -> R {
        try readContainer(.entry, body)
    }
}

/// A struct of the D-Bus type system: `Struct<Double, Double>` is `(dd)`.
public struct Struct<each Field: DBusArgument>: DBusArgument {
    /// The initializer has already checked that its fields have one.
    public typealias Wire = WireType<DBusValue>

    /// The fields, as a tuple.
    public let fields: (repeat each Field)

    /// Makes a struct of these fields; at least one.
    public init(_ fields: repeat each Field) where repeat (each Field).Wire: DBusWireType {
        self.fields = (repeat each fields)
    }

    public static var signature: Signature {
        var codes = ""
        for type in repeat (each Field).self { codes += type.signature.rawValue }
        return Signature(unchecked: "(" + codes + ")")
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeContainer(.structure) { (inner) throws(MarshallingError) in
            for field in repeat each fields { try field.write(to: &inner) }
        }
    }
}

extension Struct: DBusType where repeat each Field: DBusType {
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = try reader.readContainer(.structure) { (inner) throws(UnmarshallingError) in
            Struct(repeat try (each Field)(from: &inner))
        }
    }
}

extension Struct: Equatable where repeat each Field: Equatable {
    /// Whether all fields are equal.
    public static func == (left: Self, right: Self) -> Bool {
        for isEqual in repeat (each left.fields) == (each right.fields) {
            if !isEqual { return false }
        }
        return true
    }
}

extension Struct: Hashable where repeat each Field: Hashable {
    public func hash(into hasher: inout Hasher) {
        for field in repeat each fields { hasher.combine(field) }
    }
}

extension DBusValue: DBusType {
    /// As a type, a value is a variant.
    public static var signature: Signature { Signature(unchecked: "v") }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = try reader.readContainer(.variant) { (inner) throws(UnmarshallingError) in
            try DBusValue(bareFrom: &inner)
        }
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeContainer(.variant, contents: signature) { (inner) throws(MarshallingError) in
            try writeBare(to: &inner)
        }
    }

    /// Reads the next value of any type, without a variant around it.
    public init(bareFrom reader: inout MessageReader) throws(UnmarshallingError) {
        try reader.countValue()
        switch reader.currentCode {
        case TypeCode.byte.rawValue: self = .byte(try UInt8(from: &reader))
        case TypeCode.boolean.rawValue: self = .boolean(try Bool(from: &reader))
        case TypeCode.int16.rawValue: self = .int16(try Int16(from: &reader))
        case TypeCode.uint16.rawValue: self = .uint16(try UInt16(from: &reader))
        case TypeCode.int32.rawValue: self = .int32(try Int32(from: &reader))
        case TypeCode.uint32.rawValue: self = .uint32(try UInt32(from: &reader))
        case TypeCode.int64.rawValue: self = .int64(try Int64(from: &reader))
        case TypeCode.uint64.rawValue: self = .uint64(try UInt64(from: &reader))
        case TypeCode.double.rawValue: self = .double(try Double(from: &reader))
        case TypeCode.string.rawValue: self = .string(try String(from: &reader))
        case TypeCode.objectPath.rawValue: self = .objectPath(try ObjectPath(from: &reader))
        case TypeCode.signature.rawValue: self = .signature(try Signature(from: &reader))
        case TypeCode.fileDescriptor.rawValue: self = .fileDescriptor(try UnixFileDescriptor(from: &reader))
        case TypeCode.variant.rawValue: self = .variant(try DBusValue(from: &reader))
        case TypeCode.array.rawValue: self = try Self.readArrayValue(from: &reader)
        case TypeCode.structure.rawValue:
            self = .structure(
                try reader.readContainer(.structure) { (inner) throws(UnmarshallingError) in
                    try Self.readAll(from: &inner)
                })
        default: throw reader.mismatch("a value")
        }
    }

    /// Reads all remaining values.
    public static func readAll(from reader: inout MessageReader) throws(UnmarshallingError) -> [DBusValue] {
        var values: [DBusValue] = []
        while reader.hasMore { values.append(try DBusValue(bareFrom: &reader)) }
        return values
    }

    private static func readArrayValue(from reader: inout MessageReader) throws(UnmarshallingError) -> DBusValue {
        let whole = reader.nextSignature ?? .empty
        if whole == "ay" { return .bytes(try [UInt8](from: &reader)) }
        let element = Signature(unchecked: String(whole.rawValue.dropFirst()))
        guard element.rawValue.utf8.first == TypeCode.dictionaryOpen else {
            return try reader.readContainer(.array) { (inner) throws(UnmarshallingError) in
                .array(try readAll(from: &inner), of: element)
            }
        }
        let types = Signature(unchecked: String(element.rawValue.dropFirst().dropLast())).completeTypes
        guard types.count == 2 else { throw reader.mismatch("a dictionary") }
        let entries = try reader.readContainer(.array) { (inner) throws(UnmarshallingError) in
            var entries: [DictionaryEntry] = []
            while inner.hasMore {
                try inner.readEntry { (entry) throws(UnmarshallingError) in
                    let key = try DBusValue(bareFrom: &entry)
                    entries.append(DictionaryEntry(key, try DBusValue(bareFrom: &entry)))
                }
            }
            return entries
        }
        return .dictionary(entries, key: types[0], value: types[1])
    }

    /// Writes the value itself, without a variant around it.
    public func writeBare(to writer: inout MessageWriter) throws(MarshallingError) {
        switch self {
        case .byte(let value): try value.write(to: &writer)
        case .boolean(let value): try value.write(to: &writer)
        case .int16(let value): try value.write(to: &writer)
        case .uint16(let value): try value.write(to: &writer)
        case .int32(let value): try value.write(to: &writer)
        case .uint32(let value): try value.write(to: &writer)
        case .int64(let value): try value.write(to: &writer)
        case .uint64(let value): try value.write(to: &writer)
        case .double(let value): try value.write(to: &writer)
        case .string(let value): try value.write(to: &writer)
        case .objectPath(let value): try value.write(to: &writer)
        case .signature(let value): try value.write(to: &writer)
        case .fileDescriptor(let value): try value.write(to: &writer)
        case .bytes(let value): try value.write(to: &writer)
        case .variant(let value): try value.write(to: &writer)
        case .array(let elements, let element):
            try writer.writeContainer(.array, contents: element) { (inner) throws(MarshallingError) in
                for value in elements { try value.writeElement(of: element, to: &inner) }
            }
        case .structure(let fields):
            if fields.isEmpty { throw MarshallingError("a struct has no fields") }
            try writer.writeContainer(.structure) { (inner) throws(MarshallingError) in
                for field in fields { try field.writeBare(to: &inner) }
            }
        case .dictionary(let entries, let key, let value):
            let entry = Signature(unchecked: "{\(key.rawValue)\(value.rawValue)}")
            try writer.writeContainer(.array, contents: entry) { (inner) throws(MarshallingError) in
                for pair in entries {
                    try inner.writeContainer(.entry) { (slot) throws(MarshallingError) in
                        try pair.key.writeElement(of: key, to: &slot)
                        try pair.value.writeElement(of: value, to: &slot)
                    }
                }
            }
        }
    }

    private func writeElement(of type: Signature, to writer: inout MessageWriter) throws(MarshallingError) {
        guard signature == type else {
            throw MarshallingError("a container of \(type) holds a value of type \(signature)")
        }
        try writeBare(to: &writer)
    }
}
