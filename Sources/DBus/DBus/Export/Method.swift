/// A method of an ``Interface``.
///
/// The owner may live on the thread of the connection's ``EventLoop``. A synchronous handler then runs and replies on
/// the thread that reads the call, without a task. For any other owner, such as a class of the main actor, handlers run
/// on its executor, in the order of the calls. In both cases, the caller gets exactly one reply: the results or the
/// thrown error.
public struct Method<Owner: AnyObject & Sendable>: Sendable {
    enum Handler: Sendable {
        /// Runs on the loop's thread if the owner lives there, otherwise in a task.
        case synchronous(
            @Sendable (Owner, MethodCall, inout MessageReader, inout MessageWriter) throws -> Void, elsewhere: Work)
        /// Runs in a task.
        case asynchronous(Work)
        /// Runs immediately; the owner sends the reply later.
        case later(@Sendable (Owner, MethodCall, inout MessageReader) throws -> Void)
    }

    /// Reads its arguments immediately. Returns the work to run, which makes the reply.
    typealias Work = @Sendable (Owner, MethodCall, inout MessageReader) throws -> @Sendable () async throws -> Message

    /// The method's name.
    public let name: MemberName
    /// Its arguments.
    public let inputs: [Argument]
    /// Its results.
    public let outputs: [Argument]
    /// The method's purpose, shown in introspection.
    public let documentation: String?
    let inputSignature: String
    let outputSignature: String
    private(set) var changesNothing = false
    private(set) var marks = IntrospectionMarks()
    let handler: Handler
    /// The actor on which the handler runs, when the handler and not the owner decides that.
    let isolation: (any Actor)?

    /// Whether it requires an owner on the loop's thread.
    var needsLoop: Bool { if case .later = handler { true } else { false } }

    init(
        _ name: MemberName, _ inputs: [Argument], _ outputs: [Argument], _ documentation: String?, _ handler: Handler,
        isolation: (any Actor)? = nil
    ) {
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self.documentation = documentation
        self.handler = handler
        self.isolation = isolation
        inputSignature = inputs.map(\.type.rawValue).joined()
        outputSignature = outputs.map(\.type.rawValue).joined()
    }
}

extension Method {
    /// The same method, marked as changing nothing: a call that wants no reply is skipped.
    package var onlyReading: Method {
        var method = self
        method.changesNothing = true
        return method
    }

    /// The same method, marked as deprecated: introspection has the annotation `org.freedesktop.DBus.Deprecated`. It
    /// still answers calls.
    public var deprecated: Method {
        var method = self
        method.marks.isDeprecated = true
        return method
    }

    /// The same method, marked as needing no reply: introspection has the annotation
    /// `org.freedesktop.DBus.Method.NoReply`, and generated clients don't request one. A caller that requests a reply
    /// gets it. The method must not have results.
    public var withoutReply: Method {
        if !outputs.isEmpty { fatalError("the method \(name) has results, so it needs a reply") }
        var method = self
        method.marks.isWithoutReply = true
        return method
    }
}

extension Method where Owner: Actor {
    /// Makes a method that replies immediately, with any number of results as a tuple.
    ///
    /// - Parameters:
    ///   - name: the name of the method.
    ///   - inputs: names of the arguments, for introspection.
    ///   - outputs: names of the results.
    ///   - doc: what the method does, for introspection.
    ///   - body: answers a call.
    public init<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, MethodCall, repeat each Input) throws -> (repeat each Output)
    ) {
        self.init(
            name, Argument.list(inputs, "arg", repeat (each Input).self),
            Argument.list(outputs, "result", repeat (each Output).self), doc,
            .synchronous(
                { owner, call, reader, writer in
                    let input: (repeat each Input) = try reader.readArguments()
                    let output = try owner.assumeIsolated { owner in
                        let output = try body(owner, call, repeat each input)
                        return Values<repeat each Output>(repeat each output)
                    }
                    for value in repeat each output.values { try value.write(to: &writer) }
                }, elsewhere: Self.work(body)))
    }

    /// Makes a method that replies immediately, with one result.
    public init<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, MethodCall, repeat each Input) throws -> Output
    ) {
        self.init(
            name, Argument.list(inputs, "arg", repeat (each Input).self),
            Argument.list(outputs, "result", Output.self), doc,
            .synchronous(
                { owner, call, reader, writer in
                    let input: (repeat each Input) = try reader.readArguments()
                    let output = try owner.assumeIsolated { try body($0, call, repeat each input) }
                    try output.write(to: &writer)
                }, elsewhere: Self.work(body)))
    }

    /// Makes a method that replies immediately and doesn't use its caller.
    public init<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, repeat each Input) throws -> (repeat each Output)
    ) {
        self.init(name, in: inputs, out: outputs, doc: doc) {
            (owner: isolated Owner, _: MethodCall, input: repeat each Input) throws -> (repeat each Output) in
            try body(owner, repeat each input)
        }
    }

    /// Makes a method that replies immediately and doesn't use its caller, with one result.
    public init<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, repeat each Input) throws -> Output
    ) {
        self.init(name, in: inputs, out: outputs, doc: doc) {
            (owner: isolated Owner, _: MethodCall, input: repeat each Input) throws -> Output in
            try body(owner, repeat each input)
        }
    }

    /// Makes a method that runs in a task and may suspend, for example to call its caller back.
    public static func async<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, MethodCall, repeat each Input) async throws -> (repeat each Output)
    ) -> Method {
        Method(
            name, Argument.list(inputs, "arg", repeat (each Input).self),
            Argument.list(outputs, "result", repeat (each Output).self), doc, .asynchronous(work(body)))
    }

    /// Makes a method that runs in a task, with one result.
    public static func async<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, MethodCall, repeat each Input) async throws -> Output
    ) -> Method {
        Method(
            name, Argument.list(inputs, "arg", repeat (each Input).self), Argument.list(outputs, "result", Output.self),
            doc, .asynchronous(work(body)))
    }

    /// Visits the owner wherever it lives. A body that doesn't suspend has exclusive access to it.
    private static func work<each Input: DBusType, each Output: DBusType>(
        _ body: @escaping @Sendable (isolated Owner, MethodCall, repeat each Input) async throws -> (repeat each Output)
    ) -> Work {
        { owner, call, reader in
            let input = try Values<repeat each Input>(from: &reader)
            @Sendable func run(_ owner: isolated Owner) async throws -> Message {
                let output = try await body(owner, call, repeat each input.values)
                return try Message.make(.methodReturn(to: call), repeat each output)
            }
            return { try await run(owner) }
        }
    }

    private static func work<each Input: DBusType, Output: DBusType>(
        _ body: @escaping @Sendable (isolated Owner, MethodCall, repeat each Input) async throws -> Output
    ) -> Work {
        { owner, call, reader in
            let input = try Values<repeat each Input>(from: &reader)
            @Sendable func run(_ owner: isolated Owner) async throws -> Message {
                let output = try await body(owner, call, repeat each input.values)
                return try Message.make(.methodReturn(to: call), output)
            }
            return { try await run(owner) }
        }
    }
}
