package import DBus
internal import TodayServiceRules

/// The App Groups whose values are in memory, and the order in which they are unloaded. Pure: times are arguments, in
/// nanoseconds of one steady clock.
///
/// Values are on disk and can be read again, so memory holds only groups in use. A group is unloaded when it wasn't
/// used for some time. If all values exceed ``maximumBytes``, the least recently used group is unloaded at once.
package struct GroupMemory: Sendable {
    /// The largest size of all values in memory, except those of the most recently used group.
    package static let maximumBytes = 8 << 20

    private let patience: UInt64
    /// The times at which groups are unloaded.
    private var ends = TimeHeap<ObjectPath>()
    private var sizes: [ObjectPath: Int] = [:]
    package private(set) var byteCount = 0

    /// - Parameter patience: the time for which an unused group keeps its values.
    package init(patience: UInt64) { self.patience = patience }

    /// Records the use of a group, whose values have `bytes` bytes now.
    package mutating func use(_ group: ObjectPath, _ bytes: Int, at now: UInt64) {
        forget(group)
        ends.set(group, now.adding(patience))
        sizes[group] = bytes
        byteCount += bytes
    }

    /// Records that a group has no values in memory.
    package mutating func forget(_ group: ObjectPath) {
        ends.set(group, nil)
        byteCount -= sizes.removeValue(forKey: group) ?? 0
    }

    /// The time when the next group is unloaded; nil if no group has values in memory.
    package var nextEnd: UInt64? { ends.firstTime }

    /// Removes and returns the group to unload next; nil if all may keep their values.
    package mutating func popUnused(at now: UInt64) -> ObjectPath? {
        guard let group = ends.first, let end = ends.firstTime,
            end <= now || byteCount > Self.maximumBytes && ends.count > 1
        else { return nil }
        forget(group)
        return group
    }
}
