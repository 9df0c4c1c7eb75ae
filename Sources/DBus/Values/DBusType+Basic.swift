extension UInt8: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "y") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.byte, 0) { if case .byte(let value) = $0 { value } else { nil } }
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.byte, self) { .byte($0) }
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [UInt8] {
        try reader.readFixedArray(.byte) { if case .byte(let value) = $0 { value } else { nil } }
    }
    public static func writeArray(_ elements: [UInt8], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(.byte, elements) { .bytes($0) }
    }
}

extension Int16: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "n") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.int16, 0) { if case .int16(let value) = $0 { value } else { nil } }
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.int16, self) { .int16($0) }
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [Int16] {
        try reader.readFixedArray(.int16) { if case .int16(let value) = $0 { value } else { nil } }
    }
    public static func writeArray(_ elements: [Int16], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(.int16, elements) { .array($0.map { .int16($0) }, of: "n") }
    }
}

extension UInt16: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "q") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.uint16, 0) { if case .uint16(let value) = $0 { value } else { nil } }
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.uint16, self) { .uint16($0) }
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [UInt16] {
        try reader.readFixedArray(.uint16) { if case .uint16(let value) = $0 { value } else { nil } }
    }
    public static func writeArray(_ elements: [UInt16], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(.uint16, elements) { .array($0.map { .uint16($0) }, of: "q") }
    }
}

extension Int32: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "i") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.int32, 0) { if case .int32(let value) = $0 { value } else { nil } }
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.int32, self) { .int32($0) }
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [Int32] {
        try reader.readFixedArray(.int32) { if case .int32(let value) = $0 { value } else { nil } }
    }
    public static func writeArray(_ elements: [Int32], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(.int32, elements) { .array($0.map { .int32($0) }, of: "i") }
    }
}

extension UInt32: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "u") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.uint32, 0) { if case .uint32(let value) = $0 { value } else { nil } }
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.uint32, self) { .uint32($0) }
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [UInt32] {
        try reader.readFixedArray(.uint32) { if case .uint32(let value) = $0 { value } else { nil } }
    }
    public static func writeArray(_ elements: [UInt32], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(.uint32, elements) { .array($0.map { .uint32($0) }, of: "u") }
    }
}

extension Int64: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "x") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.int64, 0) { if case .int64(let value) = $0 { value } else { nil } }
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.int64, self) { .int64($0) }
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [Int64] {
        try reader.readFixedArray(.int64) { if case .int64(let value) = $0 { value } else { nil } }
    }
    public static func writeArray(_ elements: [Int64], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(.int64, elements) { .array($0.map { .int64($0) }, of: "x") }
    }
}

extension UInt64: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "t") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.uint64, 0) { if case .uint64(let value) = $0 { value } else { nil } }
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.uint64, self) { .uint64($0) }
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [UInt64] {
        try reader.readFixedArray(.uint64) { if case .uint64(let value) = $0 { value } else { nil } }
    }
    public static func writeArray(_ elements: [UInt64], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(.uint64, elements) { .array($0.map { .uint64($0) }, of: "t") }
    }
}

extension Double: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "d") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.double, 0) { if case .double(let value) = $0 { value } else { nil } }
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.double, self) { .double($0) }
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [Double] {
        try reader.readFixedArray(.double) { if case .double(let value) = $0 { value } else { nil } }
    }
    public static func writeArray(_ elements: [Double], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(.double, elements) { .array($0.map { .double($0) }, of: "d") }
    }
}

extension Bool: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "b") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        // A boolean is 32 bits on the wire, 0 or 1.
        self =
            try reader.readFixed(.boolean, UInt32(0)) {
                if case .boolean(let value) = $0 { value ? 1 : 0 } else { nil }
            } != 0
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixed(.boolean, UInt32(self ? 1 : 0)) { .boolean($0 != 0) }
    }
}

extension String: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "s") }
    public init(from reader: inout MessageReader) throws(DecodingError) { self = try reader.readText(.string) }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeText(.string, self) { .string($0) }
    }
}

extension ObjectPath: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "o") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self.init(unchecked: try reader.readText(.objectPath))
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeText(.objectPath, rawValue) { .objectPath(ObjectPath(unchecked: $0)) }
    }
}

extension Signature: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "g") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self.init(unchecked: try reader.readText(.signature))
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeText(.signature, rawValue) { .signature(Signature(unchecked: $0)) }
    }
}

extension UnixFileDescriptor: DBusType {
    public static var signature: Signature { Signature(unchecked: "h") }
    public convenience init(from reader: inout MessageReader) throws(DecodingError) {
        self.init(owning: try reader.readFileDescriptor())
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) { try writer.write(self) }
}
