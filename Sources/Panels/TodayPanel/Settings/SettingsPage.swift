#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The page on which the user changes the settings of a widget, all at once with Done.
    @MainActor final class SettingsPage: SettingDelegate {
        let widget = Box(GTK_ORIENTATION_VERTICAL, role: GTK_ACCESSIBLE_ROLE_GROUP)
        /// Called when the user closes the form, with its widget.
        var onEnd: (WidgetIdentifier) -> Void = { _ in }
        /// Called when a dialog opens over this window, and when it closes.
        var onDialog: (_ isOpen: Bool) -> Void = { _ in }

        private let center: CenterSession
        private let window: Widget
        private let title = Label()
        private let caption = Label(tr("Settings"))
        private let done = Button(tr("Done"))
        private let spinner = Spinner(size: 16)
        private let message = Label(wraps: true)
        private let list = Box(GTK_ORIENTATION_VERTICAL)
        private var rows: [String: SettingRow] = [:]
        private var declarations: [SettingDeclaration] = []
        private(set) var form: SettingsForm?
        /// Counts the forms, so that a late answer isn't applied to the next form.
        private var number = 0
        private var chooser: FileChooser?
        private let reset = Button(tr("Reset to Defaults"))

        init(_ center: CenterSession, in window: Widget) {
            self.center = center
            self.window = window
            let cancel = Button(tr("Cancel"))
            cancel.onPress { [weak self] in self?.cancel() }
            caption.addClass("settings-caption")
            done.onPress { [weak self] in self?.submit() }
            let header = formHeader([title, caption], cancel: cancel, spinner, submit: done)
            reset.addClass("edit-button")
            reset.setFrame(false)
            reset.align(horizontally: GTK_ALIGN_CENTER)
            reset.onPress { [weak self] in self?.change { $0.reset() } }
            let page = Box(GTK_ORIENTATION_VERTICAL, spacing: 12)
            page.addClass("settings-page")
            list.addClass("settings-list")
            page.append(list)
            page.append(reset)
            message.addClass("notice")
            let scroller = Scroller(page, label: tr("Settings"))
            scroller.expand(vertically: true)
            for part: Widget in [header, message, scroller] { widget.append(part) }
            widget.addClass("settings-view")
            widget.isVisible = false
        }

        /// Whether a form is open.
        var isOpen: Bool { form != nil }

        /// Shows the form of a widget, or of an instance to add. Returns whether the widget has settings.
        func open(_ properties: WidgetProperties, _ purpose: SettingsForm.Purpose = .change) -> Bool {
            guard let form = SettingsForm(properties, purpose) else { return false }
            number += 1
            self.form = form
            // A new instance has nothing to reset.
            reset.isVisible = purpose == .change
            declarations = []
            refresh()
            return true
        }

        /// Gives the focus to the first setting.
        func grabFocus() {
            if let key = form?.fields.first?.key { rows[key]?.grabFocus() }
        }

        /// Applies the current view of the center.
        func apply(_ view: TodayView, isCenterUnavailable: Bool) {
            guard let identifier = form?.identifier else { return }
            let properties = view.known[identifier].map(view.named)
            change { $0.apply(properties, isCenterUnavailable: isCenterUnavailable) }
            // The form has no changes to lose.
            if !isCenterUnavailable, properties == nil, form?.hasChanges == false { cancel() }
        }

        /// Handles that the user looks away. Input stays; an unchanged form closes.
        func dismiss() {
            endChoosing()
            if form?.hasChanges == false { cancel() }
        }

        /// Closes the form without changes.
        func cancel() {
            guard let identifier = form?.identifier else { return }
            form = nil
            endChoosing()
            onEnd(identifier)
        }

        // MARK: Presentation

        private func change(_ body: (inout SettingsForm) -> Void) {
            guard var form else { return }
            body(&form)
            if form == self.form { return }
            self.form = form
            refresh()
        }

        private func refresh() {
            guard let form else { return }
            title.text = form.purpose == .add ? form.title : form.name
            caption.isVisible = form.purpose == .change
            widget.setAccessibleLabel(form.title)
            done.setLabel(form.submitLabel)
            message.text = form.message ?? ""
            message.isVisible = form.message != nil
            done.isEnabled = form.isReady
            spinner.show(isWorking: form.isSending)
            let declarations = form.fields.map(\.declaration)
            if declarations != self.declarations { makeRows(form) }
            self.declarations = declarations
            for field in form.fields { rows[field.key]?.show(field) }
        }

        private func makeRows(_ form: SettingsForm) {
            let hadFocus = list.holdsFocus
            for row in rows.values { list.remove(row.widget) }
            rows = [:]
            for field in form.fields {
                let row = SettingRow(field, self)
                rows[field.key] = row
                list.append(row.widget)
            }
            if hadFocus { grabFocus() }
        }

        // MARK: User actions

        func set(_ text: String, for key: String) { change { $0.set(text, for: key) } }

        func step(_ key: String, by count: Int) { change { $0.step(key, by: count) } }

        func leave(_ key: String) { change { $0.leave(key) } }

        func submit() {
            guard var form else { return }
            let outcome = form.submit()
            self.form = form
            refresh()
            switch outcome {
            case .close: cancel()
            case .keepOpen(let key): rows[key]?.grabFocus()
            case .send(let change): send(change, form)
            }
        }

        private func send(_ change: SettingsChange, _ form: SettingsForm) {
            let number = number
            Task { [weak self, center] in
                do {
                    var changed = form.identifier
                    switch form.purpose {
                    case .change: try await center.make(change, of: changed)
                    case .add: changed = try await center.addInstance(of: changed, settings: change.values)
                    }
                    self?.finish(number, changed)
                } catch {
                    self?.fail(number, error)
                }
            }
        }

        private func finish(_ number: Int, _ changed: WidgetIdentifier) {
            guard number == self.number, isOpen else { return }
            form = nil
            endChoosing()
            onEnd(changed)
        }

        private func fail(_ number: Int, _ error: any Error) {
            guard number == self.number, isOpen else { return }
            var key: String?
            change { key = $0.fail(error) }
            if let key { rows[key]?.grabFocus() } else { done.grabFocus() }
        }

        var hasPathsHere: Bool { center.machine == nil }

        func choosePath(for key: String) {
            guard chooser == nil, let field = form?.fields.first(where: { $0.key == key }) else { return }
            onDialog(true)
            chooser = FileChooser(
                field.name, isFolder: field.declaration.type == .folder, over: LayerShell.load() == nil ? window : nil,
                path: field.text
            ) { [weak self] path in
                guard let self else { return }
                if let path { self.set(path, for: key) }
                self.endChoosing()
                self.rows[key]?.grabFocus()
            }
        }

        private func endChoosing() {
            if chooser == nil { return }
            chooser = nil
            onDialog(false)
        }
    }
#endif
