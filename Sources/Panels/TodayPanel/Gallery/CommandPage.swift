#if Panel
    internal import CTodayGtk
    internal import TodayModel

    /// A page that adds something by `todayctl`, and shows the output of the program.
    @MainActor class CommandPage {
        let widget = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)
        /// Called when the user is done, or cancels.
        var onEnd: () -> Void = {}

        /// Everything below the header.
        let page = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
        let stop = Button(tr("Cancel"))
        let add = Button(tr("Add"))
        let verdict = Label(wraps: true)
        private(set) var isOpen = false
        private let spinner = Spinner(size: 16)
        private let details = Label(wraps: true)
        private var run: CommandRun?

        /// - Parameter label: The text for screen readers when keys scroll the page.
        init(_ title: String, label: String) {
            widget.addClass("settings-view")
            stop.onPress { [weak self] in self?.cancel() }
            add.onPress { [weak self] in self?.submit() }
            verdict.addClass("edit-name")
            details.makeSelectable()
            page.addClass("settings-page")
            for label in [verdict, details] { page.append(label) }
            let scroller = Scroller(page, label: label)
            scroller.expand(vertically: true)
            widget.append(formHeader([Label(title)], cancel: stop, spinner, submit: add))
            widget.append(scroller)
            widget.isVisible = false
            spinner.show(isWorking: false)
            report("")
        }

        func open() { isOpen = true }

        /// Handles that the user presses the button Add.
        func submit() {}

        /// Closes the page.
        func cancel() {
            end()
            isOpen = false
            onEnd()
        }

        /// Shows a sentence and its details.
        func report(_ sentence: String, _ details: String = "") {
            verdict.text = sentence
            self.details.text = details
            verdict.isVisible = !sentence.isEmpty
            self.details.isVisible = !details.isEmpty
        }

        /// Whether a command runs.
        var isWorking: Bool { run != nil }

        /// Runs `todayctl` and shows a sentence meanwhile.
        ///
        /// - Parameter ended: called with the result, unless the page is closed before.
        func start(
            _ arguments: [String], _ sentence: String, _ ended: @escaping @MainActor (CommandRun.Result) -> Void
        ) {
            report(sentence)
            run = CommandRun(arguments) { [weak self] result in
                self?.end()
                ended(result)
            }
            spinner.show(isWorking: isWorking)
            // Translators: ‘todayctl’ is the name of a program.
            if run == nil { report(tr("Can’t do this: todayctl isn’t installed.")) }
        }

        private func end() {
            run = nil
            spinner.show(isWorking: false)
        }
    }
#endif
