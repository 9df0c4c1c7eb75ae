package import TodayModel

/// How far panels and the disk are behind a widget's `UpdatedAt`. Pure: times are of the time of day.
///
/// A widget that is confirmed and shows what it showed has nothing to tell but its age. Panels are told of that alone
/// at most once in ``signalSpan``, and with whatever else they are told. So the age they show is wrong by less than that,
/// and nobody has to wake up to tell the rest. The disk gets it likewise, in ``storeSpan`` and when the service ends.
package struct ConfirmationLag: Hashable, Sendable {
    /// A minute, in microseconds.
    package static let signalSpan: UInt64 = 60_000_000
    /// Ten minutes, in microseconds.
    package static let storeSpan: UInt64 = 600_000_000

    /// What panels know.
    private var told = Timestamp.never
    /// What is on disk, or will be with the next commit.
    private var noted = Timestamp.never

    package init() {}

    /// Panels and the disk have this time.
    package mutating func settle(at time: Timestamp) {
        told = time
        noted = time
    }

    /// What panels are told when `changed` has changed: a newer age with anything else, and alone only now and then.
    package mutating func tell(_ changed: Set<WidgetMember>, updatedAt time: Timestamp) -> Set<WidgetMember> {
        if time == told { return changed }
        let others = changed.subtracting([.updatedAt])
        if others.isEmpty, !changed.contains(.updatedAt) || Self.distance(told, time) < Self.signalSpan { return [] }
        told = time
        return others.union([.updatedAt])
    }

    /// Whether the disk has to get a newer age although nothing else has changed.
    package func isStoreDue(updatedAt time: Timestamp) -> Bool { Self.distance(noted, time) >= Self.storeSpan }

    /// Whether the disk has another age.
    package func isUnstored(updatedAt time: Timestamp) -> Bool { noted != time }

    /// The disk gets this age with the next commit.
    package mutating func note(updatedAt time: Timestamp) { noted = time }

    /// Somebody may set the time of day back.
    private static func distance(_ a: Timestamp, _ b: Timestamp) -> UInt64 {
        max(a, b).microseconds - min(a, b).microseconds
    }
}
