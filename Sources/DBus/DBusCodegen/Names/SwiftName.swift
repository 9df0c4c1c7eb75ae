/// Converts D-Bus names to Swift names.
enum SwiftName {
    /// Returns `NotificationClosed` for `notification_closed`, `notificationClosed` and `NotificationClosed`.
    static func type(_ name: String) -> String {
        let joined = words(name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return safe(joined, "Type")
    }

    /// Returns `notificationClosed` for `notification_closed` and `NotificationClosed`; `url` for `URL`, `urlHandler`
    /// for `URLHandler`, `uids` for `UIDs` and `ipv4Config` for `IPv4Config`.
    static func member(_ name: String) -> String {
        let joined = type(name)
        let run = joined.prefix { $0.isUppercase || $0.isNumber }
        let rest = joined.dropFirst(run.count)
        let isPlural = rest.first == "s" && !(rest.dropFirst().first?.isLowercase ?? false)
        let isVersion = rest.first == "v" && (rest.dropFirst().first?.isNumber ?? false)
        let isWhole = rest.isEmpty || isPlural || isVersion || run.last?.isNumber == true
        // The last of several capitals begins the next word.
        let count = isWhole || run.count < 2 ? run.count : run.count - 1
        let name = safe(joined.prefix(count).lowercased() + joined.dropFirst(count), "value")
        return name == "self" || name == "init" ? name + "Value" : name
    }

    /// Returns the name as it is written where it is declared or used.
    static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns the name as it is written before a colon in a declaration.
    static func label(_ name: String) -> String { ["inout", "let", "var"].contains(name) ? "`\(name)`" : name }

    /// Returns the name as it is written before a colon in a call.
    static func passedLabel(_ name: String) -> String { name == "inout" ? "`inout`" : name }

    /// Returns the name for a declared type, which differs from the other type names in generated code.
    static func declaredType(_ name: String) -> String {
        reserved.contains(name) || keywords.contains(name) || specifiers.contains(name) ? name + "Type" : name
    }

    private static func words(_ name: String) -> [Substring] {
        name.split { character in !character.isASCII || !(character.isLetter || character.isNumber) }
    }

    private static func safe(_ name: String, _ other: String) -> String {
        guard let first = name.first else { return other }
        return first.isNumber ? "_" + name : name
    }

    /// Words that need backquotes except as labels.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue",
        "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator",
        "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super",
        "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Words with another meaning where a type is expected.
    private static let specifiers: Set<String> = [
        "any", "async", "borrowing", "consuming", "each", "isolated", "nonisolated", "sending", "some", "unowned",
        "weak",
    ]

    /// Names that generated code uses without a module prefix.
    private static let reserved: Set<String> = [
        "Actor", "Any", "Array", "AsyncStream", "Bool", "BusName", "Connection", "DBus", "DBusStruct", "DBusValue",
        "Dictionary", "Double", "Duration", "Error", "Hashable", "Int16", "Int32", "Int64", "Interface",
        "InterfaceName",
        "MemberName", "Method", "MethodCall", "Never", "ObjectPath", "Optional", "Property", "Protocol", "Proxy",
        "RemoteError",
        "Self",
        "Sendable", "Signal", "SignalDescription", "Signature", "String", "Struct", "StructLayout", "Swift", "Type",
        "TypedSignalStream", "UInt16", "UInt32", "UInt64", "UInt8", "UnixFileDescriptor", "Void",
    ]
}

/// The names in one scope, so that each is assigned only once.
struct NameScope {
    private var used: Set<String>
    /// The next number after a name, so that the thousandth duplicate is as fast as the second.
    private var numbers: [String: Int] = [:]

    init(reserved: Set<String> = []) { used = reserved }

    func contains(_ name: String) -> Bool { used.contains(name) }

    /// Claims a name. If it is taken, appends the kind, or a number.
    mutating func claim(_ name: String, orAppending kind: String) -> String {
        if used.insert(name).inserted { return name }
        if used.insert(name + kind).inserted { return name + kind }
        var number = numbers[name + kind] ?? 2
        while !used.insert(name + kind + "\(number)").inserted { number += 1 }
        numbers[name + kind] = number + 1
        return name + kind + "\(number)"
    }
}
