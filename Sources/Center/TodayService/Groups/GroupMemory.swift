package import DBus
internal import TodayServiceRules

/// Which App Groups have their values in memory, and which of them let go of these. Pure: times are given, in nanoseconds of
/// one steady clock.
///
/// Values are on disk and can be read again, so memory holds what is at work: a group that nobody has used for some time
/// lets go, and at once the one that was used longest ago when there are more bytes than ``maximumBytes``.
package struct GroupMemory: Sendable {
    /// Size of all values in memory but for those of the group that was used last.
    package static let maximumBytes = 8 << 20

    private let patience: UInt64
    /// When each lets go.
    private var ends = TimeHeap<ObjectPath>()
    private var sizes: [ObjectPath: Int] = [:]
    package private(set) var byteCount = 0

    /// - Parameter patience: how long a group that is not used keeps its values.
    package init(patience: UInt64) { self.patience = patience }

    /// Somebody has used a group, whose values have so many bytes now.
    package mutating func use(_ group: ObjectPath, _ bytes: Int, at now: UInt64) {
        forget(group)
        ends.set(group, now.adding(patience))
        sizes[group] = bytes
        byteCount += bytes
    }

    /// A group has no values in memory any more.
    package mutating func forget(_ group: ObjectPath) {
        ends.set(group, nil)
        byteCount -= sizes.removeValue(forKey: group) ?? 0
    }

    /// When the next group lets go; nil while none has values in memory.
    package var nextEnd: UInt64? { ends.firstTime }

    /// Takes out the group that lets go next; nil when all may keep what they have.
    package mutating func popUnused(at now: UInt64) -> ObjectPath? {
        guard let group = ends.first, let end = ends.firstTime,
            end <= now || byteCount > Self.maximumBytes && ends.count > 1
        else { return nil }
        forget(group)
        return group
    }
}
