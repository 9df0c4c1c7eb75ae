internal import DBus

extension InterfacePlan {
    /// Writes the type that calls the interface.
    func writeClient(to source: inout SourceText, _ options: CodegenOptions) {
        let access = options.access.prefix
        source.gap()
        source.documentation(
            documentation.paragraphs + ["The interface `\(wireName)` of a remote object."])
        if isDeprecated { source.line("@available(*, deprecated)") }
        source.block("\(access)nonisolated struct \(client): InterfaceClient") { source in
            source.documentation(["`\(wireName)`"])
            source.line("\(access)static let interface = \(contract).name")
            source.documentation(["The proxy for calls. Its `timeout` and `options` apply to all of them."])
            source.line("\(access)var proxy: Proxy")
            source.gap()
            writeInitializer(to: &source, options)
            for method in methods { writeMethod(method, to: &source, access) }
            for property in properties { writeProperty(property, to: &source, access) }
            for signal in signals { writeSignal(signal, to: &source, access) }
            if options.properties { writeProperties(to: &source, access) }
        }
    }

    private func writeInitializer(to source: inout SourceText, _ options: CodegenOptions) {
        source.documentation([
            "Makes a client from a proxy for the interface, such as that of an object in an `ObjectManagerClient`."
        ])
        source.line("\(options.access.prefix)init(_ proxy: Proxy) { self.proxy = proxy }")
        source.gap()
        source.documentation([
            "Makes a client without I/O. If the object doesn't exist, the first call fails."
        ])
        source.items([
            ("Parameter connection", "the connection for calls."),
            ("Parameter destination", "the service to call; nil with a peer."),
            ("Parameter path", "the object."),
        ])
        func value(_ name: String?) -> String { name.map { " = " + SourceText.literal($0) } ?? "" }
        source.function(
            "\(options.access.prefix)init",
            [
                "_ connection: Connection", "_ destination: BusName?" + value(options.destination?.rawValue),
                "at path: ObjectPath" + value(options.path?.rawValue),
            ], "",
            SourceText.Call(
                head: "proxy = Proxy(", arguments: ["connection", "destination", "path", contract + ".name"]))
    }

    private func writeMethod(_ method: Method, to source: inout SourceText, _ access: String) {
        source.gap()
        source.documentation(
            method.documentation.paragraphs.isEmpty ? ["Calls `\(method.wireName)`."] : method.documentation.paragraphs)
        source.writeItems(method)
        if method.isDeprecated { source.line("@available(*, deprecated)") }
        let (head, parameters) = ("\(access)func \(SwiftName.quoted(method.name))", method.inputs.map(\.parameter))
        let tail = " async throws" + (method.result.map { " -> " + $0 } ?? "")
        let arguments = [SourceText.literal(method.wireName)] + method.inputs.map { SwiftName.quoted($0.name) }
        if method.outputs.count > 1 {
            // A tuple without labels converts to one with labels only after it is stored.
            let types = method.outputs.map(\.type).joined(separator: ", ")
            source.function(head, parameters, tail) { source in
                source.call(
                    SourceText.Call(head: "let results: (\(types)) = try await proxy.call(", arguments: arguments))
                source.line("return results")
            }
        } else {
            let call = method.isWithoutReply ? "callWithoutReply" : "call"
            source.function(
                head, parameters, tail, SourceText.Call(head: "try await proxy.\(call)(", arguments: arguments))
        }
    }

    private func writeProperty(_ property: Property, to source: inout SourceText, _ access: String) {
        let literal = property.nameExpression
        let deprecated = { (source: inout SourceText) in
            if property.isDeprecated { source.line("@available(*, deprecated)") }
        }
        let paragraphs =
            property.documentation.paragraphs.isEmpty
            ? ["The property `\(property.wireName)`."] : property.documentation.paragraphs
        if property.isReadable {
            source.gap()
            source.documentation(paragraphs + (property.change == .constant ? ["It never changes."] : []))
            deprecated(&source)
            source.block("\(access)var \(SwiftName.quoted(property.name)): \(property.type)") { source in
                source.line("get async throws { try await proxy.get(\(literal)) }")
            }
        }
        if property.isWritable {
            source.gap()
            source.documentation(
                property.isReadable ? ["Sets ``\(property.name)``."] : paragraphs + ["It is write-only."])
            deprecated(&source)
            source.function(
                "\(access)func set\(property.suffix)", ["_ value: \(property.type)"], " async throws",
                SourceText.Call(head: "try await proxy.set(", arguments: [literal, "to: value"]))
        }
        if property.isReadable, property.change == .emitsChange || property.change == .invalidates {
            source.gap()
            source.documentation(["``\(property.name)`` now and after each change; nil while it can't be read."])
            deprecated(&source)
            source.function(
                "\(access)func observe\(property.suffix)", [], " async throws -> AsyncStream<\(property.type)?>",
                SourceText.Call(head: "try await proxy.observe(", arguments: [literal]))
        }
    }

    private func writeSignal(_ signal: Signal, to source: inout SourceText, _ access: String) {
        source.gap()
        source.documentation(
            signal.documentation.paragraphs.isEmpty
                ? ["The signals `\(signal.wireName)`, from now on."] : signal.documentation.paragraphs)
        if signal.isDeprecated { source.line("@available(*, deprecated)") }
        let description = "\(contract).\(SwiftName.quoted(signal.name))"
        let fields = signal.arguments.map { (name: $0.outerName, type: $0.type) }
        let element = signal.payload ?? signal.arguments.first?.type ?? "Void"
        source.function(
            "\(access)func \(signal.name)Signals", [], " async throws -> TypedSignalStream<\(element)>",
            SourceText.Call(
                head: "try await proxy.signals(",
                arguments: [description] + (signal.payload.map { ["as: " + SourceText.making($0, fields)] } ?? [])))
        guard let payload = signal.payload else { return }
        source.gap()
        source.documentation(["The arguments of a signal `\(signal.wireName)`."])
        source.block("\(access)nonisolated struct \(payload): Hashable, Sendable") { source in
            for argument in signal.arguments {
                source.documentation([argument.documentation ?? ""])
                source.line("\(access)var \(SwiftName.quoted(argument.outerName)): \(argument.type)")
            }
            source.writeInitializer(fields, access)
        }
    }
}

extension SourceText {
    /// Writes the documentation of a method's arguments and results.
    mutating func writeItems(_ method: InterfacePlan.Method) {
        var items = method.inputs.compactMap { argument in
            argument.documentation.map { ("Parameter \(argument.name)", $0) }
        }
        let results = method.outputs.compactMap { result in
            result.documentation.map { method.outputs.count > 1 ? "`\(result.name)`: \($0)" : $0 }
        }
        if !results.isEmpty { items.append(("Returns", results.joined(separator: " "))) }
        self.items(items.map { (name: $0.0, text: $0.1) })
    }
}

extension CodegenOptions.Access {
    /// The prefix of a declaration.
    var prefix: String { self == .internal ? "" : rawValue + " " }
}
