package import DBus
package import TodayModel

/// The values of one App Group. Pure: it computes changes and checks whether they are allowed.
package struct GroupStore: Equatable, Sendable {
    package private(set) var values: [GroupKey: GroupValue]
    /// The size of all keys and values that counts against `GroupBytes`; see ``size(_:_:)``.
    package private(set) var byteCount: Int

    package init(_ values: [GroupKey: GroupValue] = [:]) {
        self.values = values
        byteCount = values.reduce(0) { $0 + Self.size($1.key, $1.value) }
    }

    /// Returns the size of one entry: its key in UTF-8, its value as in ``GroupValue/byteCount``, and one byte more.
    package static func size(_ key: GroupKey, _ value: GroupValue) -> Int {
        key.text.utf8.count + value.byteCount + 1
    }

    /// - Throws: `UnknownKey`.
    package func value(of key: GroupKey) throws(CenterError) -> GroupValue {
        guard let value = values[key] else { throw CenterError(.unknownKey, "key: \(key.excerpt) doesn't exist") }
        return value
    }

    /// Returns the change from setting these values; equal values change nothing.
    ///
    /// - Throws: `InvalidArgs` or `LimitExceeded`, with the reason and the key. If several values are invalid, the
    ///   first in the order of keys.
    package func setting(_ new: [GroupKey: DBusValue]) throws -> GroupChange {
        var change = GroupChange()
        var total = byteCount
        for (key, raw) in new.sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }) {
            guard key.text.utf8.count <= Limits.stringBytes else {
                throw CenterError(
                    .limitExceeded,
                    "values: the key \(key.excerpt) has \(key.text.utf8.count) bytes, "
                        + "StringBytes is \(Limits.stringBytes)")
            }
            let value: GroupValue
            do throws(GroupValue.Fault) { value = try GroupValue(raw) } catch {
                throw RemoteError(.invalidArgs, "values: \(key.excerpt): \(error)")
            }
            guard value.byteCount <= Limits.groupValueBytes else {
                throw CenterError(
                    .limitExceeded,
                    "values: \(key.excerpt): it has \(value.byteCount) bytes, "
                        + "GroupValueBytes is \(Limits.groupValueBytes)")
            }
            let old = values[key]
            if old == value { continue }
            total += Self.size(key, value) - (old.map { Self.size(key, $0) } ?? 0)
            change.changed[key] = value
        }
        guard total <= max(Limits.groupBytes, byteCount) else {
            throw CenterError(
                .limitExceeded,
                "values: with \(change.excerpt) the group would have \(total) bytes, "
                    + "GroupBytes is \(Limits.groupBytes)")
        }
        return change
    }

    /// Returns the change from removing these keys; absent keys change nothing.
    package func removing(_ keys: [GroupKey]) -> GroupChange {
        var change = GroupChange()
        for key in Set(keys) where values[key] != nil { change.removed.insert(key) }
        return change
    }

    package mutating func apply(_ change: GroupChange) {
        for key in change.removed {
            if let old = values.removeValue(forKey: key) { byteCount -= Self.size(key, old) }
        }
        for (key, value) in change.changed {
            if let old = values.updateValue(value, forKey: key) { byteCount -= Self.size(key, old) }
            byteCount += Self.size(key, value)
        }
    }
}

/// A change of an App Group. No key is in both collections.
package struct GroupChange: Equatable, Sendable {
    package var changed: [GroupKey: GroupValue] = [:]
    package var removed: Set<GroupKey> = []

    package init(changed: [GroupKey: GroupValue] = [:], removed: Set<GroupKey> = []) {
        self.changed = changed
        self.removed = removed
    }

    package var isEmpty: Bool { changed.isEmpty && removed.isEmpty }

    /// Combines this change with a later one.
    package mutating func append(_ later: GroupChange) {
        changed.merge(later.changed) { $1 }
        removed.subtract(later.changed.keys)
        for key in later.removed { changed[key] = nil }
        removed.formUnion(later.removed)
    }

    fileprivate var excerpt: String {
        let first = changed.keys.min { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        let others = changed.count > 1 ? " and \(changed.count - 1) more" : ""
        return (first?.excerpt ?? "nothing") + others
    }
}

extension GroupKey {
    /// The key in quotes for a message, cut if it is long.
    var excerpt: String {
        let start = text.unicodeScalars.prefix(60)
        return String(start).quoted + (start.endIndex == text.unicodeScalars.endIndex ? "" : "…")
    }
}
