extension Method {
    /// Makes a method of a class of the main actor, with any number of results as a tuple.
    ///
    /// The body may suspend while other calls are answered.
    ///
    /// - Parameters:
    ///   - name: the name of the method.
    ///   - inputs: names of the arguments, for introspection.
    ///   - outputs: names of the results.
    ///   - doc: what the method does, for introspection.
    ///   - body: answers a call.
    public init<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body:
            @escaping @MainActor @Sendable (Owner, MethodCall, repeat each Input) async throws -> (repeat each Output)
    ) {
        self.init(
            name, Argument.list(inputs, "arg", repeat (each Input).self),
            Argument.list(outputs, "result", repeat (each Output).self), doc,
            .asynchronous { owner, call, reader in
                let input = try Values<repeat each Input>(from: &reader)
                return { @MainActor in
                    let output = try await body(owner, call, repeat each input.values)
                    return try Message.make(.methodReturn(to: call), repeat each output)
                }
            }, isolation: MainActor.shared)
    }

    /// Makes a method of a class of the main actor, with one result.
    public init<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @MainActor @Sendable (Owner, MethodCall, repeat each Input) async throws -> Output
    ) {
        self = .isolated(name, in: inputs, out: outputs, doc: doc, body)
    }

    /// Makes a method of a class of the main actor that doesn't use its caller.
    public init<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @MainActor @Sendable (Owner, repeat each Input) async throws -> (repeat each Output)
    ) {
        self.init(name, in: inputs, out: outputs, doc: doc) {
            (owner: Owner, _: MethodCall, input: repeat each Input) async throws -> (repeat each Output) in
            try await body(owner, repeat each input)
        }
    }

    /// Makes a method of a class of the main actor that doesn't use its caller, with one result.
    public init<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @MainActor @Sendable (Owner, repeat each Input) async throws -> Output
    ) {
        self.init(name, in: inputs, out: outputs, doc: doc) {
            (owner: Owner, _: MethodCall, input: repeat each Input) async throws -> Output in
            try await body(owner, repeat each input)
        }
    }

    /// Makes a method of an owner on any global actor. The closure names the actor: `{ @Database (table: Table, call:
    /// MethodCall) in`.
    public static func isolated<each Input: DBusType, each Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body:
            @escaping @isolated(any) @Sendable (Owner, MethodCall, repeat each Input) async throws ->
            sending (
                repeat each Output
            )
    ) -> Method {
        Method(
            name, Argument.list(inputs, "arg", repeat (each Input).self),
            Argument.list(outputs, "result", repeat (each Output).self), doc,
            .asynchronous { owner, call, reader in
                let input = try Values<repeat each Input>(from: &reader)
                return {
                    let output = try await body(owner, call, repeat each input.values)
                    return try Message.make(.methodReturn(to: call), repeat each output)
                }
            }, isolation: body.isolation)
    }

    /// Makes a method of an owner on any global actor, with one result.
    public static func isolated<each Input: DBusType, Output: DBusType>(
        _ name: MemberName, in inputs: [String] = [], out outputs: [String] = [], doc: String? = nil,
        _ body: @escaping @isolated(any) @Sendable (Owner, MethodCall, repeat each Input) async throws -> Output
    ) -> Method {
        Method(
            name, Argument.list(inputs, "arg", repeat (each Input).self), Argument.list(outputs, "result", Output.self),
            doc,
            .asynchronous { owner, call, reader in
                let input = try Values<repeat each Input>(from: &reader)
                return {
                    let output = try await body(owner, call, repeat each input.values)
                    return try Message.make(.methodReturn(to: call), output)
                }
            }, isolation: body.isolation)
    }
}
