import DBus
import DBusTesting
import TodayPlatform

/// How long the right content takes after a fault that happens several times.
struct FaultReport {
    /// How often each fault happens; the variable `KILL_ROUNDS` sets another number.
    static let rounds = Environment["KILL_ROUNDS"].flatMap { Int($0) } ?? 3
    /// How long a program is stopped, in seconds; the variable `STOP_SECONDS` sets another number.
    private static let seconds = Environment["STOP_SECONDS"].flatMap { Int($0) } ?? 0

    private let name: String
    private var start = MonotonicTime.now
    private var times: [Duration] = []

    init(_ name: String) { self.name = name }

    /// Lets a stopped program stay stopped.
    static func pause() async throws { if seconds > 0 { try await Task.sleep(for: .seconds(seconds)) } }

    /// All sides are back.
    mutating func begin() { start = .now }

    /// The content is right.
    mutating func end() { times.append(.now - start) }

    func print() {
        let slowest = Int((times.max() ?? .zero) / .milliseconds(1))
        Swift.print(
            "\(name): \(times.count) rounds; the right content came after \(slowest) ms at most")
    }
}
