/// How far a progress that advances by itself has come, in steps that can be seen and that are not too many.
struct ProgressAdvance {
    /// 0…1.
    let fraction: Double
    /// When in µs it is one step further; nil for never.
    let nextChange: UInt64?

    /// A bar in a panel has hardly more pixels; four steps a second look steady.
    private static let steps: UInt64 = 400
    private static let shortestStep: UInt64 = 250_000

    init(since: UInt64, until: UInt64, now: UInt64) {
        guard now < until else {
            fraction = 1
            nextChange = nil
            return
        }
        let length = until > since ? until - since : 1
        let step = max(length / Self.steps, Self.shortestStep)
        let passed = now > since ? (now - since) / step : 0
        fraction = Double(passed * step) / Double(length)
        // A span may end at the end of time.
        let next = UInt128(since) + UInt128(passed + 1) * UInt128(step)
        nextChange = min(UInt64(clamping: next), until)
    }
}
