extension UInt8: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "y") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.byte)
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(self)
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [UInt8] {
        try reader.readFixedArray(.byte)
    }
    public static func writeArray(_ elements: [UInt8], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(elements)
    }
}

extension Int16: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "n") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.int16)
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(self)
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [Int16] {
        try reader.readFixedArray(.int16)
    }
    public static func writeArray(_ elements: [Int16], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(elements)
    }
}

extension UInt16: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "q") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.uint16)
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(self)
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [UInt16] {
        try reader.readFixedArray(.uint16)
    }
    public static func writeArray(_ elements: [UInt16], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(elements)
    }
}

extension Int32: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "i") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.int32)
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(self)
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [Int32] {
        try reader.readFixedArray(.int32)
    }
    public static func writeArray(_ elements: [Int32], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(elements)
    }
}

extension UInt32: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "u") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.uint32)
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(self)
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [UInt32] {
        try reader.readFixedArray(.uint32)
    }
    public static func writeArray(_ elements: [UInt32], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(elements)
    }
}

extension Int64: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "x") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.int64)
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(self)
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [Int64] {
        try reader.readFixedArray(.int64)
    }
    public static func writeArray(_ elements: [Int64], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(elements)
    }
}

extension UInt64: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "t") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.uint64)
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(self)
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [UInt64] {
        try reader.readFixedArray(.uint64)
    }
    public static func writeArray(_ elements: [UInt64], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(elements)
    }
}

extension Double: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "d") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self = try reader.readFixed(.double)
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(self)
    }
    public static func readArray(from reader: inout MessageReader) throws(DecodingError) -> [Double] {
        try reader.readFixedArray(.double)
    }
    public static func writeArray(_ elements: [Double], to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeFixedArray(elements)
    }
}

extension Bool: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "b") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        // A boolean is 32 bits on the wire, 0 or 1.
        self = try reader.readFixed(.boolean, as: UInt32.self) != 0
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        writer.writeFixed(UInt32(self ? 1 : 0))
    }
}

extension String: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "s") }
    public init(from reader: inout MessageReader) throws(DecodingError) { self = try reader.readText(.string) }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeText(self)
    }
}

extension ObjectPath: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "o") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self.init(unchecked: try reader.readText(.objectPath))
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeText(rawValue)
    }
}

extension Signature: DBusBasicType {
    public static var signature: Signature { Signature(unchecked: "g") }
    public init(from reader: inout MessageReader) throws(DecodingError) {
        self.init(unchecked: try reader.readText(.signature))
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        try writer.writeSignature(rawValue)
    }
}

extension UnixFileDescriptor: DBusType {
    public static var signature: Signature { Signature(unchecked: "h") }
    public convenience init(from reader: inout MessageReader) throws(DecodingError) {
        self.init(owning: try reader.readFileDescriptor())
    }
    public func write(to writer: inout MessageWriter) throws(EncodingError) { try writer.write(self) }
}
