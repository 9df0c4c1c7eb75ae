/// A method of an ``Interface``.
///
/// With an owner that lives on the thread of the connection's ``EventLoop``, a synchronous handler runs where the call is
/// read, is answered there, and makes no task. An owner that lives elsewhere, such as a class of the main actor, is visited
/// where it lives; calls come in the order in which they were made. Either way the caller gets exactly one reply: the
/// results, or the error thrown.
public struct Method<Owner: AnyObject & Sendable>: Sendable {
    enum Handler: Sendable {
        /// Runs on the loop's thread, with an owner that lives there; for any other there is a task.
        case synchronous(
            @Sendable (Owner, MethodCall, inout MessageReader, inout MessageWriter) throws -> Void, elsewhere: Work)
        /// Runs in a task.
        case asynchronous(Work)
        /// Runs at once; the reply comes when the owner gives it.
        case later(@Sendable (Owner, MethodCall, inout MessageReader) throws -> Void)
    }

    /// Reads its arguments at once, and gives back what to run and what makes the reply.
    typealias Work = @Sendable (Owner, MethodCall, inout MessageReader) throws -> @Sendable () async throws -> Message

    /// The method's name.
    public let name: MemberName
    /// Its arguments.
    public let inputs: [Argument]
    /// Its results.
    public let outputs: [Argument]
    /// What it does, shown in introspection.
    public let documentation: String?
    let inputSignature: String
    let outputSignature: String
    private(set) var changesNothing = false
    private(set) var marks = IntrospectionMarks()
    let handler: Handler
    /// Where the handler runs, when that is a matter of the handler and not of the owner.
    let isolation: (any Actor)?

    /// Whether only an owner on the loop's thread can have it.
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
    /// The same method, with the promise that it changes nothing: a call that wants no reply is not worked on at all.
    public var onlyReading: Method {
        var method = self
        method.changesNothing = true
        return method
    }

    /// The same method, to be used no more: introspection has the annotation `org.freedesktop.DBus.Deprecated`. It is
    /// answered as before.
    public var deprecated: Method {
        var method = self
        method.marks.isDeprecated = true
        return method
    }

    /// The same method, whose callers need no reply: introspection has the annotation
    /// `org.freedesktop.DBus.Method.NoReply`, and generated clients ask for none. Who asks for a reply gets it. The method
    /// has no results.
    public var withoutReply: Method {
        precondition(outputs.isEmpty, "the method \(name) has results, and cannot be one without a reply")
        var method = self
        method.marks.isWithoutReply = true
        return method
    }
}

extension Method where Owner: Actor {
    /// A method that is answered at once, with any number of results as a tuple.
    ///
    /// - Parameters:
    ///   - name: the name of the method.
    ///   - inputs: names of the arguments, for introspection.
    ///   - outputs: names of the results.
    ///   - doc: what the method does, for introspection.
    ///   - body: what answers a call.
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

    /// A method that is answered at once, with one result.
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

    /// A method that is answered at once and does not look at its caller.
    public init<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, repeat each Input) throws -> (repeat each Output)
    ) {
        self.init(name, in: inputs, out: outputs, doc: doc) {
            (owner: isolated Owner, _: MethodCall, input: repeat each Input) throws -> (repeat each Output) in
            try body(owner, repeat each input)
        }
    }

    /// A method that is answered at once and does not look at its caller, with one result.
    public init<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, repeat each Input) throws -> Output
    ) {
        self.init(name, in: inputs, out: outputs, doc: doc) {
            (owner: isolated Owner, _: MethodCall, input: repeat each Input) throws -> Output in
            try body(owner, repeat each input)
        }
    }

    /// A method that runs in a task, and may wait, also for calls back to its caller.
    public static func async<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, MethodCall, repeat each Input) async throws -> (repeat each Output)
    ) -> Method {
        Method(
            name, Argument.list(inputs, "arg", repeat (each Input).self),
            Argument.list(outputs, "result", repeat (each Output).self), doc, .asynchronous(work(body)))
    }

    /// A method that runs in a task, with one result.
    public static func async<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @Sendable (isolated Owner, MethodCall, repeat each Input) async throws -> Output
    ) -> Method {
        Method(
            name, Argument.list(inputs, "arg", repeat (each Input).self), Argument.list(outputs, "result", Output.self),
            doc, .asynchronous(work(body)))
    }

    /// Visits the owner wherever it lives. A body that does not wait has it for itself meanwhile.
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
