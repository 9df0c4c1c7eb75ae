#if Panel
    internal import CTodayGtk
    internal import DBus
    internal import TodayHost
    internal import TodayModel

    /// A slider with its label. While the user holds it, and until the last call ends, it shows the user's value.
    final class SliderBody: NodeBody {
        private let column = Box(GTK_ORIENTATION_VERTICAL)
        private let label = Label(wraps: true)
        private let scale = Scale()
        private let context: NodeContext
        private var attributes: NodeAttributes
        private var calls = SliderCalls()
        private let alarm = Alarm()
        /// The last value that the user chose or the widget had.
        private var chosen = 0.0
        /// Whether the slider is changed by this panel, so that its change isn't the user's.
        private var isSetting = false
        var widget: Widget { column }

        init(_ attributes: NodeAttributes, _ context: NodeContext) {
            self.attributes = attributes
            self.context = context
            column.expand(horizontally: true)
            column.append(label)
            column.append(scale)
            ContentCut.keepWhole(column)
            show(attributes)
            scale.onChange { [weak self] in self?.changed() }
            scale.onRelease { [weak self] in self?.follow() }
        }

        func show(_ attributes: NodeAttributes) {
            self.attributes = attributes
            guard case .slider(let slider) = attributes.kind else { return }
            scale.isEnabled = attributes.isEnabled
            label.text = slider.label
            label.isVisible = !slider.label.isEmpty
            scale.setAccessibleLabel(attributes.spokenName)
            follow()
        }

        /// Shows the widget's value, unless the user's value counts.
        private func follow() {
            guard !calls.isMoving, !scale.isHeld, case .slider(let slider) = attributes.kind else { return }
            chosen = slider.value
            set { scale.set(slider) }
        }

        private func set(_ body: () -> Void) {
            isSetting = true
            body()
            isSetting = false
        }

        private func changed() {
            guard !isSetting, case .slider(let slider) = attributes.kind else { return }
            guard attributes.tap != nil, attributes.isEnabled else { return follow() }
            let value = slider.rounded(scale.value)
            set { scale.value = value }
            if value == chosen { return }
            chosen = value
            perform(calls.change(to: value, at: Self.now))
        }

        private func perform(_ step: SliderCalls.Step?) {
            switch step {
            case .call(let value):
                context.tap(attributes, .double(value)) { [weak self] _ in
                    guard let self else { return }
                    self.perform(self.calls.ended(at: Self.now))
                }
            case .wait(let time):
                alarm.set(milliseconds: UInt32((time + 999) / 1000)) { [weak self] in
                    guard let self else { return }
                    self.perform(self.calls.wakeUp(at: Self.now))
                }
            case .follow: follow()
            case nil: break
            }
        }

        /// The monotonic time in µs.
        private static var now: UInt64 { UInt64(g_get_monotonic_time()) }
    }

    /// A field for one line of text. During a call it is read-only. After an error it keeps the text.
    final class EntryBody: NodeBody {
        private let column = Box(GTK_ORIENTATION_VERTICAL, spacing: 2)
        private let label = Label(wraps: true)
        private let entry = Entry()
        private let context: NodeContext
        private var attributes: NodeAttributes
        /// The initial text that the field shows unless the user has edited it.
        private var value = ""
        private var isSending = false
        var widget: Widget { column }

        init(_ attributes: NodeAttributes, _ context: NodeContext) {
            self.attributes = attributes
            self.context = context
            column.expand(horizontally: true)
            label.addClass("text-caption")
            column.append(label)
            column.append(entry)
            ContentCut.keepWhole(column)
            show(attributes)
            entry.onChange { [weak self] text in self?.limit(text) }
            entry.onActivate { [weak self] in self?.send() }
        }

        func show(_ attributes: NodeAttributes) {
            self.attributes = attributes
            guard case .entry(let label, let placeholder, let value) = attributes.kind else { return }
            // A screen reader doesn't look at the nodes around it.
            entry.isEnabled = attributes.isEnabled
            entry.setAccessibleLabel(attributes.spokenName)
            entry.setPlaceholder(placeholder.isEmpty ? label : placeholder)
            self.label.text = label
            // The placeholder shows the label in less space.
            self.label.isVisible = !label.isEmpty && !(placeholder.isEmpty && value.isEmpty)
            let isEdited = entry.text != self.value
            self.value = EnteredText.allowed(value)
            if !isEdited, !isSending { entry.text = self.value }
        }

        private func limit(_ text: String) {
            let allowed = EnteredText.allowed(text)
            if allowed != text { entry.replace(with: allowed) }
        }

        private func send() {
            guard attributes.tap != nil, attributes.isEnabled, !isSending, !entry.text.isEmpty else { return }
            isSending = true
            entry.isEditable = false
            context.tap(attributes, .string(entry.text)) { [weak self] isDone in
                guard let self else { return }
                self.isSending = false
                self.entry.isEditable = true
                if isDone { self.entry.text = self.value }
            }
        }
    }
#endif
