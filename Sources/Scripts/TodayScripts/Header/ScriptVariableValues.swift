package import DBus
package import TodayModel

/// The values that a user has given to the variables of a script: the file `FILE.vars.json`, as in xbar.
package struct ScriptVariableValues: Hashable, Sendable {
    /// The values by variable name.
    package var values: [String: DBusValue]

    package init(_ values: [String: DBusValue] = [:]) { self.values = values }

    /// Reads the file, an object with a value for each name. An empty file has no values.
    package init(json: String) throws(Fault) {
        if json.trimmedOfLines.isEmpty {
            values = [:]
            return
        }
        guard let members = JSONMembers(try DBusValue(relaxedJSON: json)) else {
            throw Fault(message: "the variables aren't an object with a value for each name")
        }
        values = members.dictionary
    }

    /// The file's text.
    package var json: String { DBusValue.properties(values).json(pretty: true) + "\n" }

    /// Sets a variable from typed text; nil resets it to the default.
    ///
    /// - Throws: A fault if the script doesn't have the variable, or the value doesn't fit.
    package mutating func set(
        _ name: String, to text: String?, of variables: [ScriptVariable]
    ) throws(Fault) {
        guard let variable = variables.first(where: { $0.name == name }) else {
            let known = variables.map(\.name).joined(separator: ", ")
            throw Fault(
                path: name, message: known.isEmpty ? "the script has no variables" : "the script has only \(known)")
        }
        if text != nil, let reason = EnvironmentName.reservation(of: name) { throw Fault(path: name, message: reason) }
        values[name] = if let text { try variable.value(of: text) } else { nil }
    }

    /// Returns the variables for the script's environment: each default, overridden by each value that isn't ignored.
    package func environment(of variables: [ScriptVariable]) -> [String: String] {
        var result: [String: String] = [:]
        for variable in variables { result[variable.name] = variable.standard.flatMap(\.scriptText) }
        for (name, value) in values where Self.objection(to: name, value, variables) == nil {
            result[name] = value.scriptText
        }
        return result
    }

    /// Returns the values that the script doesn't get in its environment, by name, with the reason.
    package func ignored(for variables: [ScriptVariable]) -> [(name: String, reason: String)] {
        values.sorted { $0.key < $1.key }.compactMap { name, value in
            Self.objection(to: name, value, variables).map { (name, $0) }
        }
    }

    /// In xbar all names of variables begin with `VAR_`, and undeclared ones are accepted too.
    private static func objection(to name: String, _ value: DBusValue, _ variables: [ScriptVariable]) -> String? {
        guard EnvironmentName.isValid(name) else { return "it isn't a valid name of an environment variable" }
        if let reason = EnvironmentName.reservation(of: name) { return reason }
        if !name.hasPrefix("VAR_"), !variables.contains(where: { $0.name == name }) {
            return "the script doesn't declare it"
        }
        return value.scriptText == nil ? "the value isn't text, a number, true, or false" : nil
    }
}
