#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The page on which the user adds another computer or an MQTT broker.
    @MainActor final class RemotePage: CommandPage, SettingDelegate {
        private var form = RemoteForm()
        private var rows: [String: SettingRow] = [:]
        private let list = Box(GTK_ORIENTATION_VERTICAL)
        private let again = Button(tr("Try Again"))
        /// The choices after a failed connection.
        private let choices = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
        /// Whether the computer or broker is added, so that the form is over.
        private var isAdded = false
        /// The reports of the addition.
        private var remarks = ""

        init() {
            super.init(tr("Add from Network"), label: tr("Add from Network"))
            widget.setAccessibleLabel(tr("Add from Network"))
            list.addClass("settings-list")
            for field in form.fields {
                let row = SettingRow(field, self)
                rows[field.key] = row
                list.append(row.widget)
            }
            page.insert(list, after: nil)
            again.onPress { [weak self] in self?.test() }
            let remove = Button(tr("Remove"))
            remove.onPress { [weak self] in self?.remove() }
            for button in [again, remove] { choices.append(button) }
            page.append(choices)
        }

        /// Shows an empty form.
        override func open() {
            super.open()
            form = RemoteForm()
            remarks = ""
            report("")
            setAdded(false)
        }

        func grabFocus() { if let field = form.fields.first { rows[field.key]?.grabFocus() } }

        /// Handles that the user looks away, perhaps to look the address up. Input stays; an empty form closes.
        func dismiss() { if isOpen, !form.hasInput { cancel() } }

        private func setAdded(_ isAdded: Bool) {
            self.isAdded = isAdded
            list.isVisible = !isAdded
            stop.isVisible = !isAdded
            choices.isVisible = false
            add.setLabel(isAdded ? tr("Done") : tr("Add"))
            refresh()
        }

        private func change(_ body: (inout RemoteForm) -> Void) {
            body(&form)
            refresh()
        }

        private func refresh() {
            for field in form.fields {
                rows[field.key]?.show(field)
                rows[field.key]?.widget.isVisible = form.isShown(field)
            }
        }

        // MARK: User actions

        func set(_ text: String, for key: String) { change { $0.set(text, for: key) } }

        func leave(_ key: String) { change { $0.leave(key) } }

        override func submit() {
            if isAdded { return cancel() }
            if isWorking { return }
            var fault: String?
            change { fault = $0.submit() }
            if let fault { return rows[fault]?.grabFocus() ?? () }
            start(form.addition, tr("Adding…")) { [weak self] result in
                guard let self else { return }
                if result.isSuccess {
                    self.remarks = result.sentences()
                    self.setAdded(true)
                    return self.test()
                }
                self.report(result.isRefusal ? "" : tr("Can’t add it: {reason}", ["reason": result.sentences()]))
                var key: String?
                self.change { key = $0.fail(result.sentences(), isRefusal: result.isRefusal) }
                if let key { self.rows[key]?.grabFocus() }
            }
        }

        /// Connects once, and shows what was found.
        private func test() {
            let name = form.name
            choices.isVisible = false
            add.grabFocus()
            start(["remote", "test", "--", name], tr("Connecting to {name}…", ["name": name])) { [weak self] result in
                guard let self else { return }
                let values: KeyValuePairs = ["name": name]
                let outcome = result.sentences(about: name)
                if result.isSuccess {
                    let details = [outcome, self.remarks].filter { !$0.isEmpty }
                    self.report(tr("{name} was added.", values), details.joined(separator: "\n"))
                } else {
                    self.report(tr("{name} was added, but it isn’t connected:", values), outcome)
                }
                self.choices.isVisible = !result.isSuccess
                if !result.isSuccess { self.again.grabFocus() }
            }
        }

        /// Removes it again, so that the user can correct the form.
        private func remove() {
            start(["remote", "remove", "--", form.name], tr("Removing…")) { [weak self] result in
                guard let self else { return }
                self.report(result.isSuccess ? "" : result.sentences())
                if !result.isSuccess { return }
                self.setAdded(false)
                self.grabFocus()
            }
        }
    }
#endif
