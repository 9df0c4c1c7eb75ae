/// When every widget is to be updated, and what that depends on. Pure: times are given, in nanoseconds of the boot clock.
///
/// Each widget that will be due has a ``Window``. The center waits for the earliest end of a window, and then takes every
/// widget whose window has begun, so that those near one another are updated together. There is one time to wait for
/// however many widgets there are, none when nothing will be due, and a change of one widget costs O(log n).
package struct WakeSchedule<Key: Hashable & Sendable>: Sendable {
    private var beginnings = TimeHeap<Key>()
    private var ends = TimeHeap<Key>()

    package init() {}

    /// Plans the next update of a widget; nil is none.
    package mutating func plan(_ key: Key, _ window: Window?) {
        beginnings.set(key, window?.earliest)
        ends.set(key, window?.latest)
    }

    /// How many updates are planned.
    package var count: Int { ends.count }

    /// When the next window ends; nil when there is none.
    package var wakeTime: UInt64? { ends.firstTime }

    /// Takes out the widgets that are to be updated now, in the order they became due: none before a window ends, then
    /// all whose windows have begun.
    package mutating func popDue(at now: UInt64) -> [Key] {
        guard let wakeTime, wakeTime <= now else { return [] }
        var due: [Key] = []
        while let key = beginnings.pop(until: now) {
            ends.set(key, nil)
            due.append(key)
        }
        return due
    }

    /// Takes out the widgets whose windows ended at `time` or before: they were missed.
    package mutating func popMissed(until time: UInt64) -> [Key] {
        var missed: [Key] = []
        while let key = ends.pop(until: time) {
            beginnings.set(key, nil)
            missed.append(key)
        }
        return missed
    }
}

/// When an update may begin.
package struct Window: Hashable, Sendable {
    package let earliest: UInt64
    package let latest: UInt64

    /// A window that ends where it begins.
    package init(at time: UInt64) {
        earliest = time
        latest = time
    }

    package init(_ earliest: UInt64, _ latest: UInt64) {
        self.earliest = earliest
        self.latest = latest
    }
}
