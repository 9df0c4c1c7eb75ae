/// The state of a progress that advances by itself, in visible steps whose number is limited.
package struct ProgressAdvance {
    /// The number of steps.
    package enum Steps: Hashable, Sendable {
        /// As many steps as a steady motion needs: a bar in a panel is rarely wider than 400 pixels, and four steps a
        /// second look steady.
        case steady
        /// One for each percent.
        case percents

        fileprivate func count(in length: UInt64) -> UInt64 {
            self == .percents ? 100 : min(max(length / 250_000, 1), 400)
        }
    }

    /// 0…1.
    package let fraction: Double
    /// The time of the next step in µs; nil for never.
    package let nextChange: UInt64?

    package init(since: UInt64, until: UInt64, now: UInt64, steps: Steps = .steady) {
        guard now < until else {
            fraction = 1
            nextChange = nil
            return
        }
        let length = until > since ? until - since : 1
        let count = UInt128(steps.count(in: length))
        let passed = UInt128(now > since ? now - since : 0) * count / UInt128(length)
        fraction = Double(passed) / Double(count)
        // Rounded up: one moment earlier, the step isn't complete.
        let next = ((passed + 1) * UInt128(length) + count - 1) / count
        nextChange = UInt64(clamping: UInt128(since) + next)
    }
}
