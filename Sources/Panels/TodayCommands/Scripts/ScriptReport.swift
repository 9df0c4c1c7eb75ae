internal import TodayScriptHost
internal import TodayHost
internal import TodayModel
internal import TodayScripts

/// The report about a script after one run.
struct ScriptReport: Sendable {
    private(set) var check: ScriptCheck
    private let script: ScriptFile
    private let output: ScriptOutput?
    private let view: ScriptView?
    /// The reason why it can't run or has failed.
    private let error: String?

    /// Runs a script if possible.
    init(running script: ScriptFile, _ places: ScriptPlaces) async {
        self.script = script
        check = ScriptCheck(
            name: script.name, header: script.header, isExecutable: script.isExecutable, refusal: script.refusal,
            values: script.values, lookup: ScriptFile.lookup)
        if let trouble = script.trouble {
            (output, view, error) = (nil, nil, trouble)
            return
        }
        let result = await script.firstResult(places)
        (output, view, error) = (result.output, result.view, result.failure)
        if let output = result.output {
            check.add(output, failure: result.failure)
        } else if let failure = result.failure {
            check.add(failure: failure)
        }
    }

    func lines(style: Style, width: Int) -> [String] {
        let lines = check.lines(view: view, now: WallClock.now, width: width == .max ? .max : width - 2)
        return [style.bold(script.name.file.printable)] + lines.map { "  " + $0.printable }
    }

    var json: JSON {
        let findings = check.notes.map { note in
            JSON.object(
                [.init("Place", .string(note.place.rawValue))]
                    + (note.line.map { [.init("Line", .integer(Int64($0)))] } ?? [])
                    + [.init("Message", .string(note.text))])
        }
        var members = Self.members(of: script, format: output?.format)
        if let error { members.append(.init("Error", .string(error))) }
        if let view, view.hasContent {
            members.append(.init("Content", view.content.asJSON))
            for (name, mode) in [("Compact", DisplayMode.compact), ("Expanded", .expanded)] {
                let text = view.content.plainText(.init(now: WallClock.now, displayMode: mode, width: .max))
                members.append(.init(name, .string(text)))
            }
        }
        return .object(members + [.init("Findings", .array(findings))])
    }

    /// Returns the facts about a script that need no run.
    static func members(of script: ScriptFile, format: ScriptFormat? = nil) -> [JSON.Member] {
        let members = [
            JSON.Member("File", .string(script.name.file)), .init("Path", .string(script.path)),
            .init("Identifier", .string(script.name.widgetIdentifier?.rawValue ?? "")),
            .init("Name", .string(script.title)), .init("Runs", .string("\(script.schedule)")),
        ]
        return members + ((format ?? script.format).map { [.init("Format", .string($0.rawValue))] } ?? [])
    }
}
