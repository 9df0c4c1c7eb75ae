import Glibc

/// How much a fuzz test does: the same bounded work in every run, or by hand as much as there is time for.
///
/// ```
/// DBUS_FUZZ_SECONDS=600 swift test --filter Fuzz
/// ```
///
/// gives each fuzz test ten minutes, with other values each time. The seed is printed; `DBUS_FUZZ_SEED` brings the same
/// values again.
struct Fuzzing {
    private let seconds: Int?
    private let seed: UInt64?

    init() {
        seconds = Self.number("DBUS_FUZZ_SECONDS")
        seed = Self.number("DBUS_FUZZ_SEED").map { UInt64(truncatingIfNeeded: $0) }
    }

    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }

    /// Calls `body` `rounds` times, or until the time is over.
    func run(_ name: String, seed fixed: UInt64, rounds: Int, _ body: (inout RandomValues) throws -> Void) rethrows {
        guard let seconds else {
            var values = RandomValues(seed: seed ?? fixed)
            for _ in 0..<rounds { try body(&values) }
            return
        }
        let seed = seed ?? UInt64.random(in: 0...UInt64(Int.max))
        print("fuzzing \(name) for \(seconds) s; again with DBUS_FUZZ_SEED=\(seed)")
        var values = RandomValues(seed: seed)
        let end = ContinuousClock.now + .seconds(seconds)
        var done = 0
        while ContinuousClock.now < end {
            for _ in 0..<50 { try body(&values) }
            done += 50
        }
        print("fuzzed \(name): \(done) rounds")
    }
}
