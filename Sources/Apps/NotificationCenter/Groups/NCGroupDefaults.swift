internal import DBus
internal import Glibc
internal import TodayModel

/// The values that a containing app and its widgets share, like Apple's `UserDefaults(suiteName:)`.
///
/// ```swift
/// let shared = try await NCGroupDefaults(suiteName: "group.org.example.list")
/// try await shared.set(["title": "Shopping", "count": 3])
/// for await change in shared.changes { print(change.keys) }
/// ```
///
/// The center stores the values. A group exists while a widget's definition names it with `AppGroups`; the values are
/// kept even after that. This object has a copy of all values, so reading never waits. Writing returns when the center
/// has stored the value on disk; the copy then has it too. The copy follows other programs' changes, even if the center
/// restarts. Keys can be any strings; the limits are 64 KiB for a value and 1 MiB for a group.
public final class NCGroupDefaults: Sendable {
    private let copy: GroupCopy
    private let registered = Locked<[String: NCValue]>([:])

    /// The name of the group.
    public var suiteName: String { copy.group }

    /// Opens a group and reads its values. If the center isn't running, it is started.
    ///
    /// - Throws: ``NCError`` with the codes `noCenter`, `unknownGroup` if no widget's definition names the group,
    ///   `invalidGroup`, `notAuthorized` if a sandboxed app may not use the group, `disconnected`, and `timedOut`.
    public convenience init(suiteName: String) async throws(NCError) {
        try await self.init(suiteName: suiteName, link: .shared)
    }

    package init(suiteName: String, link: CenterLink) async throws(NCError) {
        if let fault = AppGroup.fault(in: suiteName) { throw NCError(.invalidGroup, fault) }
        copy = GroupCopy(suiteName, link)
        try await copy.synchronize()
    }

    /// Reads all values again, and follows changes from now on.
    ///
    /// You rarely need it, because this object notices a restart of the center. Call it if the group was unknown to the
    /// center for a while, or if the bus ended.
    ///
    /// - Throws: ``NCError``.
    public func synchronize() async throws(NCError) { try await copy.synchronize() }

    // MARK: Reading

    /// Returns the value of a key from the group, or else the registered default; nil if neither exists.
    public func object(forKey key: String) -> NCValue? {
        copy[key] ?? registered.withLock { $0[key] }
    }

    /// Returns the string of a key; nil if the value has another type or doesn't exist.
    public func string(forKey key: String) -> String? { object(forKey: key)?.string }

    /// Returns the integer of a key; nil if the value has another type or doesn't exist.
    public func integer(forKey key: String) -> Int? { object(forKey: key)?.integer }

    /// Returns the number of a key; nil if the value has another type or doesn't exist.
    public func double(forKey key: String) -> Double? { object(forKey: key)?.number }

    /// Returns the Boolean of a key; nil if the value has another type or doesn't exist.
    public func bool(forKey key: String) -> Bool? { object(forKey: key)?.boolean }

    /// Returns the bytes of a key; nil if the value has another type or doesn't exist.
    public func data(forKey key: String) -> [UInt8]? { object(forKey: key)?.data }

    /// Returns the array of a key; nil if the value has another type or doesn't exist.
    public func array(forKey key: String) -> [NCValue]? { object(forKey: key)?.array }

    /// Returns the array of strings of a key; nil if the value has another type or doesn't exist.
    public func stringArray(forKey key: String) -> [String]? {
        guard let elements = array(forKey: key) else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    /// Returns the dictionary of a key; nil if the value has another type or doesn't exist.
    public func dictionary(forKey key: String) -> [String: NCValue]? { object(forKey: key)?.dictionary }

    /// Returns all values, including registered defaults.
    public func dictionaryRepresentation() -> [String: NCValue] {
        registered.withLock { $0 }.merging(copy.values) { $1 }
    }

    /// Registers defaults for keys without a value in the group, only in this object.
    public func register(defaults: [String: NCValue]) { registered.withLock { $0.merge(defaults) { $1 } } }

    // MARK: Writing

    /// Stores a value. Storing an equal value changes nothing.
    ///
    /// - Throws: ``NCError`` with the codes `limitExceeded`, `invalidValue`, `unknownGroup`, `noCenter`, `notStored` when
    ///   the disk cannot be written, and then nothing has changed; `disconnected` and `timedOut`, when that is unknown.
    public func set(_ value: NCValue, forKey key: String) async throws(NCError) { try await set([key: value]) }

    /// Stores a string. Throws the errors of ``set(_:)``.
    public func set(_ value: String, forKey key: String) async throws(NCError) { try await set([key: .string(value)]) }

    /// Stores an integer. Throws the errors of ``set(_:)``.
    public func set(_ value: Int, forKey key: String) async throws(NCError) {
        try await set([key: .integer(Int64(value))])
    }

    /// Stores a number. Throws the errors of ``set(_:)``.
    public func set(_ value: Double, forKey key: String) async throws(NCError) { try await set([key: .number(value)]) }

    /// Stores a Boolean. Throws the errors of ``set(_:)``.
    public func set(_ value: Bool, forKey key: String) async throws(NCError) { try await set([key: .boolean(value)]) }

    /// Stores bytes. Throws the errors of ``set(_:)``.
    public func set(_ value: [UInt8], forKey key: String) async throws(NCError) { try await set([key: .data(value)]) }

    /// Stores several values, all or none, as one change.
    ///
    /// - Throws: ``NCError`` with the codes `limitExceeded`, `invalidValue`, `unknownGroup`, `noCenter`, `notStored` when
    ///   the disk cannot be written, and then nothing has changed; `disconnected` and `timedOut`, when that is unknown.
    public func set(_ values: [String: NCValue]) async throws(NCError) {
        if values.isEmpty { return }
        try await copy.write { try await $0.set(values: values.mapValues(\.groupValue)) }
    }

    /// Removes a value, if the key has one. Throws the errors of ``set(_:)``.
    public func removeObject(forKey key: String) async throws(NCError) { try await removeObjects(forKeys: [key]) }

    /// Removes several values, as one change. Throws as ``set(_:)``.
    public func removeObjects(forKeys keys: some Sequence<String>) async throws(NCError) {
        let keys = Set(keys).sorted()
        if keys.isEmpty { return }
        try await copy.write { try await $0.remove(keys: keys) }
    }

    // MARK: Observing

    /// The changes from now on, by this program and others. Each sequence gets all changes; it ends with this object.
    ///
    /// If 64 changes wait for a slow reader, they are merged into one.
    public var changes: AsyncStream<NCGroupChange> { copy.changes }

    /// Calls `handler` on ``WidgetActor`` for every change by this program and others, until you release the
    /// observation.
    public func observe(_ handler: @escaping @WidgetActor @Sendable (NCGroupChange) -> Void) -> NCObservation {
        let changes = changes
        return NCObservation(
            Task { @WidgetActor in
                for await change in changes {
                    if Task.isCancelled { return }
                    handler(change)
                }
            })
    }
}
