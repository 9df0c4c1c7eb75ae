/// A Swift struct for a D-Bus struct, `(…)`, with its fields in order.
///
/// ```swift
/// struct Point: DBusStruct {
///     var x: Int32
///     var y: Int32
///     static let layout = StructLayout(Point.init, \.x, \.y)
/// }
/// ```
public protocol DBusStruct: DBusType {
    associatedtype Layout: StructLayoutProtocol where Layout.Root == Self
    /// The fields, and the function that makes a value from them.
    static var layout: Layout { get }
}

/// A ``StructLayout`` with any fields, as ``DBusStruct`` requires it.
public protocol StructLayoutProtocol<Root>: Sendable {
    associatedtype Root
    /// The signature of the struct.
    var signature: Signature { get }
    /// Reads a struct.
    func read(from reader: inout MessageReader) throws(UnmarshallingError) -> Root
    /// Writes a struct.
    func write(_ root: Root, to writer: inout MessageWriter) throws(MarshallingError)
}

/// The fields of a ``DBusStruct``.
public struct StructLayout<Root, each Field: DBusType>: StructLayoutProtocol {
    private let make: @Sendable (repeat each Field) -> Root
    private let paths: (repeat any KeyPath<Root, each Field> & Sendable)

    /// - Parameters:
    ///   - make: the memberwise initializer, or any similar function.
    ///   - paths: the properties, in the order of the initializer and of the D-Bus struct.
    public init(
        _ make: @escaping @Sendable (repeat each Field) -> Root,
        _ paths: repeat any KeyPath<Root, each Field> & Sendable
    ) {
        self.make = make
        self.paths = (repeat each paths)
    }

    /// The signature of the struct: its fields in parentheses.
    public var signature: Signature { Struct<repeat each Field>.signature }

    /// Reads a struct.
    ///
    /// - Throws: ``UnmarshallingError`` when the fields differ.
    public func read(from reader: inout MessageReader) throws(UnmarshallingError) -> Root {
        let fields = try Struct<repeat each Field>(from: &reader).fields
        return make(repeat each fields)
    }

    /// Writes a struct.
    public func write(_ root: Root, to writer: inout MessageWriter) throws(MarshallingError) {
        try Struct(repeat root[keyPath: each paths]).write(to: &writer)
    }
}

extension DBusStruct {
    public static var signature: Signature { layout.signature }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self = try Self.layout.read(from: &reader)
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try Self.layout.write(self, to: &writer)
    }
}
