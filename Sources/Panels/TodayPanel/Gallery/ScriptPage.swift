#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// The page that shows what a script would show, before the user adds it.
    @MainActor final class ScriptPage {
        let widget = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)
        /// Called when the user adds the script or cancels.
        var onEnd: () -> Void = {}
        /// Called when a dialog opens over this window, and when it closes.
        var onDialog: (_ isOpen: Bool) -> Void = { _ in }

        private let window: Widget
        private let title = Label(tr("Add Script"))
        private let add = Button(tr("Add"))
        private let spinner = Spinner(size: 16)
        private let verdict = Label(wraps: true)
        private let preview = CardContent(NodeContext())
        private let report = Label(wraps: true)
        private var chooser: FileChooser?
        private var run: CommandRun?
        private var path: String?

        init(in window: Widget) {
            self.window = window
            widget.addClass("settings-view")
            let header = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
            header.addClass("settings-header")
            let cancel = Button(tr("Cancel"))
            cancel.onPress { [weak self] in self?.cancel() }
            title.addClass("settings-title")
            title.setLines(1)
            title.expand(horizontally: true)
            title.setAlignment(0.5, GTK_JUSTIFY_CENTER)
            add.addClass("suggested-action")
            add.onPress { [weak self] in self?.submit() }
            for part: Widget in [cancel, add, spinner] { part.align(vertically: GTK_ALIGN_CENTER) }
            for part: Widget in [cancel, title, spinner, add] { header.append(part) }
            let page = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
            page.addClass("settings-page")
            verdict.addClass("edit-name")
            preview.widget.addClass("today-card")
            preview.widget.addClass("script-preview")
            preview.makePicture()
            report.makeSelectable()
            for part: Widget in [verdict, preview.widget, report] { page.append(part) }
            let scroller = Scroller(page, label: tr("Script preview"))
            scroller.expand(vertically: true)
            widget.append(header)
            widget.append(scroller)
            widget.isVisible = false
        }

        /// Whether a script is shown.
        var isOpen: Bool { path != nil }

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
            let name = path.split(at: "/").last.map { String($0) } ?? path
            widget.setAccessibleLabel(tr("Add Script: {name}", ["name": name]))
            let words = tr("Running {name}…", ["name": name])
            start(["script", "check", "--json", "--", path], words) { [weak self] result in
                guard let self else { return }
                self.show(result)
                self.add.isEnabled = true
                self.add.grabFocus()
            }
        }

        private func show(_ result: CommandRun.Result) {
            guard let script = ScriptPreview(json: result.output) else {
                verdict.text = tr("Can’t check this script:")
                report.text = result.output
                return
            }
            verdict.text =
                script.error.isEmpty
                // Translators: the schedule is for example ‘every 5 min’.
                ? tr("{name} runs {schedule}.", ["name": script.name, "schedule": script.runs])
                : tr("{name} has a problem: {error}", ["name": script.name, "error": script.error])
            report.text = script.findings.joined(separator: "\n")
            guard let card = script.card(now: WallClock.now) else { return }
            preview.show(picture: card)
            preview.widget.setAccessibleLabel(preview.spokenText)
        }

        private func submit() {
            guard let path else { return }
            start(["script", "add", "--", path], tr("Adding…")) { [weak self] result in
                guard let self else { return }
                if result.isSuccess, !result.hasReports { return self.cancel() }
                self.verdict.text = result.isSuccess ? tr("Script added.") : tr("Can’t add this script:")
                self.report.text = result.output
                self.add.isEnabled = !result.isSuccess
            }
        }

        private func start(
            _ arguments: [String], _ words: String, _ ended: @escaping @MainActor (CommandRun.Result) -> Void
        ) {
            verdict.text = words
            report.text = ""
            preview.widget.isVisible = false
            add.isEnabled = false
            setWorking(true)
            run = CommandRun(arguments) { [weak self] result in
                self?.setWorking(false)
                ended(result)
            }
            if run != nil { return }
            setWorking(false)
            // Translators: ‘todayctl’ is the name of a program.
            verdict.text = tr("Can’t check this script: todayctl isn’t installed.")
        }

        private func setWorking(_ isWorking: Bool) {
            spinner.isVisible = isWorking
            spinner.isSpinning = isWorking
        }

        /// Closes the page.
        func cancel() {
            endChoosing()
            run = nil
            path = nil
            onEnd()
        }
    }
#endif
