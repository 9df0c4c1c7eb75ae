internal import TodayModel

/// How exactly an update has to be on time. Pure.
///
/// Where somebody looks, it is. In the background, an update at an interval begins up to a tenth of the interval later
/// (jitter), so that machines and widgets that started together do not go on together; and then it may wait for a
/// window of a tenth of the interval, at most ``longestSlack``, in which others are due as well, so that the machine wakes
/// up once for all of them. A time that a provider asked for, at which one that failed is tried again, or of a first
/// update, is kept to ``shortestSlack``. Nothing begins before it is due.
package enum WakeBatching {
    /// How long an update waits for others at most, in nanoseconds: half a minute.
    package static let longestSlack: UInt64 = 30_000_000_000
    /// How long one waits for others that has a time of its own: a second.
    package static let shortestSlack: UInt64 = 1_000_000_000

    /// - Parameters:
    ///   - due: when and why a widget is due.
    ///   - interval: its interval; nil when it is due for another reason than that this has passed.
    ///   - isViewing: whether a panel is visible.
    ///   - jitter: takes the most that there may be, and returns what there is.
    package static func window(
        for due: UpdateTiming.Due, interval: UInt64?, isViewing: Bool, jitter: (UInt64) -> UInt64
    ) -> Window {
        if isViewing { return Window(at: due.time) }
        switch (due.reason, interval) {
        case (.interval, let interval?):
            let earliest = due.time.adding(jitter(interval / 10))
            return Window(earliest, earliest.adding(min(interval / 10, longestSlack)))
        case (.interval, nil), (.nextUpdate, _), (.start, _): return Window(due.time, due.time.adding(shortestSlack))
        default: return Window(at: due.time)
        }
    }
}

/// Numbers that look random and are always the same for one seed, widget and update, so that looking again at when a
/// widget is due does not throw the dice again.
package struct Jitter: Hashable, Sendable {
    private let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// A number from 0 up to and including `most`.
    ///
    /// - Parameters:
    ///   - name: which widget.
    ///   - cycle: which of its updates.
    package func value(upTo most: UInt64, of name: String, cycle: UInt64) -> UInt64 {
        // FNV-1a, and then the end of SplitMix64, which spreads it over all bits.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var mixed = (hash ^ seed) &+ cycle &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        mixed ^= mixed >> 31
        return most == .max ? mixed : mixed.multipliedFullWidth(by: most + 1).high
    }
}
