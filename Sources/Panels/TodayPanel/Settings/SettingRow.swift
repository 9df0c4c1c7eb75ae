#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// One setting of the form: name, control, notes about the setting, and its fault.
    @MainActor final class SettingRow {
        let widget = Box(GTK_ORIENTATION_VERTICAL, spacing: 4)

        private let control: any SettingControl
        private let details = Label(wraps: true)
        private let fault = Label(wraps: true)
        private var shown: SettingsField?

        init(_ field: SettingsField, _ delegate: any SettingDelegate) {
            control = settingControl(for: field, delegate)
            let name = Label(field.name, wraps: true)
            name.addClass("setting-name")
            // Screen readers read it with the control.
            name.hideFromAccessibility()
            name.expand(horizontally: true)
            control.input.setAccessibleLabel(field.name)
            control.widget.addClass("setting-control")
            if field.declaration.type == .boolean {
                let line = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 12)
                line.append(name)
                line.append(control.widget)
                widget.append(line)
            } else {
                widget.append(name)
                widget.append(control.widget)
            }
            widget.append(fault)
            widget.append(details)
            widget.addClass("setting")
            fault.addClass("setting-fault")
            details.addClass("setting-details")
            let key = field.key
            widget.onFocusLeave { [weak delegate] in delegate?.leave(key) }
            show(field)
        }

        /// Shows the setting in its current state.
        func show(_ field: SettingsField) {
            if field == shown { return }
            shown = field
            control.show(field.text)
            let (reason, known) = (field.fault, field.details)
            fault.text = reason ?? ""
            fault.isVisible = reason != nil
            details.text = known
            details.isVisible = !known.isEmpty
            widget.setClass("wrong", reason != nil)
            control.input.setAccessibleInvalid(reason != nil)
            control.input.setAccessibleDescription([reason, known].compactMap(\.self).joined(separator: "\n"))
        }

        func grabFocus() { control.input.grabInnerFocus() }
    }
#endif
