#if Panel
    internal import CTodayGtk

    /// Reports when the window should hide because another one got the focus. A window that never had the focus can't
    /// lose it.
    @MainActor final class FocusWatch {
        /// Called when the window should hide.
        var onLeave: () -> Void = {}
        /// Whether the user has pinned the window.
        var isPinned = PinFile.exists

        private let window: Widget
        private var isPresented = false
        private var wasActive = false
        /// Whether a dialog of this window is open. The window stays meanwhile.
        private var hasDialog = false
        private let hiding = Alarm()

        /// The longest time without the focus before the window hides, in milliseconds.
        private static let longestAbsence: UInt32 = 50

        init(_ window: Widget) {
            self.window = window
            window.on("notify::is-active") { [weak self] in self?.changed() }
        }

        /// Handles that the window is shown.
        func begin() {
            isPresented = true
            // If a window was hidden while it was active, GTK keeps calling it active. It doesn't emit a notification
            // when the window becomes active again.
            wasActive = isActive
        }

        /// Handles that the window is hidden.
        func end() {
            isPresented = false
            wasActive = false
            hiding.cancel()
        }

        /// Handles that a dialog of this window has opened or closed.
        func setDialog(_ isOpen: Bool) {
            hasDialog = isOpen
            // The window takes the focus back; otherwise the next click elsewhere would go unnoticed.
            if !isOpen, isPresented { gtk_window_present(window.cast()) }
        }

        private var isActive: Bool { gtk_window_is_active(window.cast()) != 0 }
        private var mayHide: Bool { isPresented && !isPinned && !hasDialog }

        private func changed() {
            if isActive {
                hiding.cancel()
            } else if wasActive, mayHide {
                // A window that is shown under the pointer loses the focus just before it gets it.
                hiding.set(milliseconds: Self.longestAbsence) { [weak self] in
                    if let self, self.mayHide { self.onLeave() }
                }
            }
            wasActive = isActive
        }
    }
#endif
