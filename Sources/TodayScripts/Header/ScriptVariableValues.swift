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
        values[name] = if let text { try variable.value(of: text) } else { nil }
    }

    /// What the script finds in its environment: each default, and over it each value of the file, known or not, as with
    /// xbar.
    package func environment(of variables: [ScriptVariable]) -> [String: String] {
        var result: [String: String] = [:]
        for variable in variables { result[variable.name] = variable.standard.flatMap(\.scriptText) }
        for (name, value) in values where EnvironmentName.isValid(name) {
            if let text = value.scriptText { result[name] = text }
        }
        return result
    }
}
