extension InterfacePlan {
    /// Writes the name of the interface and its signals, which clients and services share.
    func writeContract(to source: inout SourceText, _ access: String) {
        source.gap()
        source.documentation(["The name of the interface `\(wireName)`, and its signals."])
        source.block("\(access)nonisolated enum \(contract)") { source in
            source.documentation(["`\(wireName)`"])
            source.line("\(access)static let name: InterfaceName = \(SourceText.literal(wireName))")
            for signal in signals {
                source.documentation(
                    signal.documentation.paragraphs.isEmpty
                        ? ["`\(signal.wireName)`"] : signal.documentation.paragraphs)
                let names = signal.arguments.map { SourceText.literal($0.wireName) }.joined(separator: ", ")
                var arguments = ["name", SourceText.literal(signal.wireName)]
                if !signal.arguments.isEmpty {
                    arguments.append("[\(names)]")
                    arguments.append("as: \(signal.arguments[0].type).self")
                    arguments += signal.arguments.dropFirst().map { "\($0.type).self" }
                }
                if let text = signal.documentation.text { arguments.append("doc: \(SourceText.literal(text))") }
                source.call(
                    SourceText.Call(
                        head: "\(access)static let \(SwiftName.quoted(signal.name)) = SignalDescription(",
                        arguments: arguments))
            }
        }
    }
}

extension SwiftTypes.Declaration {
    func write(to source: inout SourceText, _ access: String) {
        source.gap()
        source.documentation(["`(\(signature))`"])
        source.block("\(access)nonisolated struct \(name): DBusStruct, Hashable") { source in
            for field in fields { source.line("\(access)var \(SwiftName.quoted(field.name)): \(field.type)") }
            source.writeInitializer(fields, access)
            source.gap()
            source.documentation(["The initializer, and the fields in order."])
            source.call(
                SourceText.Call(
                    head: "\(access)static let layout = StructLayout(",
                    arguments: [SourceText.making(name, fields)] + fields.map { "\\.\(SwiftName.quoted($0.name))" }))
        }
    }
}

extension SourceText {
    /// Writes the memberwise initializer. Swift's own one is enough if it isn't needed outside of the module.
    mutating func writeInitializer(_ fields: [(name: String, type: String)], _ access: String) {
        guard !access.isEmpty else { return }
        gap()
        documentation(["Makes a value from its fields."])
        requirement("\(access)init", fields.map { "\(SwiftName.label($0.name)): \($0.type)" }, " {")
        for field in fields { line("    self.\(field.name) = \(SwiftName.quoted(field.name))") }
        line("}")
    }

    /// Returns a closure that makes a value from its parts. In Swift 5, the initializer itself can't be passed
    /// everywhere.
    static func making(_ type: String, _ fields: [(name: String, type: String)]) -> String {
        let parts = fields.enumerated().map { "\(SwiftName.passedLabel($1.name)): $\($0)" }
        return "{ \(type)(" + parts.joined(separator: ", ") + ") }"
    }
}
