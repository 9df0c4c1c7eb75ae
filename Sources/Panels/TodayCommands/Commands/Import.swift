internal import ArgumentParser
internal import DBus
internal import TodayHost
internal import TodayModel
internal import TodayPlatform
internal import TodayScriptHost
internal import TodayScripts

/// `todayctl import`.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports the output of 'todayctl export'.",
        discussion: """
            The command prints its changes, then makes them. It sets display modes, options and settings, adds missing \
            copies of widgets, and arranges the widgets: those from the file first, then all others. With --merge, the \
            widgets that are already added come first and keep their positions.

            You can repeat an import. If a copy with the same settings exists, the command doesn't add it again. If \
            the center still keeps a removed copy, the command restores it.

            If widgets aren't installed, settings don't fit, or scripts are missing or differ, the command lists them \
            on standard error and exits with 1. Install what is missing and run the import again. If the file is \
            invalid, the command changes nothing. With --host, the command doesn't compare scripts.

            EXAMPLES
              todayctl import --dry-run today.json
              ssh laptop todayctl export | todayctl import --merge -
            """)

    @Flag(help: "Print the changes without making them.")
    var dryRun = false

    @Flag(help: "Keep the arrangement and append the widgets from the file.")
    var merge = false

    @ArgumentParser.Argument(
        help: ArgumentHelp("The file; - is standard input.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var file: String

    func run() async throws {
        let text = try InputText.file(file, maximumBytes: TodayExport.maximumBytes)
        var export: TodayExport
        do throws(Fault) { export = try TodayExport(text) } catch {
            throw CommandFailure(.failed, "\(file == "-" ? "standard input" : file): \(error)")
        }
        // The scripts of another machine can't be read.
        if CenterHost.current != nil { export.scripts = [] }
        let center = CenterClient(try await Connection.openToCenter())
        let state = try await ImportPlan.State.read(center)
        var plan = ImportPlan(export, isMerge: merge, in: state)
        try announce(plan, state)
        if !dryRun {
            for change in plan.changes { await carryOut(change, of: &plan, center) }
            await arrange(&plan, state, center)
        }
        for problem in plan.problems { try Output.report(problem) }
        if !dryRun { await center.warnOfStateTrouble() }
        if !plan.problems.isEmpty { throw CommandFailure(.failed, "") }
    }

    private func announce(_ plan: ImportPlan, _ state: ImportPlan.State) throws {
        var lines = plan.changes.map(\.description)
        let imported = plan.imported
        let arrangement = plan.arrangement(after: state.arrangement) { identifier in
            imported.contains(identifier) ? plan.places[identifier] ?? identifier : nil
        }
        if arrangement != state.arrangement {
            lines.append(
                "arrange " + (arrangement.isEmpty ? "no widgets" : arrangement.map(\.rawValue).joined(separator: " ")))
        }
        if lines.isEmpty { lines.append("nothing to change") }
        for line in lines { try Output.standard.print(line.printable) }
    }

    /// Makes a change. A refusal concerns only that change, and becomes a problem.
    private func carryOut(_ change: ImportPlan.Change, of plan: inout ImportPlan, _ center: CenterClient) async {
        var identifier: WidgetIdentifier
        switch change {
        case .restore(let widget), .add(let widget, _), .mode(let widget, _), .options(let widget, _),
            .settings(let widget, _):
            identifier = widget
        }
        do {
            switch change {
            case .restore(let copy):
                try await center.restoreInstance(copy)
                plan.settle(copy, as: copy)
            case .add(let copy, let values):
                plan.settle(copy, as: try await center.addInstance(of: copy.widget, settings: values.dictionary))
            case .mode, .options, .settings:
                // A copy that couldn't be added has been reported.
                guard let place = plan.places[identifier] else { return }
                identifier = place
                switch change {
                case .mode(_, let mode): try await center.setDisplayMode(mode, for: place)
                case .options(_, let choices): try await center.setOptions(choices, of: place)
                case .settings(_, let values): try await center.setSettings(values.dictionary, of: place)
                case .restore, .add: break
                }
            }
        } catch { plan.report("\(identifier): \(ErrorText(Refusal(error).description).line)") }
    }

    private func arrange(_ plan: inout ImportPlan, _ state: ImportPlan.State, _ center: CenterClient) async {
        do {
            let current = try await center.arrangement()
            // The center has put new copies somewhere; those belong to the file.
            let former = current.filter { state.arrangement.contains($0) || !plan.places.values.contains($0) }
            let arrangement = plan.arrangement(after: former) { plan.places[$0] }
            if arrangement != current { try await center.arrange(arrangement, expected: current) }
        } catch { plan.report("the arrangement: \(ErrorText(Refusal(error).description).line)") }
    }
}

extension ImportPlan.State {
    /// Reads the state of a center, and the user's scripts if it is a center of this machine.
    static func read(_ center: CenterClient) async throws -> ImportPlan.State {
        var known: [WidgetIdentifier: WidgetProperties] = [:]
        for properties in try await center.widgets().values {
            let widget = try WidgetProperties(properties)
            known[widget.identifier] = widget
        }
        return ImportPlan.State(
            arrangement: try await center.arrangement(), known: known,
            removed: Set(try await center.listRemoved().map(\.identifier)),
            scripts: CenterHost.current == nil ? try ScriptFolder().hashes : [])
    }
}

extension ScriptFolder {
    /// The scripts that run, with the hashes of their texts.
    fileprivate var hashes: [TodayExport.Script] {
        entries.compactMap { script, _ in
            guard let bytes = try? TextFile.readBytes(script.path, maximumBytes: Self.mostBytes) else { return nil }
            return TodayExport.Script(name: script.name.file, sha256: SHA256.hexadecimal(bytes))
        }
    }
}
