#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// The reports of controls about user actions.
    @MainActor protocol SettingDelegate: AnyObject {
        /// Sets the input.
        func set(_ text: String, for key: String)
        /// Steps to the next or previous number.
        func step(_ key: String, by count: Int)
        /// Reports that the focus moves elsewhere.
        func leave(_ key: String)
        /// Reports that Return was pressed.
        func submit()
        /// Whether paths belong to this machine, so that the user can choose them.
        var hasPathsHere: Bool { get }
        /// Lets the user choose a path instead of typing it.
        func choosePath(for key: String)
    }

    /// A form without numbers and paths.
    extension SettingDelegate {
        func step(_ key: String, by count: Int) {}
        var hasPathsHere: Bool { true }
        func choosePath(for key: String) {}
    }

    /// The control of a setting.
    @MainActor protocol SettingControl: AnyObject {
        /// The whole control.
        var widget: Widget { get }
        /// The part that has the focus and the name for screen readers.
        var input: Widget { get }
        /// Shows a value as people write it.
        func show(_ text: String)
    }

    /// Returns the control for a setting.
    @MainActor func settingControl(for field: SettingsField, _ delegate: any SettingDelegate) -> any SettingControl {
        switch field.declaration.type {
        case .string: TypedControl(field, delegate, [])
        case .integer, .number: TypedControl(field, delegate, [.less, .more])
        case .file, .folder: TypedControl(field, delegate, delegate.hasPathsHere ? [.choose] : [])
        case .boolean: SwitchedControl(field, delegate)
        case .choice, .colorRole: ChosenControl(field, delegate)
        }
    }

    /// A value that is typed, with buttons for some types.
    @MainActor private final class TypedControl: SettingControl {
        enum Extra { case less, more, choose }

        let widget: Widget
        var input: Widget { entry }
        private let entry: Entry

        init(_ field: SettingsField, _ delegate: any SettingDelegate, _ extras: [Extra]) {
            entry = Entry(placeholder: field.placeholder)
            entry.expand(horizontally: true)
            let box = Box(GTK_ORIENTATION_HORIZONTAL)
            box.append(entry)
            box.addClass("linked")
            widget = box
            let key = field.key
            entry.text = field.text
            entry.onChange { [weak delegate] in delegate?.set($0, for: key) }
            entry.onActivate { [weak delegate] in delegate?.submit() }
            for extra in extras { box.append(button(extra, field, delegate)) }
            guard field.declaration.type.isNumeric else { return }
            entry.useNumericInput()
            entry.onKey { [weak delegate] press in
                switch press {
                case KeyPress(GDK_KEY_Up), KeyPress(GDK_KEY_KP_Up): delegate?.step(key, by: 1)
                case KeyPress(GDK_KEY_Down), KeyPress(GDK_KEY_KP_Down): delegate?.step(key, by: -1)
                default: return false
                }
                return true
            }
        }

        private func button(_ extra: Extra, _ field: SettingsField, _ delegate: any SettingDelegate) -> Button {
            let key = field.key
            let button: Button
            switch extra {
            case .less, .more:
                let count = extra == .more ? 1 : -1
                button = Button(icon: extra == .more ? "list-add-symbolic" : "list-remove-symbolic")
                let values: KeyValuePairs = ["name": field.name]
                // Translators: the name is that of a setting that is a number.
                let label = extra == .more ? tr("Increase {name}", values) : tr("Decrease {name}", values)
                button.setAccessibleLabel(label)
                button.onPress { [weak delegate] in delegate?.step(key, by: count) }
                // The arrow keys have the same function in the field.
                gtk_widget_set_focusable(button.pointer, 0)
            case .choose:
                button = Button(tr("Choose…"))
                // Translators: the name is that of a setting that is a file or a folder.
                button.setAccessibleLabel(tr("Choose {name}", ["name": field.name]))
                button.onPress { [weak delegate] in delegate?.choosePath(for: key) }
            }
            return button
        }

        func show(_ text: String) { entry.text = text }
    }

    /// On or off.
    @MainActor private final class SwitchedControl: SettingControl {
        var widget: Widget { toggle }
        var input: Widget { toggle }
        private let toggle = Switch()

        init(_ field: SettingsField, _ delegate: any SettingDelegate) {
            let key = field.key
            toggle.isOn = field.text == String(true)
            toggle.align(vertically: GTK_ALIGN_CENTER)
            toggle.on("notify::active") { [weak toggle, weak delegate] in
                if let toggle { delegate?.set(String(toggle.isOn), for: key) }
            }
        }

        func show(_ text: String) { toggle.isOn = text == String(true) }
    }

    /// One of several values.
    @MainActor private final class ChosenControl: SettingControl {
        var widget: Widget { list }
        var input: Widget { list }
        private let list: DropDown
        private let values: [String]

        init(_ field: SettingsField, _ delegate: any SettingDelegate) {
            let (choices, key) = (field.choices, field.key)
            values = choices.map(\.value)
            list = DropDown(
                choices.map { choice in
                    DropDown.Item(name: choice.name, styleClass: choice.color.map { "color-" + $0.rawValue })
                })
            list.selected = values.firstIndex(of: field.text)
            list.onSelect { [weak delegate] index in
                if choices.indices.contains(index) { delegate?.set(choices[index].value, for: key) }
            }
        }

        func show(_ text: String) { list.selected = values.firstIndex(of: text) }
    }
#endif
