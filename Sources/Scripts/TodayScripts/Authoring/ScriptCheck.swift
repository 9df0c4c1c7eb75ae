package import TodayModel

/// The report of `todayctl script check`: the view, the schedule, what is ignored, and why the script can't start.
package struct ScriptCheck: Sendable {
    /// The facts about the script itself: its name, how it starts, when it runs, its variables.
    package private(set) var facts: [String] = []
    /// The problems and the parts without effect, line by line.
    package private(set) var notes: [ScriptNote] = []
    /// Whether it can be shown.
    package private(set) var isGood = true

    /// - Parameters:
    ///   - isExecutable: Whether the file has execute permission.
    ///   - refusal: The reason why the file isn't run, whatever its contents; nil if it may run.
    ///   - values: The values of its variables that are stored beside it.
    ///   - lookup: Returns the path of a program for a path or a name, or nil.
    package init(
        name: ScriptFileName, header: ScriptHeader, isExecutable: Bool, refusal: String? = nil,
        values: ScriptVariableValues = ScriptVariableValues(), lookup: (String) -> String?
    ) {
        facts.append("name: \(header.title ?? name.displayName)")
        if let description = header.description { facts.append("description: \(description)") }
        switch header.start(ending: name.ending, lookup: lookup) {
        case .itself: facts.append("start: the program itself")
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
                notes.append(ScriptNote(.script, "not executable; run chmod +x"))
            } else {
                notes.append(ScriptNote(.script, "not executable, so its interpreter starts it"))
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

    /// Returns the note on an interpreter that differs from the one in the first line.
    private static func note(on shebang: Shebang, _ path: String) -> String? {
        guard let program = shebang.program else { return "no interpreter named; using \(path)" }
        let isSame = program == path || !program.hasPrefix("/") && Shebang.baseName(path) == program
        return isSame ? nil : "\(program) not found; using \(path)"
    }

    /// Adds the output of a run.
    ///
    /// - Parameter failure: The reason for a failure; nil if the run succeeded.
    package mutating func add(_ output: ScriptOutput, failure: String?) {
        facts.append("format: \(output.format.rawValue)")
        if let failure {
            add(failure: failure)
        } else if output.isEmpty {
            notes.append(ScriptNote(.output, "no output, so the widget is hidden"))
        }
        notes += output.notes
    }

    /// Adds the reason for a failed run.
    package mutating func add(failure: String) {
        isGood = false
        notes.append(ScriptNote(.output, failure))
    }

    /// Returns the resulting view and all facts and notes.
    ///
    /// - Parameter view: The view; nil if the script hasn't run.
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
