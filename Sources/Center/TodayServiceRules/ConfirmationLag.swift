package import TodayModel

/// The lag of panels and the disk behind a widget's `UpdatedAt`. Pure: times are of the time of day.
///
/// If a widget is confirmed and its content doesn't change, only its age is news. Panels get the age alone at most once
/// in ``signalSpan``, and together with every other change. So the age that they show is off by less than that, and no
/// extra wake-up is needed. The disk gets it in the same way, in ``storeSpan`` and when the service ends.
package struct ConfirmationLag: Hashable, Sendable {
    /// A minute, in microseconds.
    package static let signalSpan: UInt64 = 60_000_000
    /// Ten minutes, in microseconds.
    package static let storeSpan: UInt64 = 600_000_000

    /// The time that panels have.
    private var emitted = Timestamp.never
    /// The time on disk, or in the next commit.
    private var stored = Timestamp.never

    package init() {}

    /// Records that panels and the disk have this time.
    package mutating func settle(at time: Timestamp) {
        emitted = time
        stored = time
    }

    /// Returns the properties to report to panels after `changed` have changed: a newer age with any other change, and
    /// alone only now and then.
    package mutating func emit(_ changed: Set<WidgetMember>, updatedAt time: Timestamp) -> Set<WidgetMember> {
        if time == emitted { return changed }
        let others = changed.subtracting([.updatedAt])
        if others.isEmpty, !changed.contains(.updatedAt) || Self.distance(emitted, time) < Self.signalSpan { return [] }
        emitted = time
        return others.union([.updatedAt])
    }

    /// Whether the disk needs a newer age although nothing else has changed.
    package func isStoreDue(updatedAt time: Timestamp) -> Bool { Self.distance(stored, time) >= Self.storeSpan }

    /// Whether the disk has a different age.
    package func isUnstored(updatedAt time: Timestamp) -> Bool { stored != time }

    /// Records that the next commit stores this age.
    package mutating func store(updatedAt time: Timestamp) { stored = time }

    /// The time of day may be set back.
    private static func distance(_ a: Timestamp, _ b: Timestamp) -> UInt64 {
        max(a, b).microseconds - min(a, b).microseconds
    }
}
