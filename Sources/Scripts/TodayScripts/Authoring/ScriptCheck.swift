package import TodayModel

/// What `todayctl script check` says of a script: what would be shown, when it runs, what in it is ignored, and why it
/// cannot start.
package struct ScriptCheck: Sendable {
    /// The lines about the script itself: what it is called, how it starts, when it runs, its variables.
    package private(set) var facts: [String] = []
    /// What is wrong or without effect, line by line.
    package private(set) var notes: [ScriptNote] = []
    /// Whether it can be shown.
    package private(set) var isGood = true

    /// - Parameters:
    ///   - isExecutable: whether the file is marked as a program.
    ///   - refusal: why the file is not run, whatever is in it; nil when it is.
    ///   - values: the values of its variables that are stored beside it.
    ///   - lookup: the path of a program, given by its path or its name, or nil.
    package init(
        name: ScriptFileName, header: ScriptHeader, isExecutable: Bool, refusal: String? = nil,
        values: ScriptVariableValues = ScriptVariableValues(), lookup: (String) -> String?
    ) {
        facts.append("name: \(header.title ?? name.displayName)")
        if let description = header.description { facts.append("description: \(description)") }
        switch header.start(ending: name.ending, lookup: lookup) {
        case .itself: facts.append("start: a program of its own")
        case .interpreter(let path, let arguments, let environment):
            let words = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + [path] + arguments
            facts.append("start: \(words.joined(separator: " "))")
            if let note = Self.note(on: header.shebang, path) { notes.append(ScriptNote(.script, line: 1, note)) }
        case .missing(let program):
            isGood = false
            notes.append(ScriptNote(.script, line: 1, ScriptStart.missing(program).failure ?? ""))
        }
        if let refusal {
            isGood = false
            notes.append(ScriptNote(.script, refusal))
        } else if !isExecutable {
            if header.isProgram {
                isGood = false
                notes.append(ScriptNote(.script, "it is not executable: chmod +x"))
            } else {
                notes.append(ScriptNote(.script, "it is not executable, and started with its interpreter all the same"))
            }
        }
        let limit = header.isStream ? "" : ", at most \(header.timeout)"
        facts.append("runs: \(ScriptSchedule(name: name, header: header))\(limit)")
        for variable in header.variables {
            let standard = variable.standard.flatMap(\.scriptText).map { "=\($0)" } ?? ""
            let choices = variable.choices.isEmpty ? "" : " [\(variable.choices.joined(separator: ", "))]"
            facts.append(
                "variable: \(variable.name)\(standard) (\(variable.kind.rawValue)) \(variable.summary)\(choices)")
        }
        notes += header.notes
        let fileName = name.variablesFile
        notes += values.ignored(for: header.variables).map { name, reason in
            ScriptNote(.script, "\(name) of \(fileName) is ignored: \(reason)")
        }
    }

    /// What an interpreter that is not the one of the first line is told as.
    private static func note(on shebang: Shebang, _ path: String) -> String? {
        guard let program = shebang.program else { return "it names no interpreter; \(path) is taken" }
        let isSame = program == path || !program.hasPrefix("/") && Shebang.baseName(path) == program
        return isSame ? nil : "\(program) is not here; \(path) is taken"
    }

    /// Adds what a run has printed.
    ///
    /// - Parameter failure: why the run has failed; nil when it has not.
    package mutating func add(_ output: ScriptOutput, failure: String?) {
        facts.append("format: \(output.format.rawValue)")
        if let failure {
            add(failure: failure)
        } else if output.isEmpty {
            notes.append(ScriptNote(.output, "nothing is printed, so that the widget is hidden"))
        }
        notes += output.notes
    }

    /// Adds why a run has failed.
    package mutating func add(failure: String) {
        isGood = false
        notes.append(ScriptNote(.output, failure))
    }

    /// What would be shown, and all that is said of the script.
    ///
    /// - Parameter view: nil when the script has not been run.
    package func lines(view: ScriptView?, now: Timestamp, width: Int = 80) -> [String] {
        var lines = facts
        if let view, view.hasContent {
            for mode in [DisplayMode.compact, .expanded] where mode <= view.largestDisplayMode {
                let text = view.content.plainText(.init(now: now, displayMode: mode, width: width - 2))
                lines.append("\(mode.rawValue):")
                lines += text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
            }
        }
        return lines + notes.map(\.description)
    }
}
