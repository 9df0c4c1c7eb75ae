#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The lower edge of the panel: the announcement of new widgets, Edit, the button that adds widgets, and the pin.
    @MainActor final class EditFooter {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)
        /// Called when Edit is clicked.
        var onEdit: () -> Void = {}
        /// Called when the announcement or the button that adds widgets is clicked.
        var onAdd: () -> Void = {}

        private let announcement = Button("")
        // Translators: a button that leads to ‘Edit Today’.
        private let edit = Button(tr("Edit"))
        private let add = Button(icon: "list-add-symbolic")
        private let preferences = Button(icon: "preferences-system-symbolic")
        /// Called when the button for preferences is clicked.
        var onPreferences: () -> Void = {}
        private let pin = ToggleButton(icon: "view-pin-symbolic")
        /// Called when the user pins or unpins the panel.
        var onPin: (_ isPinned: Bool) -> Void = { _ in }

        init() {
            widget.addClass("today-footer")
            announcement.addClass("announcement")
            for button in [announcement, edit, add] {
                button.setFrame(false)
                button.align(horizontally: GTK_ALIGN_CENTER)
            }
            edit.onPress { [weak self] in self?.onEdit() }
            for button in [announcement, add] { button.onPress { [weak self] in self?.onAdd() } }
            add.addClass("edit-button")
            add.addClass("icon-button")
            add.setAccessibleLabel(tr("Add Widgets"))
            add.setTooltip(tr("Add Widgets"))
            let buttons = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
            buttons.append(edit)
            buttons.append(add)
            widget.append(announcement)
            widget.append(CenterBox(start: preferences, center: buttons, end: pin))
            preferences.addClass("pin")
            preferences.setFrame(false)
            preferences.setAccessibleLabel(tr("Preferences"))
            preferences.setTooltip(tr("Preferences"))
            preferences.onPress { [weak self] in self?.onPreferences() }
            pin.addClass("pin")
            setPinned(false)
            // Translators: a switch that keeps the panel open. ‘Pin’ and ‘Unpin’ are verbs.
            pin.setAccessibleLabel(tr("Pin"))
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
            for button in [announcement, edit, add] { button.isEnabled = isEditable }
        }

        func setPinned(_ isPinned: Bool) {
            pin.isOn = isPinned
            // Translators: verbs; see ‘Pin’.
            pin.setTooltip(isPinned ? tr("Unpin") : tr("Pin"))
        }

        /// A button that leads to a page.
        enum Door { case edit, add, preferences }

        /// Gives the focus to a button, from which the user came.
        func grabFocus(on door: Door = .edit) {
            switch door {
            case .edit: edit.grabFocus()
            case .add: add.grabFocus()
            case .preferences: preferences.grabFocus()
            }
        }
    }
#endif
