#if Panel
    internal import CGtk
    internal import TodayHost

    /// The lower edge of the panel: what is new, and the way to the edit view.
    @MainActor final class EditFooter {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
        /// Called when either is pressed.
        var onEdit: () -> Void = {}

        private let announcement = Button("")
        private let edit = Button("Edit")

        init() {
            widget.addClass("edit-footer")
            announcement.addClass("announcement")
            for button in [announcement, edit] {
                button.setFrame(false)
                button.align(horizontally: GTK_ALIGN_CENTER)
                button.onPress { [weak self] in self?.onEdit() }
                widget.append(button)
            }
            edit.addClass("edit-button")
            announcement.isVisible = false
        }

        /// Announces so many new widgets.
        func announce(_ count: Int) {
            let text = SeenWidgets.announcement(count)
            if let text { announcement.setLabel(text) }
            announcement.isVisible = text != nil
        }

        func takeFocus() { edit.takeFocus() }
    }
#endif
