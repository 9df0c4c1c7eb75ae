/// A Swift struct for a dictionary of variants, `a{sv}`: named keys, each of which may be missing.
///
/// ```swift
/// struct Options: DBusDictionary {
///     var title: String?
///     var size: UInt32 = 10
///     static let keys = [DBusKey("Title", \Options.title), DBusKey("Size", \Options.size)]
/// }
/// ```
///
/// A nil property is left out. For a missing key, the value from `init()` stays. An unknown key is ignored, so later
/// versions can add keys. In an argument or a result, a known key of another type throws an ``UnmarshallingError`` that
/// names it, unless the key is ``DBusKey/lenient``. In followed properties, the key is ignored and logged; see
/// ``init(properties:skipped:)``.
public protocol DBusDictionary: DBusType {
    /// Makes a value with its defaults.
    init()
    /// The keys and their properties.
    static var keys: [DBusKey<Self>] { get }
}

/// One key of a ``DBusDictionary``.
public struct DBusKey<Root>: Sendable {
    /// The name of the key on the bus.
    public let name: String
    var isLenient = false
    fileprivate let read: @Sendable (inout Root, inout MessageReader) throws(UnmarshallingError) -> Void
    /// Accepts a value of another type if it is equivalent. Returns whether it is.
    fileprivate let accept: @Sendable (inout Root, DBusValue) -> Bool
    /// Writes the entry if it has a value.
    fileprivate let write: @Sendable (Root, inout MessageWriter) throws(MarshallingError) -> Void

    /// Makes a key that is always sent.
    public init<Value: DBusType>(_ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable) {
        self.init(
            name, read: { $0[keyPath: path] = $1 }, value: { (root) -> Value? in root[keyPath: path] })
    }

    /// Makes a key that is sent when it has a value.
    public init<Value: DBusType>(_ name: String, _ path: any WritableKeyPath<Root, Value?> & Sendable) {
        self.init(name, read: { $0[keyPath: path] = $1 }, value: { $0[keyPath: path] })
    }

    private init<Value: DBusType>(
        _ name: String, read: @escaping @Sendable (inout Root, Value) -> Void,
        value: @escaping @Sendable (Root) -> Value?
    ) {
        self.name = name
        accept = { root, found in
            guard let value = Value(alike: found) else { return false }
            read(&root, value)
            return true
        }
        self.read = { (root, reader) throws(UnmarshallingError) in read(&root, try reader.readVariant(as: Value.self)) }
        write = { (root, writer) throws(MarshallingError) in
            guard let value = value(root) else { return }
            try writer.writeContainer(.entry) { (entry) throws(MarshallingError) in
                try name.write(to: &entry)
                try entry.writeVariant(value)
            }
        }
    }
}

extension DBusDictionary {
    public static var signature: Signature { Signature(unchecked: "a{sv}") }

    public init(from reader: inout MessageReader) throws(UnmarshallingError) {
        self.init()
        let keys = Self.keys
        var result = self
        try reader.readContainer(.array) { (inner) throws(UnmarshallingError) in
            while inner.hasMore {
                try inner.readEntry { (entry) throws(UnmarshallingError) in
                    let name = try String(from: &entry)
                    guard let key = keys.first(where: { $0.name == name }) else { return }
                    do throws(UnmarshallingError) { try key.read(&result, &entry) } catch {
                        let error = error.at("key \(name)")
                        guard key.isLenient else { throw error }
                        if !key.accept(&result, try DBusValue(from: &entry)) { entry.skipped.append(error) }
                    }
                }
            }
        }
        self = result
    }

    public func write(to writer: inout MessageWriter) throws(MarshallingError) {
        try writer.writeContainer(.array, contents: Signature(unchecked: "{sv}")) { (inner) throws(MarshallingError) in
            for key in Self.keys { try key.write(self, &inner) }
        }
    }
}

extension DBusDictionary {
    /// Makes a value from the properties that ``Proxy/getAll()`` returns.
    ///
    /// A key of another type is ignored. To get a report, use ``init(properties:skipped:)``;
    /// ``ObjectManagerClient/properties(_:of:at:as:)`` logs it.
    public init(properties: [String: DBusValue]) { self.init(properties: properties) { (_, _) in } }

    /// Makes a value from properties, and reports keys of another type.
    ///
    /// - Parameters:
    ///   - properties: the values by their keys.
    ///   - skipped: called for each ignored key; the error names it.
    public init(properties: [String: DBusValue], skipped: (UnmarshallingError) -> Void) {
        self.init(properties: properties) { (key, error) in skipped(error.at("key \(key)")) }
    }

    /// - Parameter report: called for each key that counts as absent, and for those inside its value.
    init(properties: [String: DBusValue], report: (_ key: String, UnmarshallingError) -> Void) {
        self.init()
        for key in Self.keys {
            guard let value = properties[key.name], let encoded = try? EncodedValues(value) else { continue }
            var changed = self
            do throws(UnmarshallingError) {
                let inside = try encoded.read { (reader) throws(UnmarshallingError) in
                    try key.read(&changed, &reader)
                    return reader.skipped
                }
                self = changed
                for error in inside { report(key.name, error) }
            } catch { if !key.isLenient || !key.accept(&self, value) { report(key.name, error) } }
        }
    }
}
