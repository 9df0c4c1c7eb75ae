#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The copies that the user has removed in the last days, each with a button that brings it back.
    @MainActor final class RemovedCopies {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 8)
        /// Called when the user brings a copy back.
        var onRestore: (WidgetIdentifier) -> Void = { _ in }

        private let center: CenterSession
        private let list = Box(GTK_ORIENTATION_VERTICAL)
        private var shown: [RemovedInstance] = []

        init(_ center: CenterSession) {
            self.center = center
            // Translators: further copies of a widget that the user has removed.
            let heading = Label(tr("Removed Copies"))
            heading.addClass("edit-heading")
            list.addClass("edit-list")
            widget.append(heading)
            widget.append(list)
            widget.isVisible = false
        }

        /// Reads the copies and shows them.
        func refresh() {
            Task { [weak self, center] in
                let removed = await center.removedInstances()
                self?.show(removed)
            }
        }

        private func show(_ removed: [RemovedInstance]) {
            if removed == shown { return }
            shown = removed
            widget.isVisible = !removed.isEmpty
            list.removeAll()
            for copy in removed { list.append(row(copy)) }
        }

        private func row(_ copy: RemovedInstance) -> Widget {
            let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 10)
            row.addClass("edit-row")
            let icon = WidgetIcon()
            icon.show(copy.icon.isEmpty ? nil : copy.icon, of: copy.identifier, named: ForeignText.title(copy.name))
            icon.widget.addClass("edit-icon")
            icon.widget.align(vertically: GTK_ALIGN_CENTER)
            let words = Box(GTK_ORIENTATION_VERTICAL)
            words.expand(horizontally: true)
            let title = ForeignText.title(copy.name)
            let name = Label(title)
            name.setLines(1)
            name.addClass("edit-name")
            let removed = ContentAge.text(since: copy.removedAt, now: WallClock.now)
            // Translators: the age is for example ‘2 h ago’.
            let age = Label(tr("Removed {age}", ["age": removed]))
            age.setLines(1)
            age.addClass("edit-detail")
            words.append(name)
            words.append(age)
            let button = Button(tr("Restore"))
            button.align(vertically: GTK_ALIGN_CENTER)
            button.setAccessibleLabel(tr("Restore: {name}", ["name": title]))
            button.onPress { [weak self] in self?.onRestore(copy.identifier) }
            for part: Widget in [icon.widget, words, button] { row.append(part) }
            return row
        }
    }
#endif
