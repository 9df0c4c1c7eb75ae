#if Panel
    internal import CTodayGtk

    /// A motion without end, which is drawn anew up to 30 times a second while it can be seen, and stands still where the
    /// desktop wants no animations. All of them on the screen move with one timer, in one frame.
    @MainActor final class SteadyMotion {
        /// How far round it is, 0 at the beginning to 1, where it begins anew; nil while it stands still.
        var share: Double? {
            guard Self.moving[ObjectIdentifier(self)] != nil else { return nil }
            return Double(g_get_monotonic_time() % Self.round) / Double(Self.round)
        }

        /// Whether there is something to be done, the length of which nobody knows.
        var isOn = false { didSet { if isOn != oldValue { settle() } } }

        private weak var area: DrawingArea?

        /// The length of a round in µs.
        private static let round: gint64 = 1_200_000
        private static let millisecondsPerFrame: UInt32 = 34
        private static var moving: [ObjectIdentifier: Weak] = [:]
        private static var isTicking = false
        /// Those that are on, also while they cannot be seen.
        private static var all: [ObjectIdentifier: Weak] = [:]
        private static var followsSettings = false

        private struct Weak { weak var motion: SteadyMotion? }

        /// Makes what draws in an area move.
        init(in area: DrawingArea) {
            self.area = area
            area.on("map") { [weak self] in self?.settle() }
            area.on("unmap") { [weak self] in self?.settle() }
            Self.followSettings()
        }

        isolated deinit {
            Self.moving[ObjectIdentifier(self)] = nil
            Self.all[ObjectIdentifier(self)] = nil
        }

        private func settle() {
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
                for entry in all.values { entry.motion?.settle() }
            }
        }
    }
#endif
