#if Panel
    internal import CTodayGtk
    internal import TodayHost

    /// Scrolls, frame by frame, while something is dragged to the upper or lower edge of the visible part.
    @MainActor final class DragScroller {
        /// Called when the content under the pointer has moved.
        var onScroll: () -> Void = {}

        private weak var scroller: Scroller?
        private var pointer: (x: Double, y: Double)?
        private var isTicking = false
        private var lastFrame: gint64 = 0

        init(_ scroller: Scroller) { self.scroller = scroller }

        /// Sets the position of the pointer, in the pixels of the scroller.
        func pointer(atX x: Double, y: Double) {
            pointer = (x, y)
            begin()
        }

        /// Ends the drag.
        func stop() { pointer = nil }

        private var speed: Double {
            guard let pointer, let scroller else { return 0 }
            let size = scroller.size
            return EdgeScroll.speed(x: pointer.x, y: pointer.y, width: size.width, height: size.height)
        }

        private func begin() {
            guard !isTicking, speed != 0, let scroller else { return }
            isTicking = true
            lastFrame = g_get_monotonic_time()
            Callback.eachFrame(of: scroller.pointer) { [weak self] in
                guard let self else { return false }
                self.isTicking = self.move()
                return self.isTicking
            }
        }

        /// Scrolls by the distance of one frame. Returns whether the scroll continues.
        private func move() -> Bool {
            let speed = speed
            guard speed != 0, let scroller else { return false }
            let now = g_get_monotonic_time()
            // After a pause, the scroll continues without a jump.
            let seconds = Double(min(now - lastFrame, 50_000)) / 1_000_000
            lastFrame = now
            guard scroller.scroll(by: speed * seconds) else { return false }
            onScroll()
            return true
        }
    }
#endif
