/// The planned updates of all widgets. Pure: times are arguments, in nanoseconds of the boot clock.
///
/// Each widget that will be due has a ``Window``. The center waits for the earliest end of a window, then takes every
/// widget whose window has begun, so that nearby updates run together. It waits for a single time regardless of the
/// number of widgets, and for none if nothing will be due. A change of one widget costs O(log n).
package struct WakeSchedule<Key: Hashable & Sendable>: Sendable {
    private var beginnings = TimeHeap<Key>()
    private var ends = TimeHeap<Key>()

    package init() {}

    /// Plans the next update of a widget; nil for none.
    package mutating func plan(_ key: Key, _ window: Window?) {
        beginnings.set(key, window?.earliest)
        ends.set(key, window?.latest)
    }

    /// The number of planned updates.
    package var count: Int { ends.count }

    /// The end of the next window; nil if nothing is planned.
    package var wakeTime: UInt64? { ends.firstTime }

    /// Removes and returns the widgets to update now, in the order in which they became due: none before a window ends,
    /// then all whose windows have begun.
    package mutating func popDue(at now: UInt64) -> [Key] {
        guard let wakeTime, wakeTime <= now else { return [] }
        var due: [Key] = []
        while let key = beginnings.pop(until: now) {
            ends.set(key, nil)
            due.append(key)
        }
        return due
    }

    /// Removes and returns the widgets whose windows ended at `time` or before: they were missed.
    package mutating func popMissed(until time: UInt64) -> [Key] {
        var missed: [Key] = []
        while let key = ends.pop(until: time) {
            beginnings.set(key, nil)
            missed.append(key)
        }
        return missed
    }
}

/// The times at which an update may start.
package struct Window: Hashable, Sendable {
    package let earliest: UInt64
    package let latest: UInt64

    /// A window of length zero.
    package init(at time: UInt64) {
        earliest = time
        latest = time
    }

    package init(_ earliest: UInt64, _ latest: UInt64) {
        self.earliest = earliest
        self.latest = latest
    }
}
