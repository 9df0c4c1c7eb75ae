/// Polls until a value is available, for state without notifications: a file of another program, a screen.
///
/// It polls with a pause: a task that only yields may run next again. As many such tasks as there are cores block all
/// other tasks, even the one that they wait for.
///
/// - Parameters:
///   - limit: how long to poll.
///   - pause: the minimum pause between polls. The pause is at least as long as the last poll, so that polling never
///     takes more than half of a processor.
///   - body: returns the value; nil if it isn't available yet.
/// - Returns: the value; nil if it didn't appear within the limit, or the task was canceled.
package func poll<Value>(
    within limit: Duration, every pause: Duration, _ body: () async throws -> Value?
) async rethrows -> Value? {
    let end = ContinuousClock.now + limit
    while case let start = ContinuousClock.now, start < end {
        if let value = try await body() { return value }
        if (try? await Task.sleep(for: max(pause, ContinuousClock.now - start))) == nil { return nil }
    }
    return nil
}
