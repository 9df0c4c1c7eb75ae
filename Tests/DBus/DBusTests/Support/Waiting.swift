import DBus
import DBusTesting
import Synchronization
import Testing

/// Keeps track of an object without keeping it.
final class Weak<Object: AnyObject & Sendable>: @unchecked Sendable {
    // Invariant: set once, by `init`; weak references may be read on any thread.
    private(set) weak var object: Object?
    init(_ object: Object) { self.object = object }
}

/// Waits until `condition` holds, for states that nothing reports.
func eventually(
    _ what: Comment, within limit: Duration = .seconds(60), sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async rethrows {
    let holds: Bool? = try await poll(within: limit, every: .milliseconds(1)) { try await condition() ? true : nil }
    if holds == nil { Issue.record(what, sourceLocation: sourceLocation) }
}

extension Connection {
    /// Runs code on this connection's thread.
    func perform<R: Sendable>(_ body: @Sendable (isolated Connection) throws -> R) rethrows -> R { try body(self) }
}

/// A door that opens once, for every task that waits at it.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// How many wait now.
    var count: Int { waiting.count }
}

/// Counts events on any thread.
final class Count: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func add() { count.add(1, ordering: .sequentiallyConsistent) }
}
