/// What a call has answered, and when.
///
/// A call whose result is a `Reply` is any call:
///
/// ```swift
/// let names: Reply<[String]> = try await bus.call(.bus, "ListNames")
/// ```
///
/// `@unchecked`: the results of calls are `Sendable`, which the compiler does not see of a tuple made from a pack.
public struct Reply<Value>: @unchecked Sendable {
    /// The result; a tuple when there are several, and `Void` when they are not looked at.
    public let value: Value
    /// Where the reply stood among the signals of the same sender.
    public let position: StreamPosition
}
