#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel
    internal import TodayPlatform

    /// The preference for a key that opens the panel: bound by the desktop's portal, or a line to copy for the user's
    /// window manager.
    @MainActor final class ShortcutRow {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 6)
        /// Called when the key can't be bound or stored.
        var onProblem: (String?) -> Void = { _ in }
        /// Called when the desktop has bound the key.
        var onBind: () -> Void = {}

        private let key = Label(wraps: true)
        private let set = Button(tr("Set Shortcut…"))
        /// The window managers; nil until the page is opened, because a list takes long to create.
        private var list: DropDown?
        private let file = Label(wraps: true)
        private let line = Label(wraps: true)
        private let copy = Button(tr("Copy"))
        private let hints = ShortcutHint.all(
            for: [Environment["XDG_CURRENT_DESKTOP"] ?? "", Environment["DESKTOP_SESSION"] ?? ""])
        private var shortcut: GlobalShortcut?

        init() {
            widget.addClass("setting")
            // Translators: the key that opens the panel.
            let name = Label(tr("Shortcut"), wraps: true)
            name.addClass("setting-name")
            name.hideFromAccessibility()
            set.setAccessibleLabel(tr("Set Shortcut"))
            set.onPress { [weak self] in self?.bind() }
            line.addClass("script-report")
            line.makeSelectable()
            for label in [file, key] { label.addClass("setting-details") }
            copy.setAccessibleLabel(tr("Copy the line"))
            copy.onPress { [weak self] in
                guard let self else { return }
                copyToClipboard(self.line.text)
            }
            for button in [set, copy] { button.align(horizontally: GTK_ALIGN_START) }
            for part: Widget in [name, key, set, file, line, copy] { widget.append(part) }
            showHint()
            showPortal(false)
        }

        /// Completes the row before it is shown.
        func begin() {
            if list != nil { return }
            let list = DropDown(hints.map { DropDown.Item(name: $0.desktop, styleClass: nil) })
            list.setAccessibleLabel(tr("Window manager"))
            list.addClass("setting-control")
            list.selected = 0
            list.onSelect { [weak self] _ in self?.showHint() }
            list.isVisible = line.isVisible
            widget.insert(list, after: set)
            self.list = list
        }

        /// Uses the desktop's portal if the desktop has one. Binds the key if the user has chosen it before.
        func use(_ shortcut: GlobalShortcut) {
            self.shortcut = shortcut
            Task { [weak self] in
                let isAvailable = await shortcut.isAvailable
                self?.showPortal(isAvailable)
                if isAvailable, PreferencesFile.hasShortcut { self?.bind() }
            }
        }

        private func showPortal(_ isAvailable: Bool) {
            for part: Widget in [key, set] { part.isVisible = isAvailable }
            for part: Widget? in [list, file, line, copy] { part?.isVisible = !isAvailable }
            key.text = tr("No shortcut set.")
        }

        private func bind() {
            guard let shortcut else { return }
            set.isEnabled = false
            Task { [weak self] in
                do {
                    if let trigger = try await shortcut.bind() { self?.bound(trigger) }
                } catch {
                    self?.onProblem(Refusal(error).description)
                }
                self?.set.isEnabled = true
            }
        }

        private func bound(_ trigger: String) {
            key.text =
                trigger.isEmpty
                // Translators: the key is in the words of the desktop, for example ‘Super+T’.
                ? tr("A desktop shortcut opens Today.") : tr("{key} opens Today.", ["key": trigger])
            if PreferencesFile.hasShortcut { return }
            onProblem(PreferencesFile.setShortcut(true))
            onBind()
        }

        private func showHint() {
            let hint = hints[min(list?.selected ?? 0, hints.count - 1)]
            line.text = hint.line
            file.text = tr("Add this line to {file}:", ["file": hint.file])
        }
    }
#endif
