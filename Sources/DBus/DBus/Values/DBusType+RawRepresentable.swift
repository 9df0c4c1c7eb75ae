// An `enum State: UInt32, DBusType` needs no members: it is its raw value on the bus. The same goes for an option set,
// or another struct with a raw value.

extension DBusType where Self: RawRepresentable, RawValue: DBusType {
    /// The signature of the raw value.
    public static var signature: Signature { RawValue.signature }

    /// Reads a raw value. An invalid one is an ``UnmarshallingError`` that names the value and the type.
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = try Self.make(of: try RawValue(from: &reader))
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try rawValue.write(to: &writer) }

    fileprivate static func make(of rawValue: RawValue) throws(UnmarshallingError) -> Self {
        if let value = Self(rawValue: rawValue) { return value }
        let found = (rawValue as? String)?.quoted ?? "\(rawValue)"
        throw UnmarshallingError(expected: "a value of \(Self.self)", found: found)
    }
}

// An `enum Level: Int, DBusType` doesn't compile, for the same reason as a plain `5`.
extension DBusType where Self: RawRepresentable, RawValue == Int {
    @available(*, unavailable, message: "D-Bus has no Int: give the raw value a type, such as Int32")
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        throw UnmarshallingError(expected: "a D-Bus type", found: "Int")
    }
}

extension DBusFixedType where Self: RawRepresentable, RawValue == Int {
    @available(*, unavailable, message: "D-Bus has no Int: give the raw value a type, such as Int32")
    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        throw UnmarshallingError(expected: "a D-Bus type", found: "Int")
    }
}

// A type that is declared as fixed-size would otherwise have two of each member.
extension DBusFixedType where Self: RawRepresentable, RawValue: DBusFixedType {
    /// The signature of the raw value.
    public static var signature: Signature { RawValue.signature }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = try Self.make(of: try RawValue(from: &reader))
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) { try rawValue.write(to: &writer) }

    public static func readArray(from reader: inout MessageReader) throws(UnmarshallingError) -> [Self] {
        var values: [Self] = []
        for rawValue in try RawValue.readArray(from: &reader) { values.append(try make(of: rawValue)) }
        return values
    }

    /// The memory layout of an enumeration isn't that of its raw value.
    public static func writeArray(_ elements: [Self], to writer: inout MessageWriter) throws(MarshallingError) {
        try RawValue.writeArray(elements.map(\.rawValue), to: &writer)
    }
}
