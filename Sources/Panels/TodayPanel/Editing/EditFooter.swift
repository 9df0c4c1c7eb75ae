#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// The lower edge of the panel: what is new, the way to the edit view, and the pin.
    @MainActor final class EditFooter {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
        /// Called when either is pressed.
        var onEdit: () -> Void = {}

        private let announcement = Button("")
        private let edit = Button("Edit")
        private let pin = ToggleButton(icon: "view-pin-symbolic")
        /// Called when the user pins the panel, or takes that back.
        var onPin: (_ isPinned: Bool) -> Void = { _ in }

        init() {
            widget.addClass("edit-footer")
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

        /// Announces so many new widgets.
        func announce(_ count: Int) {
            let text = SeenWidgets.announcement(count)
            if let text { announcement.setLabel(text) }
            announcement.isVisible = text != nil
        }

        /// Whether there is somebody who takes edits.
        func setEditable(_ isEditable: Bool) {
            for button in [announcement, edit] { button.isEnabled = isEditable }
        }

        func setPinned(_ isPinned: Bool) {
            pin.isOn = isPinned
            pin.setTooltip(isPinned ? "Pinned: click to let it hide" : "Keep it here while another window is used")
        }

        func takeFocus() { edit.takeFocus() }
    }
#endif
