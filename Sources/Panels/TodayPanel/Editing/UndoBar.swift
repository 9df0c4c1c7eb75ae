#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The line at the bottom of the panel that reports a removal and offers to undo it for a while, or confirms a copy.
    @MainActor final class UndoBar {
        let widget = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8, role: GTK_ACCESSIBLE_ROLE_STATUS)
        /// Called to undo a removal.
        var onUndo: (Removals.Removal) -> Void = { _ in }

        private let text = Label()
        private let button = Button(Removals.undoLabel)
        private var removals = Removals()
        private var note: (words: String, end: ContinuousClock.Instant)?
        private let alarm = Alarm()

        init() {
            widget.addClass("undo-bar")
            text.setLines(1)
            text.expand(horizontally: true)
            text.align(vertically: GTK_ALIGN_CENTER)
            button.addClass("undo-button")
            button.setFrame(false)
            button.onPress { [weak self] in self?.undo() }
            widget.append(text)
            widget.append(button)
            widget.isVisible = false
        }

        /// Reports a removal.
        func add(_ removal: Removals.Removal) {
            removals.add(removal, now: .now)
            show()
        }

        /// Undoes the last removal. Returns false without a removal.
        @discardableResult
        func undo() -> Bool {
            guard let removal = removals.takeLast(now: .now) else { return false }
            show()
            onUndo(removal)
            return true
        }

        /// Confirms for a moment what the user did.
        func say(_ words: String) {
            note = (words, .now + .seconds(2))
            show()
        }

        /// Forgets the removals, because the user looks away.
        func clear() {
            removals = Removals()
            note = nil
            show()
        }

        private func show() {
            let wasVisible = widget.isVisible
            if let note, note.end <= .now { self.note = nil }
            let last = note == nil ? removals.last : nil
            if last == nil { button.yieldFocus() }
            button.isVisible = last != nil
            let words = note?.words ?? last?.words
            widget.isVisible = words != nil
            if let words {
                text.text = words
                widget.setAccessibleLabel(words)
                // Translators: the report is for example ‘Weather removed’.
                button.setAccessibleLabel(tr("Undo: {report}", ["report": words]))
                if !wasVisible, Motion.isEnabled { Fading.appear(widget) }
            }
            guard let deadline = note?.end ?? removals.deadline else { return alarm.cancel() }
            let wait = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            alarm.set(milliseconds: UInt32(max(wait, 0)) + 1) { [weak self] in
                guard let self else { return }
                self.removals.pass(.now)
                self.show()
            }
        }
    }
#endif
