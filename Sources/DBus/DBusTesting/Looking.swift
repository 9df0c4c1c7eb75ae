/// Looks until there is something to see, for what nothing tells of: a file of another program, a screen.
///
/// It looks again and again, with a pause: a task that only yields may be the next one again, and as many of these as there
/// are cores hold up everybody, also the one they wait for.
///
/// - Parameters:
///   - limit: how long it looks.
///   - pause: how long it waits before it looks again; at least as long as the last look took, so that looking never
///     takes more than half of a processor.
///   - body: what is seen; nil for nothing yet.
/// - Returns: What was seen; nil if there was nothing within the limit, or the task was cancelled.
package func look<Seen>(
    within limit: Duration, every pause: Duration, _ body: () async throws -> Seen?
) async rethrows -> Seen? {
    let end = ContinuousClock.now + limit
    while case let start = ContinuousClock.now, start < end {
        if let seen = try await body() { return seen }
        if (try? await Task.sleep(for: max(pause, ContinuousClock.now - start))) == nil { return nil }
    }
    return nil
}
