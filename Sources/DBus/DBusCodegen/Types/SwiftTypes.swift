internal import DBus

/// The Swift types for D-Bus types, and the structs declared for them.
struct SwiftTypes {
    /// A struct with names.
    struct Declaration: Equatable {
        let name: String
        let fields: [(name: String, type: String)]
        let signature: String
        static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.signature == right.signature
                && left.fields.map(\.name) == right.fields.map(\.name)
        }
    }

    /// The structs in the order of their first use.
    private(set) var declarations: [Declaration] = []
    private var places: [String: Int] = [:]

    /// Returns the Swift type of one complete type.
    mutating func type(_ signature: Signature, _ names: StructNames?) throws(CodegenError) -> String {
        var rest = Substring(signature.rawValue)
        var usedNames = false
        let type = try next(&rest, names, &usedNames)
        if let names, !usedNames { throw CodegenError("\(names.name): the type \(signature) has no struct") }
        return type
    }

    private mutating func next(
        _ rest: inout Substring, _ names: StructNames?, _ usedNames: inout Bool
    ) throws(CodegenError) -> String {
        switch rest.removeFirst() {
        case "y": return "UInt8"
        case "b": return "Bool"
        case "n": return "Int16"
        case "q": return "UInt16"
        case "i": return "Int32"
        case "u": return "UInt32"
        case "x": return "Int64"
        case "t": return "UInt64"
        case "d": return "Double"
        case "s": return "String"
        case "o": return "ObjectPath"
        case "g": return "Signature"
        case "h": return "UnixFileDescriptor"
        case "v": return "DBusValue"
        case "a":
            guard rest.first == "{" else { return "[" + (try next(&rest, names, &usedNames)) + "]" }
            rest.removeFirst()
            let key = try next(&rest, nil, &usedNames)
            let value = try next(&rest, names, &usedNames)
            rest.removeFirst()
            return "[\(key): \(value)]"
        default: return try structure(&rest, names, &usedNames)
        }
    }

    /// Parses a struct after its opening parenthesis.
    private mutating func structure(
        _ rest: inout Substring, _ names: StructNames?, _ usedNames: inout Bool
    ) throws(CodegenError) -> String {
        usedNames = true
        var types: [String] = []
        let start = rest
        while rest.first != ")" {
            let field = names.flatMap { types.count < $0.fields.count ? $0.fields[types.count] : nil }
            var usedField = false
            types.append(try next(&rest, field?.type, &usedField))
            if let type = field?.type, !usedField { throw CodegenError("\(type.name): the field isn't a struct") }
        }
        let signature = start[..<rest.startIndex]
        rest.removeFirst()
        guard let names else { return "Struct<\(types.joined(separator: ", "))>" }
        guard names.fields.count == types.count else {
            throw CodegenError(
                "\(names.name) names \(names.fields.count) fields, but (\(signature)) has \(types.count)")
        }
        var scope = NameScope()
        let fields = zip(names.fields, types).map { (scope.claim(SwiftName.member($0.name), orAppending: "Field"), $1) }
        let declaration = Declaration(
            name: SwiftName.declaredType(names.name), fields: fields, signature: String(signature))
        if let place = places[declaration.name] {
            guard declarations[place] == declaration else {
                throw CodegenError("two different structs are named \(names.name)")
            }
        } else {
            places[declaration.name] = declarations.count
            declarations.append(declaration)
        }
        return declaration.name
    }
}
