#if Panel
    internal import CTodayGtk

    /// An endless motion, drawn up to 30 times a second while it is visible. It stops if the desktop has disabled
    /// animations. All motions on the screen share one timer and move in one frame.
    @MainActor final class SteadyMotion {
        /// The position in the round, from 0 at the start to 1, where the next round starts; nil without motion.
        var share: Double? {
            guard Self.moving[ObjectIdentifier(self)] != nil else { return nil }
            return Double(g_get_monotonic_time() % Self.round) / Double(Self.round)
        }

        /// Whether work of unknown length is in progress.
        var isOn = false { didSet { if isOn != oldValue { update() } } }

        private weak var area: DrawingArea?

        /// The length of a round in µs.
        private static let round: gint64 = 1_200_000
        private static let millisecondsPerFrame: UInt32 = 34
        private static var moving: [ObjectIdentifier: Weak] = [:]
        private static var isTicking = false
        /// The motions that are on, visible or not.
        private static var all: [ObjectIdentifier: Weak] = [:]
        private static var followsSettings = false

        private struct Weak { weak var motion: SteadyMotion? }

        /// Creates the motion of a drawing area.
        init(in area: DrawingArea) {
            self.area = area
            area.on("map") { [weak self] in self?.update() }
            area.on("unmap") { [weak self] in self?.update() }
            Self.followSettings()
        }

        isolated deinit {
            Self.moving[ObjectIdentifier(self)] = nil
            Self.all[ObjectIdentifier(self)] = nil
        }

        private func update() {
            let key = ObjectIdentifier(self)
            Self.all[key] = isOn ? Weak(motion: self) : nil
            let isSeen = area.map { gtk_widget_get_mapped($0.pointer) != 0 } ?? false
            Self.moving[key] = isOn && isSeen && Motion.isEnabled ? Weak(motion: self) : nil
            area?.redraw()
            Self.tick()
        }

        private static func tick() {
            guard !isTicking, !moving.isEmpty else { return }
            isTicking = true
            _ = Callback.after(milliseconds: millisecondsPerFrame) {
                for entry in moving.values { entry.motion?.area?.redraw() }
                isTicking = !moving.isEmpty
                return isTicking
            }
        }

        private static func followSettings() {
            guard !followsSettings, let settings = gtk_settings_get_default() else { return }
            followsSettings = true
            Callback.connect(UnsafeMutableRawPointer(settings), "notify::gtk-enable-animations") {
                for entry in all.values { entry.motion?.update() }
            }
        }
    }
#endif
