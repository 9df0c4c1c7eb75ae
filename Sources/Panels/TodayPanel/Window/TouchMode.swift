#if Panel
    internal import CTodayGtk

    /// Gives controls more room while the user touches the screen. A pointer ends that.
    @MainActor final class TouchMode {
        /// The style class of a window with large controls.
        private static let styleClass = "touch"

        /// Whether the user wants large controls always.
        static var isForced = false { didSet { current?.update() } }
        private static weak var current: TouchMode?
        /// Whether controls are large.
        static var isOn: Bool { isForced || current?.isTouched == true }

        private weak var window: Widget?
        private var isTouched = false { didSet { if isTouched != oldValue { update() } } }

        /// Follows the input of a window.
        init(_ window: Widget) {
            self.window = window
            Self.current = self
            update()
            guard let events = gtk_event_controller_legacy_new() else { return }
            gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
            Callback.connect(UnsafeMutableRawPointer(events), "event") { [weak self] _ in
                if let event = gtk_event_controller_get_current_event(events) { self?.follow(event) }
                return 0
            }
            gtk_widget_add_controller(window.pointer, events)
        }

        private func follow(_ event: OpaquePointer) {
            switch gdk_event_get_event_type(event) {
            case GDK_TOUCH_END:
                if isTouched { return }
                // Controls must not move under the finger before they have seen the tap.
                Callback.whenIdle { [weak self] in
                    self?.isTouched = true
                    return false
                }
            case GDK_MOTION_NOTIFY, GDK_BUTTON_PRESS, GDK_SCROLL:
                if let device = gdk_event_get_device(event), gdk_device_get_source(device) != GDK_SOURCE_TOUCHSCREEN {
                    isTouched = false
                }
            default: break
            }
        }

        private func update() { window?.setClass(Self.styleClass, Self.isOn) }
    }
#endif
