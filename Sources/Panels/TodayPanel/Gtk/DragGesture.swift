#if Panel
    internal import CTodayGtk

    /// A drag within a widget, with a pointer or a finger.
    @MainActor final class DragGesture {
        private var start: (x: Double, y: Double) = (0, 0)
        private var isActive = false
        /// Whether the pointer hasn't moved far enough yet.
        private var isPending = false

        /// Attaches the gesture to a widget; positions are in that widget's pixels.
        ///
        /// - Parameters:
        ///   - threshold: the distance in logical pixels before a drag begins, so that a click isn't one. With a
        ///     distance, a finger doesn't drag, because it scrolls.
        ///   - begin: returns whether a drag begins at a position.
        ///   - move: called with each position of the drag.
        ///   - end: called when the drag ends; with false if it was interrupted.
        init(
            on widget: Widget, threshold: Double = 0, begin: @escaping @MainActor (_ x: Double, _ y: Double) -> Bool,
            move: @escaping @MainActor (_ x: Double, _ y: Double) -> Void,
            end: @escaping @MainActor (_ isCompleted: Bool) -> Void
        ) {
            guard let gesture = gtk_gesture_drag_new() else { return }
            let object = UnsafeMutableRawPointer(gesture)
            gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
            Callback.connect(object, "drag-begin") { [weak self] arguments in
                guard let self else { return 0 }
                self.start = (arguments.number(1), arguments.number(2))
                self.isPending = threshold > 0
                if self.isPending {
                    if Self.isTouch(gesture) { gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED) }
                } else {
                    self.start(gesture, begin)
                }
                return 0
            }
            Callback.connect(object, "drag-update") { [weak self] arguments in
                guard let self else { return 0 }
                if self.isPending {
                    let (x, y) = (arguments.number(1), arguments.number(2))
                    guard x * x + y * y >= threshold * threshold else { return 0 }
                    self.isPending = false
                    self.start(gesture, begin)
                }
                guard self.isActive else { return 0 }
                move(self.start.x + arguments.number(1), self.start.y + arguments.number(2))
                return 0
            }
            Callback.connect(object, "drag-end") { [weak self] in self?.finish(true, end) }
            Callback.connect(object, "cancel") { [weak self] in self?.finish(false, end) }
            gtk_widget_add_controller(widget.pointer, gesture)
        }

        private func start(_ gesture: OpaquePointer, _ begin: @MainActor (_ x: Double, _ y: Double) -> Bool) {
            isActive = begin(start.x, start.y)
            gtk_gesture_set_state(gesture, isActive ? GTK_EVENT_SEQUENCE_CLAIMED : GTK_EVENT_SEQUENCE_DENIED)
        }

        private static func isTouch(_ gesture: OpaquePointer) -> Bool {
            guard let device = gtk_event_controller_get_current_event_device(gesture) else { return false }
            return gdk_device_get_source(device) == GDK_SOURCE_TOUCHSCREEN
        }

        /// Interrupts the current drag. Pointer movements until the button is released are ignored. Returns whether
        /// there was a drag.
        func cancel(_ end: (Bool) -> Void) -> Bool {
            guard isActive else { return false }
            finish(false, end)
            return true
        }

        private func finish(_ isCompleted: Bool, _ end: (Bool) -> Void) {
            guard isActive else { return }
            isActive = false
            end(isCompleted)
        }
    }

    extension Widget {
        /// Converts a point in this widget to one in another; nil if they aren't in the same window.
        func place(x: Double, y: Double, in other: Widget) -> (x: Double, y: Double)? {
            var place = (x: 0.0, y: 0.0)
            guard gtk_widget_translate_coordinates(pointer, other.pointer, x, y, &place.x, &place.y) != 0 else {
                return nil
            }
            return place
        }

        /// Returns whether a point in another widget is on this one.
        func isAt(x: Double, y: Double, in other: Widget) -> Bool {
            guard let picked = gtk_widget_pick(other.pointer, x, y, GTK_PICK_DEFAULT) else { return false }
            return picked == pointer || gtk_widget_is_ancestor(picked, pointer) != 0
        }
    }
#endif
