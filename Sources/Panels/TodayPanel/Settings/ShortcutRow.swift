#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayPlatform

    /// The preference for a key that opens the panel: the line to copy for the user's window manager.
    @MainActor final class ShortcutRow {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)

        private let list: DropDown
        private let line = Label(wraps: true)
        private let file = Label(wraps: true)
        private let hints = ShortcutHint.all(
            for: [Environment["XDG_CURRENT_DESKTOP"] ?? "", Environment["DESKTOP_SESSION"] ?? ""])

        init() {
            list = DropDown(hints.map { DropDown.Item(name: $0.desktop, styleClass: nil) })
            widget.addClass("setting")
            let name = Label("Shortcut", wraps: true)
            name.addClass("setting-name")
            name.hideFromAccessibility()
            list.setAccessibleLabel("Shortcut")
            list.addClass("setting-control")
            list.onSelect { [weak self] _ in self?.show() }
            line.addClass("script-report")
            line.makeSelectable()
            file.addClass("setting-details")
            let copy = Button("Copy")
            copy.setAccessibleLabel("Copy the line")
            copy.align(horizontally: GTK_ALIGN_START)
            copy.onPress { [weak self] in
                guard let self else { return }
                self.widget.copyToClipboard(self.line.text)
            }
            for part: Widget in [name, list, file, line, copy] { widget.append(part) }
            list.selected = 0
            show()
        }

        func refresh() { show() }

        private func show() {
            let hint = hints[min(list.selected ?? 0, hints.count - 1)]
            line.text = hint.line
            file.text = "Add this line to \(hint.file):"
        }
    }
#endif
