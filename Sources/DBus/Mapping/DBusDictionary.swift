/// A Swift struct that is a dictionary of variants, `a{sv}`: named keys, each of which may be absent.
///
/// ```swift
/// struct Options: DBusDictionary {
///     var title: String?
///     var size: UInt32 = 10
///     static let keys = [DBusKey("Title", \Options.title), DBusKey("Size", \Options.size)]
/// }
/// ```
///
/// An optional property is left out when it is nil. A key that is absent keeps what `init()` gives; an unknown key is
/// ignored, so that a dictionary may grow. A known key with another type is a ``DecodingError`` that names it.
public protocol DBusDictionary: DBusType {
    /// Makes a value with its defaults.
    init()
    /// The keys and the properties behind them.
    static var keys: [DBusKey<Self>] { get }
}

/// One key of a ``DBusDictionary``.
public struct DBusKey<Root>: Sendable {
    /// The key as it is on the bus.
    public let name: String
    fileprivate let read: @Sendable (inout Root, DBusValue) throws(DecodingError) -> Void
    /// Writes the value as a variant if there is one. Returns whether there is.
    fileprivate let write: @Sendable (Root) throws(EncodingError) -> DBusValue?

    /// A key that is always sent.
    public init<Value: DBusType>(_ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable) {
        self.name = name
        read = { (root, value) throws(DecodingError) in root[keyPath: path] = try Value(variant: value) }
        write = { (root) throws(EncodingError) in try DBusValue(encoding: root[keyPath: path]) }
    }

    /// A key that is sent when there is a value.
    public init<Value: DBusType>(_ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable) {
        self.name = name
        read = { (root, value) throws(DecodingError) in root[keyPath: path] = try Value(variant: value) }
        write = { (root) throws(EncodingError) in
            guard let value = root[keyPath: path] else { return nil }
            return try DBusValue(encoding: value)
        }
    }
}

extension DBusDictionary {
    public static var signature: Signature { [String: DBusValue].signature }

    public init(from reader: inout MessageReader) throws(DecodingError) {
        let values = try [String: DBusValue](from: &reader)
        self.init()
        for key in Self.keys {
            guard let value = values[key.name] else { continue }
            do { try key.read(&self, value) } catch {
                throw DecodingError(expected: "\(error.expected) for \(key.name)", found: error.found)
            }
        }
    }

    public func write(to writer: inout MessageWriter) throws(EncodingError) {
        var values: [String: DBusValue] = [:]
        for key in Self.keys { values[key.name] = try key.write(self) }
        try values.write(to: &writer)
    }
}
