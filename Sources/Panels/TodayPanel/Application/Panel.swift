#if Panel
    internal import CTodayGtk
    internal import Glibc
    internal import TodayPlatform
    internal import TodayHost
    internal import TodayModel

    /// The window and its content. It follows the center, and reports to it when the panel is visible.
    @MainActor final class Panel {
        private let window: TodayWindow
        private let center: CenterSession
        private var gracePeriod = ViewGracePeriod()
        private let graceAlarm = Alarm()
        /// Searches repeatedly for a center that isn't running.
        private let retry = Alarm()
        private var retryDelay = RetryDelay()
        /// Nil until the file has been read, and for widgets of another machine.
        private var seen: SeenWidgets?
        private var writing: Task<Void, Never>?
        private var hasReported = false
        /// Opens the window without content if the first content takes too long.
        private let opening = Alarm()
        private(set) var isShown = false

        private static let longestWait: UInt32 = 150

        init(_ application: UnsafeMutablePointer<GtkApplication>, _ center: CenterSession) {
            self.center = center
            window = TodayWindow(application, center)
            window.onDismiss = { [weak self] in self?.hide() }
            center.onConnection = { [weak self] connection in
                let shortcut = GlobalShortcut(connection)
                shortcut.onActivate = { [weak self] in
                    guard let self else { return }
                    self.isShown ? self.hide() : self.show()
                }
                self?.window.useShortcut(shortcut)
            }
            window.onAppearanceChange = { [weak self] in
                guard let self, self.isShown else { return }
                self.center.beginViewing(self.window.viewingOptions)
            }
            center.onView = { [weak self] view in self?.apply(view) }
            center.onAdded = { [weak self] new in
                self?.markSeen { $0.markSeen(added: new) }
                self?.announce()
            }
            center.lock.onChange = { [weak self] isLocked in self?.window.setLocked(isLocked) }
            window.onPin = { [weak self] isPinned in
                // Another machine's panel has no state of its own.
                guard center.machine == nil else { return }
                if let problem = PinFile.set(isPinned) {
                    self?.reportOnce("cannot store whether the panel is pinned", problem)
                }
            }
            window.onTryAgain = { [weak self] in self?.tryAgain() }
            window.onEdit = { [weak self] in
                self?.markSeen()
                self?.announce()
            }
            if center.machine != nil { return }
            Task {
                seen = await SeenWidgetsFile.read()
                announce()
            }
        }

        /// Gets ready for the key that opens the panel.
        func waitInBackground() { center.connect() }

        func show() {
            center.lock.endLockRequest()
            if isShown { return window.present() }
            isShown = true
            if case .unavailable = gracePeriod.shown.center { showSearch() }
            center.beginViewing(window.viewingOptions)
            if window.hasContent { window.present() } else { waitForContent() }
        }

        /// Keeps the panel visible while another window has the focus.
        func pin() { window.setPinned(true) }

        func hide() {
            guard isShown else { return }
            isShown = false
            opening.cancel()
            graceAlarm.cancel()
            resetRetry()
            markSeen()
            window.dismiss()
            center.endViewing()
        }

        /// Hides the panel. Returns when the center knows that and the seen widgets are stored.
        func end() async {
            hide()
            await center.finishChanges()
            await writing?.value
        }

        private func waitForContent() {
            opening.set(milliseconds: Self.longestWait) { [weak self] in self?.window.present() }
        }

        private func tryAgain() {
            resetRetry()
            showSearch()
            center.tryAgain()
        }

        /// Shows the search for the center in place of content that is out of date.
        private func showSearch() {
            if gracePeriod.apply(TodayView(center: .connecting), now: .now) {
                window.show(gracePeriod.shown, absence: gracePeriod.absence)
            }
        }

        private func apply(_ view: TodayView) {
            // This view answers a panel that has been hidden in the meantime.
            guard isShown else { return }
            view.isAvailable ? resetRetry() : tryAgainLater()
            if gracePeriod.apply(view, now: .now) { window.show(gracePeriod.shown, absence: gracePeriod.absence) }
            setGraceAlarm()
            announce()
            if !window.isPresented {
                opening.cancel()
                window.present()
            }
        }

        private func tryAgainLater() {
            // Without content to keep, the page offers a retry itself.
            if retry.isSet || !gracePeriod.shown.isAvailable { return }
            retry.set(milliseconds: retryDelay.next()) { [weak self] in self?.center.tryAgain() }
        }

        private func resetRetry() {
            retry.cancel()
            retryDelay = RetryDelay()
        }

        private func setGraceAlarm() {
            guard let due = gracePeriod.due else { return graceAlarm.cancel() }
            let wait = ContinuousClock.now.duration(to: due) / .milliseconds(1)
            graceAlarm.set(milliseconds: UInt32(max(wait, 0)) + 1) { [weak self] in
                guard let self else { return }
                if self.gracePeriod.pass(.now) {
                    self.window.show(self.gracePeriod.shown, absence: self.gracePeriod.absence)
                }
                self.setGraceAlarm()
            }
        }

        // MARK: New widgets

        private func announce() {
            guard let seen, gracePeriod.shown.isAvailable else { return window.announce([]) }
            window.announce(seen.unseen(of: gracePeriod.shown.known.keys).filter { !center.isAdding($0) })
        }

        /// Stores that the user has seen all widgets.
        private func markSeen() {
            if gracePeriod.shown.isAvailable { markSeen { $0.markSeen(gracePeriod.shown.known.keys) } }
        }

        private func markSeen(_ mark: (inout SeenWidgets) -> Bool) {
            guard var seen, mark(&seen) else { return }
            self.seen = seen
            let former = writing
            writing = Task {
                await former?.value
                if let problem = await SeenWidgetsFile.write(seen) {
                    reportOnce(
                        "cannot store which widgets you have seen, so they may be announced as new again", problem)
                }
            }
        }

        /// Reports once that something can't be stored. Nothing else depends on it.
        private func reportOnce(_ what: String, _ problem: String) {
            if hasReported { return }
            hasReported = true
            _ = writeAll("today-panel: \(what): \(problem)\n", to: STDERR_FILENO)
        }
    }
#endif
