#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// The page that shows what a script would show, before the user adds it.
    @MainActor final class ScriptPage: CommandPage {
        /// Called when a dialog opens over this window, and when it closes.
        var onDialog: (_ isOpen: Bool) -> Void = { _ in }

        private let window: Widget
        private let preview = CardContent(NodeContext())
        private var chooser: FileChooser?
        private var path = ""

        init(in window: Widget) {
            self.window = window
            super.init(tr("Add Script"), label: tr("Script preview"))
            preview.widget.addClass("today-card")
            preview.widget.addClass("script-preview")
            preview.makePicture()
            page.insert(preview.widget, after: verdict)
        }

        /// Lets the user choose a script. Calls back when the page has something to show.
        func choose(_ chosen: @escaping @MainActor () -> Void) {
            guard chooser == nil else { return }
            onDialog(true)
            chooser = FileChooser(
                tr("Add Script"), isFolder: false, over: LayerShell.load() == nil ? window : nil, path: ""
            ) { [weak self] path in
                guard let self else { return }
                self.endChoosing()
                guard let path else { return }
                self.check(path)
                chosen()
            }
        }

        private func endChoosing() {
            if chooser == nil { return }
            chooser = nil
            onDialog(false)
        }

        /// Runs a script once and shows its output, and what in it has no effect.
        private func check(_ path: String) {
            self.path = path
            open()
            let name = path.split(at: "/").last.map { String($0) } ?? path
            widget.setAccessibleLabel(tr("Add Script: {name}", ["name": name]))
            let sentence = tr("Running {name}…", ["name": name])
            run(["script", "check", "--json", "--", path], sentence) { [weak self] result in
                self?.show(result)
                self?.add.isEnabled = true
                self?.add.grabFocus()
            }
        }

        private func show(_ result: CommandRun.Result) {
            guard let script = ScriptPreview(json: result.output) else {
                return report(tr("Can’t check this script:"), result.output)
            }
            let sentence =
                script.error.isEmpty
                // Translators: the schedule is for example ‘every 5 min’.
                ? tr("{name} runs {schedule}.", ["name": script.name, "schedule": script.runs])
                : tr("{name} has a problem: {error}", ["name": script.name, "error": script.error])
            report(sentence, script.findings.joined(separator: "\n"))
            guard let card = script.card(now: WallClock.now) else { return }
            preview.show(picture: card)
            preview.widget.setAccessibleLabel(preview.spokenText)
        }

        override func submit() {
            run(["script", "add", "--", path], tr("Adding…")) { [weak self] result in
                guard let self else { return }
                if result.isSuccess, !result.hasReports { return self.cancel() }
                self.report(result.isSuccess ? tr("Script added.") : tr("Can’t add this script:"), result.output)
                self.add.isEnabled = !result.isSuccess
            }
        }

        private func run(
            _ arguments: [String], _ sentence: String, _ ended: @escaping @MainActor (CommandRun.Result) -> Void
        ) {
            preview.widget.isVisible = false
            add.isEnabled = false
            start(arguments, sentence, ended)
        }

        override func cancel() {
            endChoosing()
            super.cancel()
        }
    }
#endif
