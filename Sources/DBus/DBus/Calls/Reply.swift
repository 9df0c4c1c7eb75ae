/// The result of a call, and the position of its reply.
///
/// To get a `Reply`, declare it as the result of a call:
///
/// ```swift
/// let names: Reply<[String]> = try await bus.call(.bus, "ListNames")
/// ```
///
/// `@unchecked`: the results of calls are `Sendable`, but the compiler can't infer this for a tuple made from a pack.
public struct Reply<Value>: @unchecked Sendable {
    /// The result; a tuple when there are several, and `Void` when the results are ignored.
    public let value: Value
    /// The position of the reply among the signals of the same sender.
    public let position: StreamPosition
}
