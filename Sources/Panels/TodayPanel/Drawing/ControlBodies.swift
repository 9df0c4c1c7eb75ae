#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayModel

    /// A button.
    final class ButtonBody: NodeBody {
        private let button = Button()
        private let content = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
        private let icon = Icon()
        private let label = Label()
        private var attributes: NodeAttributes
        var widget: Widget { button }

        init(_ attributes: NodeAttributes, _ context: NodeContext) {
            self.attributes = attributes
            // The button itself has a name.
            icon.hideFromAccessibility()
            content.append(icon)
            content.append(label)
            content.align(horizontally: GTK_ALIGN_CENTER)
            label.setLines(1)
            button.setChild(content)
            button.onPress { [weak self] in
                guard let self, self.attributes.tap != nil else { return }
                context.tap(self.attributes)
            }
            show(attributes)
        }

        func show(_ attributes: NodeAttributes) {
            self.attributes = attributes
            guard case .button(let text, let name, let style) = attributes.kind else { return }
            label.text = text
            label.isVisible = !text.isEmpty
            icon.isVisible = name != nil
            if let name { icon.set(name) }
            button.setClass("suggested-action", style == .prominent)
            button.setClass("destructive-action", style == .destructive)
            button.setClass("link-like", style == .link)
            button.setClass("framed", style != .link)
            button.setFrame(style != .link)
            button.setAccessibleLabel(attributes.spokenName)
        }
    }

    /// A switch or a check box with its label. A tap shows the requested value immediately. After the answer, the control
    /// shows the widget's own value.
    final class ToggleBody: NodeBody {
        private let row = Box(GTK_ORIENTATION_HORIZONTAL, spacing: 8)
        private let label = Label(wraps: true)
        private let control: any StateControl
        private let context: NodeContext
        private var attributes: NodeAttributes
        private var pending = 0
        /// Whether the switch is following the widget, so that its change isn't a tap.
        private var isFollowing = false
        var widget: Widget { row }

        init(_ attributes: NodeAttributes, _ context: NodeContext, _ control: some StateControl) {
            self.attributes = attributes
            self.context = context
            self.control = control
            label.expand(horizontally: true)
            control.align(vertically: GTK_ALIGN_CENTER)
            for part in control is CheckBox ? [control, label] : [label, control] { row.append(part) }
            show(attributes)
            control.on("notify::active") { [weak self] in self?.pressed() }
            // The label belongs to the node as the switch does, so a tap on it must not go to the node around it.
            label.onClick(if: { [weak self] in self?.attributes.tap != nil }) { [weak self] in
                self?.control.isOn.toggle()
            }
        }

        func show(_ attributes: NodeAttributes) {
            self.attributes = attributes
            guard let (text, _) = attributes.kind.labelAndState else { return }
            label.text = text
            control.isEnabled = attributes.isEnabled
            control.setAccessibleLabel(attributes.spokenName)
            if pending == 0 { follow() }
        }

        private func follow() {
            guard let (_, value) = attributes.kind.labelAndState else { return }
            isFollowing = true
            control.isOn = value
            isFollowing = false
        }

        private func pressed() {
            if isFollowing { return }
            guard attributes.tap != nil else { return follow() }
            pending += 1
            context.tap(attributes, .boolean(control.isOn)) { [weak self] _ in
                guard let self else { return }
                self.pending -= 1
                if self.pending == 0 { self.follow() }
            }
        }
    }

    extension NodeKind {
        /// The label of a switch or a check box, and its state.
        fileprivate var labelAndState: (String, Bool)? {
            switch self {
            case .toggle(let label, let value), .checkbox(let label, let value): (label, value)
            default: nil
            }
        }
    }
#endif
