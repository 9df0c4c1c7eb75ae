internal import DBus

/// The elements of the documents, and the options that each supports.
struct KnownElements {
    private struct Uses: OptionSet {
        let rawValue: Int
        /// It has a type.
        static let typed = Uses(rawValue: 1)
        /// A service may answer it in a task.
        static let answered = Uses(rawValue: 2)
    }

    private var elements: [String: Uses] = [:]

    init(_ nodes: [IntrospectedNode]) {
        var rest = nodes
        while let node = rest.popLast() {
            for interface in node.interfaces { add(interface) }
            rest += node.children
        }
    }

    private mutating func add(_ interface: IntrospectedNode.Interface) {
        let name = interface.name.rawValue
        add(name, .answered)
        for method in interface.methods {
            let element = name + "." + method.name.rawValue
            add(element, .answered)
            add(method.inputs, of: element, "argument")
            add(method.outputs, of: element, "result")
        }
        for property in interface.properties {
            add(name + "." + property.name, property.isWritable ? [.typed, .answered] : .typed)
        }
        for signal in interface.signals {
            add(name + "." + signal.name.rawValue, [])
            add(signal.arguments, of: name + "." + signal.name.rawValue, "argument")
        }
    }

    private mutating func add(_ arguments: [IntrospectedNode.Argument], of element: String, _ unnamed: String) {
        for (number, argument) in arguments.enumerated() {
            add(element + "." + argument.elementName(unnamed, number), .typed)
        }
    }

    private mutating func add(_ element: String, _ uses: Uses) { elements[element, default: []].formUnion(uses) }

    /// - Throws: a ``CodegenError`` that names the first element that doesn't exist, or doesn't support its option.
    func check(_ mentions: [CodegenOptions.Mention]) throws(CodegenError) {
        for mention in mentions {
            guard let uses = elements[mention.element] else {
                throw CodegenError("\(mention.option): unknown element \(mention.element)")
            }
            switch mention.option {
            case "--async" where !uses.contains(.answered):
                throw CodegenError(
                    "--async: \(mention.element) isn't a method, an interface or a writable property")
            case "--struct" where !uses.contains(.typed), "--type" where !uses.contains(.typed):
                throw CodegenError("\(mention.option): \(mention.element) isn't a property or argument")
            default: break
            }
        }
    }
}

extension IntrospectedNode.Argument {
    /// Returns its name among the arguments of its member; if it has none, its number.
    func elementName(_ unnamed: String, _ number: Int) -> String {
        guard let name, !name.isEmpty else { return "\(unnamed)\(number)" }
        return name
    }
}
