internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayScriptHost
internal import TodayModel
internal import TodayScripts

/// `todayctl script vars`.
struct ScriptVariables: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vars",
        abstract: "Prints or sets the variables of a script.",
        discussion: """
            A script declares its variables with <xbar.var>, each with a type, and reads their values from its \
            environment. If one of the new values is invalid, the command sets none of them. It stores the values in \
            FILE.vars.json next to the script, as xbar does. Then the script runs again. If its interval is below a \
            minute, it runs when a panel becomes visible.

            The variables are also settings of the widget; the values in the file are their defaults. Values that you \
            set in a panel or with 'todayctl settings' take precedence.

            --json prints an array of objects with Name, Type, Choices, Description, and, if set, Default and Value.

            EXAMPLES
              todayctl script vars weather
              todayctl script vars weather CITY=Bonn UNITS=metric
              todayctl script vars weather --unset CITY
            """)

    @ArgumentParser.Argument(
        help: "The script: the part of the file name before the first dot, or the whole name.",
        completion: .knownScripts)
    var name: String

    @ArgumentParser.Argument(
        help: ArgumentHelp("The variables to set.", valueName: "key=value"), completion: .variableAssignments,
        transform: { try VariableAssignment($0) })
    var assignments: [VariableAssignment] = []

    @Option(
        parsing: .singleValue,
        help: ArgumentHelp("Reset a variable to its default; may be repeated.", valueName: "key"),
        completion: .knownVariables)
    var unset: [String] = []

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let folder = try ScriptFolder()
        let script = try folder.script(named: name)
        var values = try folder.values(of: script)
        if !assignments.isEmpty || !unset.isEmpty {
            do throws(Fault) {
                for key in unset { try values.set(key, to: nil, of: script.header.variables) }
                for assignment in assignments {
                    try values.set(assignment.key, to: assignment.value, of: script.header.variables)
                }
            } catch { throw CommandFailure(.failed, error.description) }
            try folder.write(values, of: script)
            if !json { return }
        }
        for (name, reason) in values.ignored(for: script.header.variables) {
            try Output.report("\(name) of \(script.name.variablesFile) is ignored: \(reason)")
        }
        if json { return try Output.standard.print(Self.json(script, values).pretty) }
        if script.header.variables.isEmpty { return try Output.report("\(script.name.file) has no variables") }
        var table = Table(header: ["NAME", "TYPE", "DEFAULT", "VALUE", "DESCRIPTION"])
        for variable in script.header.variables {
            let choices = variable.choices.isEmpty ? "" : " [\(variable.choices.joined(separator: ", "))]"
            table.add(
                [
                    variable.name, variable.kind.rawValue, variable.standard?.scriptText ?? "-",
                    values.values[variable.name].map { $0.scriptText ?? $0.json() } ?? "-",
                    variable.summary + choices,
                ].map(\.printable))
        }
        let lines = table.lines(width: Screen.width(), cutting: 4)
        try Output.standard.print(
            ([Style(for: .standard).bold(lines[0])] + lines.dropFirst()).joined(separator: "\n"))
    }

    private static func json(_ script: ScriptFile, _ values: ScriptVariableValues) -> JSON {
        .array(
            script.header.variables.map { variable in
                let members = [
                    JSON.Member("Name", .string(variable.name)), .init("Type", .string(variable.kind.rawValue)),
                    .init("Choices", .array(variable.choices.map { .string($0) })),
                    .init("Description", .string(variable.summary)),
                ]
                let given = [("Default", variable.standard), ("Value", values.values[variable.name])]
                return .object(members + given.compactMap { name, value in value.map { .init(name, JSON($0)) } })
            })
    }
}

/// `KEY=VALUE`, with the value as it is.
struct VariableAssignment: Hashable {
    let key: String
    let value: String

    init(_ text: String) throws {
        let parts = text.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { throw ValidationError("write it as key=value") }
        key = String(parts[0])
        value = String(parts[1])
    }
}
