internal import DBus

/// The methods of an interface, from an object's introspection.
struct IntrospectedInterface {
    /// The signatures of a method's arguments and results.
    struct Signatures: Hashable, CustomStringConvertible {
        var input = ""
        var output = ""

        var description: String { "in \(input.debugDescription), out \(output.debugDescription)" }
    }

    let methods: [(name: String, signatures: Signatures)]

    /// The methods of a provider, taken from the specification.
    static let provider: [String: Signatures] = [
        "BeginRequest": Signatures(input: "a{sv}", output: "a{sv}"),
        "PerformUpdate": Signatures(input: "a{sv}", output: "sa{sv}"),
        "DisplayModeChanged": Signatures(input: "s(dd)", output: "a{sv}"),
        "InvokeAction": Signatures(input: "sava{sv}", output: "a{sv}"),
        "Appear": Signatures(), "Disappear": Signatures(), "EndRequest": Signatures(),
    ]

    /// Reads the XML of `Introspect`. Returns nil if it doesn't describe the interface.
    init?(_ interface: String, in text: String) {
        var methods: [(name: String, signatures: Signatures)] = []
        var isInside = false
        var isFound = false
        var isMethod = false
        for tag in text.split(at: "<") {
            let attributes = Self.attributes(of: tag)
            if tag.hasPrefix("interface") {
                isInside = attributes["name"] == interface
                isFound = isFound || isInside
            } else if isInside, let kind = ["method", "signal", "property"].first(where: { tag.hasPrefix($0) }) {
                isMethod = kind == "method"
                if isMethod { methods.append((attributes["name"] ?? "", Signatures())) }
            } else if isInside, isMethod, tag.hasPrefix("arg") {
                let type = attributes["type"] ?? ""
                if attributes["direction"] == "out" {
                    methods[methods.count - 1].signatures.output += type
                } else {
                    methods[methods.count - 1].signatures.input += type
                }
            }
        }
        if !isFound { return nil }
        self.methods = methods
    }

    /// Returns the attributes of a tag: `name="value"` or `name='value'`.
    private static func attributes(of tag: Substring) -> [String: String] {
        var values: [String: String] = [:]
        for match in tag.matches(of: /([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/) {
            values[String(match.1)] = String(match.2 ?? match.3 ?? "")
        }
        return values
    }
}
