internal import TodayModel

/// Decides how exactly an update has to be on time. Pure.
///
/// While a panel is visible, an update is exactly on time. In the background, an update at an interval starts up to a
/// tenth of the interval late. This jitter lets machines and widgets that started together drift apart. It may then
/// wait for others in a window of a tenth of the interval, at most ``longestSlack``, so that the machine wakes up once
/// for all. A time that a provider requested, a retry and a first update wait at most ``shortestSlack``. No update
/// starts before it is due.
package enum WakeBatching {
    /// The longest wait of an update for others, in nanoseconds: half a minute.
    package static let longestSlack: UInt64 = 30_000_000_000
    /// The wait of an update with its own time: a second.
    package static let shortestSlack: UInt64 = 1_000_000_000

    /// - Parameters:
    ///   - due: when and why a widget is due.
    ///   - interval: its interval; nil if it is due for another reason than the end of the interval.
    ///   - isViewing: whether a panel is visible.
    ///   - jitter: returns the jitter, from 0 to its argument.
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

/// Pseudorandom numbers that are always the same for one seed, widget and update, so that computing a due time again
/// gives the same time.
package struct Jitter: Hashable, Sendable {
    private let seed: UInt64

    package init(seed: UInt64) { self.seed = seed }

    /// Returns a number from 0 to `most`, inclusive.
    ///
    /// - Parameters:
    ///   - name: the widget.
    ///   - cycle: the number of its update.
    package func value(upTo most: UInt64, of name: String, cycle: UInt64) -> UInt64 {
        // FNV-1a, then the finalizer of SplitMix64, which spreads the hash over all bits.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var mixed = (hash ^ seed) &+ cycle &* 0x9e37_79b9_7f4a_7c15
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        mixed ^= mixed >> 31
        return most == .max ? mixed : mixed.multipliedFullWidth(by: most + 1).high
    }
}
