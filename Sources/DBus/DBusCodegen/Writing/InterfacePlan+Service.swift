internal import DBus

extension InterfacePlan {
    /// Writes the protocol of actors, or of classes of the main actor, that export the interface, and its extensions.
    func writeService(to source: inout SourceText, _ options: CodegenOptions) {
        let access = options.access.prefix
        let owner = Owner(isMainActor: options.mainActor)
        source.gap()
        source.documentation(
            documentation.paragraphs + [
                options.mainActor
                    ? "A class of the main actor that exports the interface `\(wireName)`."
                    : "An actor that exports the interface `\(wireName)`. Calls cost least if it runs on the thread of "
                        + "its connection, with the connection's `unownedExecutor`."
            ])
        let head = options.mainActor ? "@MainActor \(access)protocol \(service): AnyObject, Sendable" : nil
        source.block(head ?? "\(access)protocol \(service): Actor") { source in
            if !signals.isEmpty || properties.contains(where: \.emitsChanges) {
                source.documentation(["The connection that exports it and emits its signals."])
                source.line("\(options.mainActor ? "" : "nonisolated ")var connection: Connection { get }")
            }
            for method in methods { writeRequirement(method, to: &source) }
            for property in properties { writeRequirement(property, to: &source) }
        }
        source.gap()
        source.block("\(options.mainActor ? "@MainActor " : "")extension \(service)") { source in
            source.documentation(["The interface, for `export(_:of:at:)` of a connection."])
            let name = SwiftName.member(contract)
            source.block("\(access)static var \(name): Interface<Self>") { source in writeInterface(to: &source, owner)
            }
            for signal in signals { writeEmission(signal, to: &source, access) }
            for property in properties where property.emitsChanges { writeChange(property, to: &source, access) }
        }
    }

    // MARK: Requirements

    private func writeRequirement(_ method: Method, to source: inout SourceText) {
        source.gap()
        source.documentation(
            (method.documentation.paragraphs.isEmpty
                ? ["Answers `\(method.wireName)`."] : method.documentation.paragraphs)
                + (method.isDeprecated ? ["Deprecated."] : []))
        source.writeItems(method)
        source.requirement(
            "func \(SwiftName.quoted(method.name))", method.inputs.map(\.parameter) + ["for call: MethodCall"],
            (method.isAsynchronous ? " async" : "") + " throws" + (method.result.map { " -> " + $0 } ?? ""))
    }

    private func writeRequirement(_ property: Property, to source: inout SourceText) {
        let paragraphs =
            property.documentation.paragraphs.isEmpty
            ? ["The property `\(property.wireName)`."] : property.documentation.paragraphs
        if property.isReadable {
            source.gap()
            source.documentation(paragraphs)
            source.line("var \(SwiftName.quoted(property.name)): \(property.type) { get throws }")
        }
        if property.isWritable {
            source.gap()
            source.documentation(
                property.isReadable ? ["Sets ``\(property.name)`` for a caller."] : paragraphs)
            source.line(
                "func set\(property.suffix)(_ value: \(property.type), for call: MethodCall)"
                    + (property.isAsynchronous ? " async" : "") + " throws")
        }
    }

    // MARK: The interface

    /// The first parameter of handlers, and how to reach the owner.
    private struct Owner {
        let isMainActor: Bool
        var type: String { isMainActor ? "Self" : "isolated Self" }
        /// A task enters the main actor, even for a synchronous method.
        func method(_ method: Method) -> String {
            method.isAsynchronous && !isMainActor ? "Method.async(" : "Method("
        }
    }

    private func writeInterface(to source: inout SourceText, _ owner: Owner) {
        let arguments =
            [contract + ".name"] + (documentation.text.map { ["documentation: " + SourceText.literal($0)] } ?? [])
        guard !(methods.isEmpty && properties.isEmpty && signals.isEmpty) else {
            return source.call(
                SourceText.Call(
                    head: "Interface(", arguments: arguments, tail: ") {}" + (isDeprecated ? ".deprecated" : "")))
        }
        source.call(SourceText.Call(head: "Interface(", arguments: arguments), opening: true)
        source.body(end: isDeprecated ? "}.deprecated" : "}") { source in
            for method in methods { writeMember(method, to: &source, owner) }
            for property in properties { writeMember(property, to: &source, owner) }
            for signal in signals {
                source.line("\(contract).\(SwiftName.quoted(signal.name))" + (signal.isDeprecated ? ".deprecated" : ""))
            }
        }
    }

    private func writeMember(_ method: Method, to source: inout SourceText, _ owner: Owner) {
        func names(_ label: String, _ values: [Argument]) -> [String] {
            let names = values.map { SourceText.literal($0.wireName) }.joined(separator: ", ")
            return values.isEmpty ? [] : ["\(label): [\(names)]"]
        }
        source.call(
            SourceText.Call(
                head: owner.method(method),
                arguments: [SourceText.literal(method.wireName)] + names("in", method.inputs)
                    + names("out", method.outputs)
                    + (method.documentation.text.map { ["doc: " + SourceText.literal($0)] } ?? [])),
            opening: true)
        // A tuple without labels doesn't convert to the results implicitly.
        let result =
            method.outputs.count < 2
            ? ""
            : (method.isAsynchronous ? " async" : "") + " throws -> ("
                + method.outputs.map(\.type).joined(separator: ", ") + ")"
        source.closure(
            ["service: \(owner.type)", "call: MethodCall"]
                + method.inputs.map { "\(SwiftName.quoted($0.name)): \($0.type)" },
            result,
            SourceText.Call(
                head: (method.isAsynchronous ? "try await" : "try") + " service.\(SwiftName.quoted(method.name))(",
                arguments: method.inputs.map(\.passed) + ["for: call"]),
            end: "}" + (method.isDeprecated ? ".deprecated" : "") + (method.isWithoutReply ? ".withoutReply" : ""))
    }

    private func writeMember(_ property: Property, to source: inout SourceText, _ owner: Owner) {
        let doc = property.documentation.text.map { ["doc: " + SourceText.literal($0)] } ?? []
        let change: [String] =
            switch property.change {
            case .emitsChange: []
            case .invalidates: [".invalidates"]
            case .constant: [".constant"]
            case .silent: [".silent"]
            }
        let head = [property.nameExpression] + change + doc
        let name = SwiftName.quoted(property.name)
        let end = property.isDeprecated ? "}.deprecated" : "}"
        let short =
            "Property(" + head.joined(separator: ", ") + ") { (service: \(owner.type)) in try service.\(name) " + end
        if property.isReadable, !property.isWritable, source.fits(short) { return source.line(short) }
        source.call(SourceText.Call(head: "Property(", arguments: head), opening: true)
        if property.isReadable {
            source.closure(
                ["service: \(owner.type)"] + (property.isWritable ? ["_: ObjectPath"] : []), "",
                SourceText.Call(head: "try service.\(name)", arguments: [], tail: ""),
                end: property.isWritable ? "} set: {" : end)
        } else {
            source.closure(
                ["_: \(owner.type)", "_: ObjectPath"], " throws -> \(property.type)",
                SourceText.Call(
                    head: "throw RemoteError(.accessDenied, ",
                    arguments: [SourceText.literal(property.wireName + " can only be set")]), end: "} set: {")
        }
        guard property.isWritable else { return }
        source.closure(
            ["service: \(owner.type)", "call: MethodCall", "value: \(property.type)"], "",
            SourceText.Call(
                head: (property.isAsynchronous ? "try await" : "try") + " service.set\(property.suffix)(",
                arguments: ["value", "for: call"]), end: end)
    }

    // MARK: Signals

    private func writeEmission(_ signal: Signal, to source: inout SourceText, _ access: String) {
        source.gap()
        source.documentation(
            signal.documentation.paragraphs.isEmpty
                ? ["Emits the signal `\(signal.wireName)`."] : signal.documentation.paragraphs)
        source.items(
            signal.arguments.compactMap { argument in
                argument.documentation.map { ("Parameter \(argument.name)", $0) }
            } + [
                ("Parameter path", "the object that emits it."),
                ("Parameter destination", "the only receiver; nil emits it to all listeners."),
            ])
        source.function(
            "\(access)func emit\(SwiftName.type(signal.name))",
            signal.arguments.map(\.parameter) + ["at path: ObjectPath", "to destination: BusName? = nil"], " throws",
            SourceText.Call(
                head: "try connection.emit(",
                arguments: ["\(contract).\(SwiftName.quoted(signal.name))", "at: path", "to: destination"]
                    + signal.arguments.map { SwiftName.quoted($0.name) }))
    }

    private func writeChange(_ property: Property, to source: inout SourceText, _ access: String) {
        source.gap()
        source.documentation(["Announces that ``\(property.name)`` has changed; its value is read a moment later."])
        let literal = property.nameExpression
        source.function(
            "\(access)func \(SwiftName.member(property.suffix))DidChange", ["at path: ObjectPath"], "",
            SourceText.Call(
                head: "connection.propertiesDidChange(",
                arguments: ["path", "\(contract).name", "[\(literal)]"]))
    }
}

extension InterfacePlan.Property {
    /// The name as the library accepts it; unchecked if it isn't a valid member name.
    var nameExpression: String {
        let literal = SourceText.literal(wireName)
        return MemberName(rawValue: wireName) == nil ? "MemberName(unchecked: \(literal))" : literal
    }

    /// Whether changes are signaled to watchers.
    var emitsChanges: Bool { isReadable && (change == .emitsChange || change == .invalidates) }
}
