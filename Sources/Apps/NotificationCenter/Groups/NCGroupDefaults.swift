internal import DBus
internal import Glibc
internal import TodayModel

/// The values that a containing app and its widgets share, `UserDefaults(suiteName:)` in Apple's words.
///
/// ```swift
/// let shared = try await NCGroupDefaults(suiteName: "group.org.example.list")
/// try await shared.set(["title": "Shopping", "count": 3])
/// for await change in shared.changes { print(change.keys) }
/// ```
///
/// The center keeps them. A group is there while a widget's definition names it with `AppGroups`; its values outlive
/// that. Here is a copy of all values, so that reading waits for nothing; writing returns when the center has the value
/// on disk, and the copy has it then. The copy follows what other programs write, also after a new start of the center.
/// Keys are texts of any form; the limits are 64 KiB for a value and 1 MiB for a group.
public final class NCGroupDefaults: Sendable {
    private let follower: GroupFollower
    private let registered = Locked<[String: NCValue]>([:])

    /// The name of the group.
    public var suiteName: String { follower.group }

    /// Opens a group, and reads its values. It starts the center if that does not run.
    ///
    /// - Throws: ``NCError`` with the codes `noCenter`, `unknownGroup` when no widget's definition names the group,
    ///   `invalidGroup`, `notAuthorized` when the group is not the sandboxed app's, `disconnected`, `timedOut`.
    public convenience init(suiteName: String) async throws(NCError) {
        try await self.init(suiteName: suiteName, link: .shared)
    }

    package init(suiteName: String, link: CenterLink) async throws(NCError) {
        if let fault = AppGroup.fault(in: suiteName) { throw NCError(.invalidGroup, fault) }
        follower = GroupFollower(suiteName, link)
        try await follower.synchronize()
    }

    deinit { Task { [follower] in await follower.stop() } }

    /// Reads all values anew, and follows changes from then on.
    ///
    /// It is rarely needed: a new start of the center is noticed. It is the way back when the group was unknown to the
    /// center for a while, or the bus has gone.
    ///
    /// - Throws: ``NCError``.
    public func synchronize() async throws(NCError) { try await follower.synchronize() }

    // MARK: Reading

    /// The value under a key: the group's, else the registered one; nil if there is none.
    public func object(forKey key: String) -> NCValue? {
        follower.values[key] ?? registered.withLock { $0[key] }
    }

    /// The text under a key; nil if there is none.
    public func string(forKey key: String) -> String? { object(forKey: key)?.string }

    /// The integer under a key; nil if there is none.
    public func integer(forKey key: String) -> Int? { object(forKey: key)?.integer }

    /// The number under a key; nil if there is none.
    public func double(forKey key: String) -> Double? { object(forKey: key)?.number }

    /// The truth value under a key; nil if there is none.
    public func bool(forKey key: String) -> Bool? { object(forKey: key)?.boolean }

    /// The bytes under a key; nil if there are none.
    public func data(forKey key: String) -> [UInt8]? { object(forKey: key)?.data }

    /// The array under a key; nil if there is none.
    public func array(forKey key: String) -> [NCValue]? { object(forKey: key)?.array }

    /// The texts under a key; nil if there are none, or something else.
    public func stringArray(forKey key: String) -> [String]? {
        guard let elements = array(forKey: key) else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }

    /// The dictionary under a key; nil if there is none.
    public func dictionary(forKey key: String) -> [String: NCValue]? { object(forKey: key)?.dictionary }

    /// All values, the registered ones included.
    public func dictionaryRepresentation() -> [String: NCValue] {
        registered.withLock { $0 }.merging(follower.values) { $1 }
    }

    /// Sets what is read under keys that the group has no values for, in this object only.
    public func register(defaults: [String: NCValue]) { registered.withLock { $0.merge(defaults) { $1 } } }

    // MARK: Writing

    /// Keeps a value. A value that is there already makes no change.
    ///
    /// - Throws: ``NCError`` with the codes `limitExceeded`, `invalidValue`, `unknownGroup`, `noCenter`, `notStored` when
    ///   the disk cannot be written, and then nothing has changed; `disconnected` and `timedOut`, and then that is not known.
    public func set(_ value: NCValue, forKey key: String) async throws(NCError) { try await set([key: value]) }

    /// Keeps a text. Throws as ``set(_:)``.
    public func set(_ value: String, forKey key: String) async throws(NCError) { try await set([key: .string(value)]) }

    /// Keeps an integer. Throws as ``set(_:)``.
    public func set(_ value: Int, forKey key: String) async throws(NCError) {
        try await set([key: .integer(Int64(value))])
    }

    /// Keeps a number. Throws as ``set(_:)``.
    public func set(_ value: Double, forKey key: String) async throws(NCError) { try await set([key: .number(value)]) }

    /// Keeps a truth value. Throws as ``set(_:)``.
    public func set(_ value: Bool, forKey key: String) async throws(NCError) { try await set([key: .boolean(value)]) }

    /// Keeps bytes. Throws as ``set(_:)``.
    public func set(_ value: [UInt8], forKey key: String) async throws(NCError) { try await set([key: .data(value)]) }

    /// Keeps several values, all or none, and tells of them as one change.
    ///
    /// - Throws: ``NCError`` with the codes `limitExceeded`, `invalidValue`, `unknownGroup`, `noCenter`, `notStored` when
    ///   the disk cannot be written, and then nothing has changed; `disconnected` and `timedOut`, and then that is not known.
    public func set(_ values: [String: NCValue]) async throws(NCError) { try await follower.set(values) }

    /// Removes a value. One that is not there makes no change. Throws as ``set(_:)``.
    public func removeObject(forKey key: String) async throws(NCError) { try await follower.remove([key]) }

    /// Removes several values, as one change. Throws as ``set(_:)``.
    public func removeObjects(forKeys keys: some Sequence<String>) async throws(NCError) {
        try await follower.remove(Set(keys))
    }

    // MARK: Observing

    /// The changes from now on, by whoever made them, this program included. Each sequence tells of all; it ends with this
    /// object.
    public var changes: AsyncStream<NCGroupChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: NCGroupChange.self)
        let observers = follower.observers
        if let number = observers.add({ continuation.yield($0) }, finish: { continuation.finish() }) {
            continuation.onTermination = { _ in observers.remove(number) }
        }
        return stream
    }

    /// Calls `handler` on ``WidgetActor`` at every change from now on, by whoever made it, as long as the observation is
    /// kept.
    public func observe(_ handler: @escaping @WidgetActor @Sendable (NCGroupChange) -> Void) -> NCObservation {
        let observers = follower.observers
        let number = observers.add { change in Task { @WidgetActor in handler(change) } }
        return NCObservation { if let number { observers.remove(number) } }
    }
}
