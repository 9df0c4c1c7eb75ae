extension InterfacePlan {
    /// Writes the struct of the readable properties, for reading several at once. Writes nothing if no property is
    /// readable.
    func writeProperties(to source: inout SourceText, _ access: String) {
        let readable = properties.filter(\.isReadable)
        guard !readable.isEmpty else { return }
        source.gap()
        source.documentation([
            "The readable properties, for `getAll(as:)`, a `PropertyCache` and a `ManagedObject`. A property is nil if it is "
                + "missing, or if its type doesn't know the value."
        ])
        source.block("\(access)nonisolated struct \(propertiesType): DBusDictionary, Hashable") { source in
            for property in readable {
                source.documentation(
                    property.documentation.paragraphs.isEmpty
                        ? ["`\(property.wireName)`"] : property.documentation.paragraphs)
                source.line("\(access)var \(SwiftName.quoted(property.field)): \(property.type)?")
            }
            source.gap()
            source.documentation(["The names of the properties, with their key paths."])
            source.line("\(access)static let keys: [DBusKey<\(propertiesType)>] = [")
            for property in readable {
                source.line(
                    "    DBusKey(\(SourceText.literal(property.wireName)), "
                        + "\\\(propertiesType).\(SwiftName.quoted(property.field))).lenient,")
            }
            source.line("]")
            source.gap()
            source.documentation(["Makes a value without any property."])
            source.line("\(access)init() {}")
        }
    }

    /// The name of that struct, which differs from all used names.
    private var propertiesType: String {
        let name = "Properties"
        var types = properties.map(\.type)
        types += (methods.flatMap { $0.inputs + $0.outputs } + signals.flatMap(\.arguments)).map(\.type)
        types += signals.compactMap(\.payload)
        let words = types.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }
        return words.contains { $0 == name } ? "AllProperties" : name
    }
}
