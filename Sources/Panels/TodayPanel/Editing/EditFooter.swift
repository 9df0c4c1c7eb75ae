#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// The lower edge of the panel: the announcement of new widgets, the Edit button, and the pin.
    @MainActor final class EditFooter {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
        /// Called when the announcement or Edit is clicked.
        var onEdit: () -> Void = {}

        private let announcement = Button("")
        private let edit = Button("Edit")
        private let pin = ToggleButton(icon: "view-pin-symbolic")
        /// Called when the user pins or unpins the panel.
        var onPin: (_ isPinned: Bool) -> Void = { _ in }

        init() {
            widget.addClass("today-footer")
            announcement.addClass("announcement")
            for button in [announcement, edit] {
                button.setFrame(false)
                button.align(horizontally: GTK_ALIGN_CENTER)
                button.onPress { [weak self] in self?.onEdit() }
            }
            widget.append(announcement)
            widget.append(CenterBox(center: edit, end: pin))
            pin.addClass("pin")
            setPinned(false)
            pin.setAccessibleLabel("Keep the panel here")
            pin.onToggle { [weak self] isOn in self?.onPin(isOn) }
            edit.addClass("edit-button")
            announcement.isVisible = false
        }

        /// Announces the number of new widgets.
        func announce(_ count: Int) {
            let text = SeenWidgets.announcement(count)
            if let text { announcement.setLabel(text) }
            announcement.isVisible = text != nil
        }

        /// Sets whether Edit is shown.
        func setOffersEdit(_ isOffered: Bool) { edit.isVisible = isOffered }

        /// Sets whether the center is available for edits.
        func setEditable(_ isEditable: Bool) {
            for button in [announcement, edit] { button.isEnabled = isEditable }
        }

        func setPinned(_ isPinned: Bool) {
            pin.isOn = isPinned
            pin.setTooltip(isPinned ? "Pinned: click to let it hide" : "Keep it here while another window is used")
        }

        func grabFocus() { edit.grabFocus() }
    }
#endif
