#if Panel
    internal import CGtk
    internal import DBus
    internal import Processes
    internal import TodayHost
    internal import TodayModel
    internal import TodayProtocol

    /// The window together with what it shows: follows the center, and tells it when somebody looks.
    @MainActor final class Panel {
        private let window: TodayWindow
        private let center = CenterSession()
        private var following: Task<Void, Never>?
        /// The window opens with its first content, unless that takes too long to wait for.
        private let opening = Alarm()
        private(set) var isShown = false

        private static let longestWait: UInt32 = 150

        init(_ application: UnsafeMutablePointer<GtkApplication>) {
            window = TodayWindow(application, center)
            window.onDismiss = { [weak self] in self?.hide() }
            window.onAppearanceChange = { [weak self] in
                guard let self, self.isShown else { return }
                self.center.beginViewing(self.window.viewingOptions)
            }
            center.onView = { [weak self] view in self?.take(view) }
            center.onLock = { [weak self] isLocked in self?.window.setLocked(isLocked) }
            center.start()
        }

        func show() {
            if isShown { return window.present() }
            isShown = true
            center.beginViewing(window.viewingOptions)
            if window.hasContent { window.present() } else { waitForContent() }
        }

        func hide() {
            guard isShown else { return }
            isShown = false
            opening.cancel()
            window.dismiss()
            center.endViewing()
        }

        private func waitForContent() {
            opening.set(milliseconds: Self.longestWait) { [weak self] in self?.window.present() }
        }

        private func take(_ view: TodayView) {
            window.show(view)
            if isShown, view.center != .connecting, !window.isPresented {
                opening.cancel()
                window.present()
            }
        }
    }
#endif
