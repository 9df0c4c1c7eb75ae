/// A collection of the elements of a sequence, in which a test can wait for expected elements.
public final class Collector<Element: Sendable & Equatable>: Sendable {
    private struct Collected: Sendable {
        var elements: [Element] = []
        var isAtEnd = false
    }

    private let collected: WatchedValue<Collected>
    private let task: Task<Void, Never>

    /// Starts collecting, until the sequence ends or this collector is released.
    public init(_ sequence: AsyncStream<Element>) {
        let collected = WatchedValue(Collected())
        self.collected = collected
        task = Task {
            for await element in sequence { collected.change { $0.elements.append(element) } }
            collected.change { $0.isAtEnd = true }
        }
    }

    deinit { task.cancel() }

    /// The elements collected so far.
    public var elements: [Element] { collected.value.elements }

    /// Waits until exactly these elements have arrived.
    ///
    /// - Throws: ``Unexpected`` when other elements arrive, or not all arrive within `limit`.
    public func wait(for expected: [Element], within limit: Duration = .seconds(60)) async throws {
        _ = try? await collected.wait(within: limit) { collected in
            collected.elements == expected || collected.isAtEnd || !expected.starts(with: collected.elements)
        }
        let elements = elements
        if elements != expected { throw Unexpected(description: "expected \(expected), got \(elements)") }
    }

    /// Waits for the end of the sequence.
    ///
    /// - Throws: ``DeadlineExceeded``.
    public func waitForEnd(within limit: Duration = .seconds(60)) async throws {
        try await collected.wait(within: limit, until: \.isAtEnd)
    }

    /// An error for other elements than a test expected.
    public struct Unexpected: Error, Sendable, CustomStringConvertible { public let description: String }
}
