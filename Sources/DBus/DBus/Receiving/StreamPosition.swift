/// The position of a message among all messages that a connection has received; later messages have greater positions.
///
/// A task that waits for a reply resumes some time after the reply has arrived. Signals may be delivered before that.
/// To find out which changes the reply already includes, compare positions. D-Bus keeps the order of one program's
/// messages, so a reply is newer than the same program's earlier signals, and older than its later ones:
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
/// Don't compare positions of different connections.
public struct StreamPosition: Comparable, Hashable, Sendable {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    /// The position before the first message.
    public static let start = StreamPosition(number: 0)

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
