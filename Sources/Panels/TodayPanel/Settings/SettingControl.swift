#if Panel
    internal import CTodayGtk
    internal import TodayHost
    internal import TodayModel

    /// What controls tell of what the user does.
    @MainActor protocol SettingDelegate: AnyObject {
        /// Something else is typed or chosen.
        func set(_ text: String, for key: String)
        /// The next number is wanted, or the one before.
        func step(_ key: String, by count: Int)
        /// The focus goes elsewhere.
        func leave(_ key: String)
        /// Return was pressed.
        func submit()
        /// A path is to be chosen instead of typed.
        func choosePath(for key: String)
    }

    /// What a setting is changed with.
    @MainActor protocol SettingControl: AnyObject {
        /// All of it.
        var widget: Widget { get }
        /// The part that has the focus, and is named for screen readers.
        var input: Widget { get }
        /// Shows a value as people write it.
        func show(_ text: String)
    }

    /// The control that fits a setting.
    @MainActor func settingControl(for field: SettingsField, _ delegate: any SettingDelegate) -> any SettingControl {
        switch field.declaration.type {
        case .string: TypedControl(field, delegate, [])
        case .integer, .number: TypedControl(field, delegate, [.less, .more])
        case .file, .folder: TypedControl(field, delegate, [.choose])
        case .boolean: SwitchedControl(field, delegate)
        case .choice, .colorRole: ChosenControl(field, delegate)
        }
    }

    /// A value that is typed; beside it there may be buttons.
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
            entry.takeNumbers()
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
                button.setAccessibleLabel((extra == .more ? "More of " : "Less of ") + field.name)
                button.onPress { [weak delegate] in delegate?.step(key, by: count) }
                // The arrow keys do so in the field.
                gtk_widget_set_focusable(button.pointer, 0)
            case .choose:
                button = Button("Choose…")
                button.setAccessibleLabel("Choose \(field.name)")
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
