public import DBus

/// A client with typed calls of an App Group's methods. Making a client does no I/O.
///
/// An App Group is the small shared store of a containing app and its widgets. Its object exists while a widget's
/// definition names the group.
///
/// If the center refuses a call, it throws a ``CenterError``. Other error replies throw a `RemoteError`, with the name
/// `UnknownObject` if no widget names the group. Local failures throw a `ConnectionError`.
public struct GroupClient: Sendable {
    /// The connection for the calls.
    public let connection: Connection
    /// The group's name, such as `group.org.example.list`.
    public let group: String

    /// Makes a client of a group on the bus of this connection.
    public init(_ connection: Connection, _ group: String) {
        self.connection = connection
        self.group = group
    }

    /// The path of the group's object.
    public var path: ObjectPath { TodayBus.path(ofGroup: group) }

    /// Returns the value of a key.
    ///
    /// - Throws: ``CenterError`` with code `unknownKey` if the key has no value.
    public func value(of key: String) async throws -> DBusValue {
        try await mapping { try await object.get(key: key) }
    }

    /// Returns all values by key. From then on, the connection receives changes; see ``events()``.
    public func values() async throws -> [String: DBusValue] {
        try await mapping { try await object.getAll() }
    }

    /// Sets values, all or nothing. Returns when they are on disk.
    ///
    /// - Throws: ``CenterError`` with code `limitExceeded` if they are too large, or `notStored` if the disk can't be
    ///   written; `InvalidArgs` for structs and file descriptors.
    public func set(_ values: [String: DBusValue]) async throws {
        try await mapping { try await object.set(values: values) }
    }

    /// Removes keys. Missing keys are ignored. Returns when the removal is on disk.
    ///
    /// - Throws: ``CenterError`` with code `notStored` if the disk can't be written.
    public func remove(_ keys: [String]) async throws {
        try await mapping { try await object.remove(keys: keys) }
    }

    /// Returns the names of all groups that exist, sorted.
    public static func groups(on connection: Connection) async throws -> [String] {
        let document: String
        do {
            document = try await connection.call(
                TodayBus.appsName, path: TodayBus.groupsPath, interface: .introspectable, "Introspect")
        } catch let error as RemoteError where error.name == .unknownObject {
            return []
        }
        return childNames(in: document).compactMap(unescape).sorted()
    }

    // MARK: Calls

    private var object: Apps1Group { Apps1Group(connection, at: path) }

    private func mapping<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch let error as RemoteError {
            if error.name == .unknownObject {
                throw RemoteError(.unknownObject, "unknown App Group \(group.quoted): no widget names it")
            }
            throw CenterError(error) ?? error as any Error
        }
    }

    // MARK: Names

    /// Returns the children that an introspection document lists.
    private static func childNames(in document: String) -> [String] {
        document.split(at: "<").compactMap { tag in
            let parts = tag.split(at: "\"", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count > 1, parts[0].utf8.starts(with: "node ".utf8) else { return nil }
            // The document's own node may have a name too, which is a path.
            return parts[1].isEmpty || parts[1].utf8.first == UInt8(ascii: "/") ? nil : String(parts[1])
        }
    }

    /// Returns the name that an element of an object path encodes.
    private static func unescape(_ element: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(element.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
