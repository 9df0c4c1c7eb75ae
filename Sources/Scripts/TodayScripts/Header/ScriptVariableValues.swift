package import DBus
package import TodayModel

/// The values that a user has given to the variables of a script: the file `FILE.vars.json`, as xbar has it.
package struct ScriptVariableValues: Hashable, Sendable {
    /// By the names of the variables.
    package var values: [String: DBusValue]

    package init(_ values: [String: DBusValue] = [:]) { self.values = values }

    /// Reads the file, an object with a value for each name. An empty file has none.
    package init(json: String) throws(Fault) {
        if json.trimmedOfLines.isEmpty {
            values = [:]
            return
        }
        guard let members = JSONMembers(try DBusValue(relaxedJSON: json)) else {
            throw Fault(message: "the variables are no object with a value for each name")
        }
        values = members.dictionary
    }

    /// The file's text.
    package var json: String { DBusValue.properties(values).json(pretty: true) + "\n" }

    /// Sets a variable from what somebody typed; nil makes it the default again.
    ///
    /// - Throws: That the script has no such variable, or that it cannot be that.
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

    /// Returns what the script finds in its environment: each default, and over it each value that is not ignored.
    package func environment(of variables: [ScriptVariable]) -> [String: String] {
        var result: [String: String] = [:]
        for variable in variables { result[variable.name] = variable.standard.flatMap(\.scriptText) }
        for (name, value) in values where Self.objection(to: name, value, variables) == nil {
            result[name] = value.scriptText
        }
        return result
    }

    /// Returns the values that the script does not find in its environment, by name, and why.
    package func ignored(for variables: [ScriptVariable]) -> [(name: String, reason: String)] {
        values.sorted { $0.key < $1.key }.compactMap { name, value in
            Self.objection(to: name, value, variables).map { (name, $0) }
        }
    }

    /// xbar has the names of all variables begin with `VAR_`, and takes those that are not declared, too.
    private static func objection(to name: String, _ value: DBusValue, _ variables: [ScriptVariable]) -> String? {
        guard EnvironmentName.isValid(name) else { return "no environment variable has such a name" }
        if let reason = EnvironmentName.reservation(of: name) { return reason }
        if !name.hasPrefix("VAR_"), !variables.contains(where: { $0.name == name }) {
            return "the script does not declare it"
        }
        return value.scriptText == nil ? "the value is not text, a number, true or false" : nil
    }
}
