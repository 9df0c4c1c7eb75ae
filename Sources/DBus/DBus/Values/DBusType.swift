/// A Swift type that has one D-Bus type.
///
/// The type determines the signature, never the value, so an empty array has the same signature as a full one.
///
/// | Swift | D-Bus |
/// |---|---|
/// | `UInt8` `Int16` `UInt16` `Int32` `UInt32` `Int64` `UInt64` `Double` `Bool` | `y n q i u x t d b` |
/// | `String`, ``ObjectPath``, ``Signature``, ``UnixFileDescriptor`` | `s o g h` |
/// | `[Element]`, `[Key: Value]` | `a…`, `a{…}` |
/// | ``Struct`` | `(…)` |
/// | ``DBusValue`` | `v` |
public protocol DBusType: DBusArgument {
    /// The type on the wire.
    associatedtype Wire: DBusWireType = WireType<Self>

    /// Reads one value of this type.
    init(from reader: inout MessageReader) throws(UnmarshallingError)

    /// Reads the elements of an array of this type. A default exists; fixed-size types are read in one step.
    static func readArray(from reader: inout MessageReader) throws(UnmarshallingError) -> [Self]
}

/// A type that may be a dictionary's key.
public protocol DBusBasicType: DBusType, Hashable {}

extension DBusType {
    public static func readArray(from reader: inout MessageReader) throws(UnmarshallingError) -> [Self] {
        var elements: [Self] = []
        try reader.readContainer(.array) { (inner) throws(UnmarshallingError) in
            while inner.hasMore { elements.append(try Self(from: &inner)) }
        }
        return elements
    }
}

/// An error for a message that can't be read as the requested types.
public struct UnmarshallingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The expected signature.
    public let expected: String
    /// The found signature.
    public let found: String
    /// The path of the value from the outermost to the innermost part, such as `argument 0 (options), key Size`; empty
    /// if unknown.
    public private(set) var place = ""

    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + "expected \(expected), found \(found.isEmpty ? "the end" : found)"
    }

    /// Returns the same error with an outer part of its path, such as an argument or a key.
    package func at(_ place: String) -> UnmarshallingError {
        var error = self
        error.place = Self.joined(place, self.place)
        return error
    }

    fileprivate static func joined(_ outer: String, _ inner: String) -> String {
        inner.isEmpty ? outer : "\(outer), \(inner)"
    }

    static let noDescriptorFree = UnmarshallingError(expected: "h", found: "h, but no descriptor is free")

    package init(expected: String, found: String) {
        self.expected = expected
        self.found = found
    }
}

/// An error for a value that can't be sent.
public struct MarshallingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence without a period at the end.
    public let message: String
    /// The value, and its call or signal, if known.
    public private(set) var place = ""

    /// The path, then the message.
    public var description: String { place.isEmpty ? message : "\(place): \(message)" }

    package init(_ message: String) { self.message = message }

    /// Returns the same error with an outer part of its path, such as an argument.
    func at(_ place: String) -> MarshallingError {
        var error = self
        error.place = UnmarshallingError.joined(place, self.place)
        return error
    }

    static let embeddedNUL = MarshallingError("a string contains a NUL character, which D-Bus cannot carry")
    static let tooDeep = MarshallingError(
        "values are nested deeper than \(MessageLimits.depth), the limit of the D-Bus specification")
    static let tooLarge = MarshallingError(
        "the message is larger than 128 MiB, the limit of the D-Bus specification")
    static let arrayTooLarge = MarshallingError(
        "an array is larger than \(MessageLimits.arrayBytes) bytes, the limit of the D-Bus specification")
    static func tooManyDescriptors(_ count: Int, limit: Int) -> MarshallingError {
        MarshallingError(
            "the message carries \(count) file descriptors, more than \(limit); between peers, "
                + "setDescriptorLimit(_:) raises it")
    }
    static let noMemory = MarshallingError("libdbus has no memory left")
}

/// Limits of the D-Bus specification, "Message Format" and "Container types", and of the transport.
enum MessageLimits {
    /// The default number of file descriptors in a message for libdbus and the reference bus.
    static let descriptors = 16
    /// The number that Linux passes at once (`SCM_MAX_FD`). libdbus passes those of a message at once.
    static let kernelDescriptors = 253
    /// The total nesting of containers in a body, including variants.
    static let depth = 64
    /// The size of a message, including the header.
    static let bytes = 128 << 20
    /// The size of one array.
    static let arrayBytes = 64 << 20
}
