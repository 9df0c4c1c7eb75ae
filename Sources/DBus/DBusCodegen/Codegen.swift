package import DBus

/// Generates Swift source that calls or exports interfaces.
package enum Codegen {
    /// Returns the source; the same documents and options always give the same text.
    ///
    /// - Throws: ``CodegenError`` when the documents contain no interface, or names conflict.
    package static func source(for nodes: [IntrospectedNode], _ options: CodegenOptions) throws(CodegenError) -> String
    {
        let interfaces = try interfaces(of: nodes, options)
        if !options.mentions.isEmpty { try KnownElements(nodes).check(options.mentions) }
        var types = SwiftTypes()
        var used: Set<String> = []
        var numbers: [String: Int] = [:]
        var plans: [InterfacePlan] = []
        for interface in interfaces {
            let name = try typeName(of: interface, options)
            var plan = try InterfacePlan(interface, name, options, &types)
            var number = numbers[name] ?? 2
            while !used.isDisjoint(with: plan.typeNames) {
                plan.name = name + "\(number)"
                number += 1
            }
            numbers[name] = number
            used.formUnion(plan.typeNames)
            plans.append(plan)
        }
        if let name = types.declarations.map(\.name).first(where: used.contains) {
            throw CodegenError("\(name) is the name of a struct, and of what is made of an interface")
        }
        var source = SourceText()
        let files = options.sources.map { $0.filter { !$0.isNewline } }.joined(separator: ", ")
        source.line(
            "// Made by dbus-codegen" + (files.isEmpty ? "" : " from " + files) + ". Changes are to be made there.")
        source.line("// swift-format-ignore-file")
        source.line("")
        source.importDBus(options.access)
        for declaration in types.declarations { declaration.write(to: &source, options.access.prefix) }
        for plan in plans {
            plan.writeContract(to: &source, options.access.prefix)
            if options.client { plan.writeClient(to: &source, options) }
            if options.service { plan.writeService(to: &source, options) }
        }
        return source.text
    }

    /// Returns the selected interfaces, each once, in the order of the documents.
    private static func interfaces(
        of nodes: [IntrospectedNode], _ options: CodegenOptions
    ) throws(CodegenError) -> [IntrospectedNode.Interface] {
        var found: [IntrospectedNode.Interface] = []
        var places: [InterfaceName: Int] = [:]
        var rest = Array(nodes.reversed())
        while let node = rest.popLast() {
            for interface in node.interfaces {
                let name = interface.name.rawValue
                let isSelected =
                    options.interfaces.isEmpty
                    ? !standard.contains(name) : options.interfaces.contains(name)
                guard isSelected else { continue }
                if let place = places[interface.name] {
                    if found[place] == interface { continue }
                    throw CodegenError("\(name) appears twice, with different contents")
                }
                places[interface.name] = found.count
                found.append(interface)
            }
            rest += node.children.reversed()
        }
        let place = options.sources.isEmpty ? "" : options.sources.joined(separator: ", ") + ": "
        if let missing = options.interfaces.first(where: { name in !found.contains { $0.name.rawValue == name } }) {
            throw CodegenError(place + "unknown interface \(missing)")
        }
        guard found.isEmpty else { return found }
        let isEmpty = nodes.allSatisfy { $0.interfaces.isEmpty }
        throw CodegenError(place + "no interface found" + (isEmpty ? "" : " besides those of the D-Bus specification"))
    }

    private static let standard: Set<String> = [
        "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.ObjectManager", "org.freedesktop.DBus.Peer",
        "org.freedesktop.DBus.Properties",
    ]

    private static func typeName(
        of interface: IntrospectedNode.Interface, _ options: CodegenOptions
    ) throws(CodegenError) -> String {
        let name = interface.name.rawValue
        if let given = options.names[name] ?? interface.annotations["org.todaycenter.Swift.Name"] {
            return SwiftName.type(given)
        }
        if let prefix = options.prefix, name.hasPrefix(prefix), name != prefix {
            return SwiftName.type(String(name.dropFirst(prefix.count)))
        }
        let elements = name.split(at: ".")
        return SwiftName.type(elements.dropFirst(min(2, elements.count - 1)).joined(separator: "."))
    }
}

extension SourceText {
    /// Visible declarations need a visible import. If imports are not internal by default, other imports have no access
    /// level, and this one must not have one either.
    fileprivate mutating func importDBus(_ access: CodegenOptions.Access) {
        guard access != .internal else { return line("import DBus") }
        line("#if hasFeature(InternalImportsByDefault)")
        line("    \(access.prefix)import DBus")
        line("#else")
        line("    import DBus")
        line("#endif")
    }
}
