/// Where a message stands among all that a connection has received: what came later is greater.
///
/// A task that waits for a reply runs on some time after the reply has come, and meanwhile signals are told. To know
/// which of them the reply knew of already, compare their positions. D-Bus keeps the order of what one program sends, so
/// that a reply is newer than the signals of the same program before it, and older than those after it:
///
/// ```swift
/// func follow(_ counter: Proxy) async throws -> Int32 {
///     let signals = try await counter.signals("Counted")
///     let reply: Reply<Int32> = try await counter.call("Add", Int32(0))
///     var count = reply.value
///     for await signal in signals where signal.position > reply.position {
///         count += try signal.arguments(as: Int32.self)
///         if count >= 100 { break }
///     }
///     return count
/// }
/// ```
///
/// Positions of different connections have nothing to do with each other.
public struct StreamPosition: Comparable, Hashable, Sendable {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    /// Before everything that is received.
    public static let start = StreamPosition(number: 0)

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
