internal import DBus

/// An interface with its Swift names and types.
struct InterfacePlan {
    struct Argument {
        /// The name on the bus, for introspection.
        let wireName: String
        /// The label; nil if the argument has no name.
        let label: String?
        /// The name inside the function.
        let name: String
        let type: String
        let documentation: String?

        /// The name outside the function.
        var outerName: String { label ?? name }

        /// The argument in a parameter list.
        var parameter: String {
            guard let label else { return "_ \(name): \(type)" }
            return (label == name ? "" : SwiftName.label(label) + " ") + "\(SwiftName.label(name)): \(type)"
        }

        /// The argument in a call.
        var passed: String { (label.map { SwiftName.passedLabel($0) + ": " } ?? "") + SwiftName.quoted(name) }
    }

    struct Method {
        let wireName: String
        let name: String
        let inputs: [Argument]
        let outputs: [Argument]
        let isAsynchronous: Bool
        let isWithoutReply: Bool
        let isDeprecated: Bool
        let documentation: Documentation

        /// The return type of a function; nil for no result.
        var result: String? { InterfacePlan.tuple(outputs) }
    }

    struct Property {
        let wireName: String
        let name: String
        /// `Volume` in `setVolume`, `observeVolume` and `volumeDidChange`.
        let suffix: String
        /// The name in the struct of all properties.
        let field: String
        let type: String
        let isReadable: Bool
        let isWritable: Bool
        /// Whether setting it is asynchronous.
        let isAsynchronous: Bool
        let change: ChangeSignal
        let isDeprecated: Bool
        let documentation: Documentation
    }

    struct Signal {
        let wireName: String
        /// The name of its declaration.
        let name: String
        /// The struct of its arguments; nil if it has fewer than two.
        let payload: String?
        let arguments: [Argument]
        let isDeprecated: Bool
        let documentation: Documentation
    }

    let wireName: String
    /// The name of the client type in most cases; the other type names contain it.
    var name: String
    let isDeprecated: Bool
    let documentation: Documentation
    private(set) var methods: [Method] = []
    private(set) var properties: [Property] = []
    private(set) var signals: [Signal] = []

    /// The type with the interface's names and signals.
    var contract: String { name + "Interface" }
    var service: String { name + "Service" }
    var client: String { SwiftName.declaredType(name) }
    var typeNames: [String] { [client, contract, service] }

    init(_ interface: IntrospectedNode.Interface, _ name: String, _ options: CodegenOptions, _ types: inout SwiftTypes)
        throws(CodegenError)
    {
        wireName = interface.name.rawValue
        self.name = name
        isDeprecated = interface.annotations.isDeprecated
        documentation = Documentation(interface.documentation, of: wireName)
        var namer = Namer(interface: wireName, options: options, types: types)
        for method in interface.methods { methods.append(try namer.method(method, interface.annotations)) }
        for property in interface.properties { properties.append(try namer.property(property)) }
        for signal in interface.signals { signals.append(try namer.signal(signal)) }
        types = namer.types
    }

    /// Returns one type, or a tuple of several; nil for an empty list.
    static func tuple(_ values: [Argument]) -> String? {
        guard values.count != 1 else { return values[0].type }
        if values.isEmpty { return nil }
        return "(" + values.map { "\(SwiftName.quoted($0.name)): \($0.type)" }.joined(separator: ", ") + ")"
    }
}

/// Assigns names to the members of an interface.
private struct Namer {
    let interface: String
    let options: CodegenOptions
    var types: SwiftTypes
    /// The names of methods, properties, and declarations of signals. Only arguments, if there are any, distinguish a
    /// method from a property.
    private var members = NameScope(reserved: ["connection", "proxy"])
    private var suffixes = NameScope()
    private var fields = NameScope(reserved: ["hashValue"])
    private var signals = NameScope(reserved: ["name"])

    init(interface: String, options: CodegenOptions, types: SwiftTypes) {
        self.interface = interface
        self.options = options
        self.types = types
    }

    mutating func method(
        _ method: IntrospectedNode.Method, _ ofInterface: IntrospectedNode.Annotations
    ) throws(CodegenError) -> InterfacePlan.Method {
        let element = interface + "." + method.name.rawValue
        let documentation = Documentation(method.documentation, of: method.name.rawValue)
        let async = "org.freedesktop.DBus.Method.Async"
        let isAsync = ["server", "client-server"].contains(method.annotations[async] ?? ofInterface[async] ?? "")
        return InterfacePlan.Method(
            wireName: method.name.rawValue,
            name: members.claim(name(of: element, method.name.rawValue, method.annotations), orAppending: "Method"),
            inputs: try arguments(method.inputs, of: element, "argument", documentation, reserved: Self.used),
            outputs: try arguments(method.outputs, of: element, "result", documentation, reserved: []),
            isAsynchronous: isAsync || options.asynchronous.contains(interface)
                || options.asynchronous.contains(element),
            isWithoutReply: method.annotations.isWithoutReply && method.outputs.isEmpty,
            isDeprecated: method.annotations.isDeprecated, documentation: documentation)
    }

    private static let name = "org.todaycenter.Swift.Name"

    /// Names that generated functions use themselves.
    private static let used: Set<String> = [
        "call", "connection", "destination", "path", "proxy", "results", "self", "service",
    ]

    mutating func property(_ property: IntrospectedNode.Property) throws(CodegenError) -> InterfacePlan.Property {
        let element = interface + "." + property.name
        let swiftName = name(of: element, property.name, property.annotations)
        let name = members.claim(swiftName, orAppending: "Property")
        var suffix = SwiftName.type(options.names[element] ?? property.annotations[Self.name] ?? property.name)
        let verbs = (property.isWritable ? ["set"] : []) + (property.isReadable ? ["observe"] : [])
        if verbs.contains(where: { members.contains($0 + suffix) }) { suffix += "Property" }
        suffix = suffixes.claim(suffix, orAppending: "Property")
        return InterfacePlan.Property(
            wireName: property.name, name: name, suffix: suffix,
            field: fields.claim(swiftName, orAppending: "Property"),
            type: try type(property.type, of: element, property.annotations), isReadable: property.isReadable,
            isWritable: property.isWritable, isAsynchronous: options.asynchronous.contains(element),
            change: property.changeSignal,
            isDeprecated: property.annotations.isDeprecated,
            documentation: Documentation(property.documentation, of: property.name))
    }

    mutating func signal(_ signal: IntrospectedNode.Signal) throws(CodegenError) -> InterfacePlan.Signal {
        let element = interface + "." + signal.name.rawValue
        let documentation = Documentation(signal.documentation, of: signal.name.rawValue)
        let name = signals.claim(name(of: element, signal.name.rawValue, signal.annotations), orAppending: "Signal")
        return InterfacePlan.Signal(
            wireName: signal.name.rawValue, name: name,
            payload: signal.arguments.count < 2 ? nil : SwiftName.declaredType(SwiftName.type(name)),
            arguments: try arguments(signal.arguments, of: element, "argument", documentation, reserved: Self.used),
            isDeprecated: signal.annotations.isDeprecated, documentation: documentation)
    }

    private mutating func arguments(
        _ arguments: [IntrospectedNode.Argument], of element: String, _ unnamed: String, _ texts: Documentation,
        reserved: Set<String>
    ) throws(CodegenError) -> [InterfacePlan.Argument] {
        var scope = NameScope(reserved: reserved)
        var plans: [InterfacePlan.Argument] = []
        for (number, argument) in arguments.enumerated() {
            let isNamed = argument.name?.isEmpty == false
            let wireName = argument.elementName(unnamed, number)
            let element = element + "." + wireName
            let name = name(of: element, wireName, argument.annotations)
            let inner = scope.claim(name, orAppending: "Value")
            plans.append(
                InterfacePlan.Argument(
                    wireName: wireName, label: isNamed ? (reserved.contains(name) ? name : inner) : nil, name: inner,
                    type: try type(argument.type, of: element, argument.annotations),
                    documentation: argument.documentation ?? texts.arguments[wireName]))
        }
        return plans
    }

    private func name(of element: String, _ wireName: String, _ annotations: IntrospectedNode.Annotations) -> String {
        SwiftName.member(options.names[element] ?? annotations[Self.name] ?? wireName)
    }

    private mutating func type(
        _ signature: Signature, of element: String, _ annotations: IntrospectedNode.Annotations
    ) throws(CodegenError) -> String {
        var (declared, text) = (options.types[element], options.structs[element])
        if declared == nil, text == nil {
            declared = annotations["org.todaycenter.Swift.Type"]
            text = annotations["org.todaycenter.Swift.Struct"]
        }
        do throws(CodegenError) {
            if let declared {
                guard text == nil else { throw CodegenError("it has a type, so it can't have struct names") }
                return try DeclaredType.source(declared, for: signature)
            }
            let names = try text.map { (text) throws(CodegenError) in try StructNames(text) }
            return try types.type(signature, names)
        } catch { throw CodegenError("\(element): \(error)") }
    }
}
