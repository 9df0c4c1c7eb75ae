#if Panel
    internal import CTodayGtk

    /// Tells when the window is to go because another one has the focus: it was looked at, and then no longer is. A window
    /// that never was has nothing to lose.
    @MainActor final class FocusWatch {
        /// Called when the window is to go.
        var onLeave: () -> Void = {}
        /// Whether it stays, by the user's wish.
        var isPinned = PinFile.isThere

        private let window: Widget
        private var isPresented = false
        private var wasActive = false
        /// Another window is open for this one, which stays meanwhile.
        private var hasDialog = false
        private let leaving = Alarm()

        /// In milliseconds: how long the focus may be elsewhere for a moment.
        private static let longestAbsence: UInt32 = 50

        init(_ window: Widget) {
            self.window = window
            window.on("notify::is-active") { [weak self] in self?.changed() }
        }

        /// The window is shown.
        func begin() {
            isPresented = true
            // A window that was hidden while it was active is still called so by GTK, and there is no news of it when it is
            // active once more.
            wasActive = isActive
        }

        /// The window is hidden.
        func end() {
            isPresented = false
            wasActive = false
            leaving.cancel()
        }

        /// Another window for this one has opened, or has gone.
        func setDialog(_ isOpen: Bool) {
            hasDialog = isOpen
            // The focus comes back; without, the next click elsewhere would not be noticed.
            if !isOpen, isPresented { gtk_window_present(window.cast()) }
        }

        private var isActive: Bool { gtk_window_is_active(window.cast()) != 0 }
        private var mayLeave: Bool { isPresented && !isPinned && !hasDialog }

        private func changed() {
            if isActive {
                leaving.cancel()
            } else if wasActive, mayLeave {
                // One that is shown under the pointer is told that it lost the focus just before it gets it.
                leaving.set(milliseconds: Self.longestAbsence) { [weak self] in
                    if let self, self.mayLeave { self.onLeave() }
                }
            }
            wasActive = isActive
        }
    }
#endif
