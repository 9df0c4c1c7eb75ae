internal import CSystem
internal import DBus
internal import Glibc

/// Tells of SIGTERM and SIGINT on the widget's thread.
@WidgetActor
final class StopSignals {
    private var watch: DescriptorWatch?

    /// Starts to watch. Without a descriptor to spare the signals end the process as they do by default.
    init(_ action: @escaping @WidgetActor @Sendable () -> Void) {
        let descriptor = csystem_stop_signals()
        guard descriptor >= 0 else { return }
        watch = DescriptorWatch(descriptor, on: WidgetActor.shared.loop) {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
            Task { await action() }
        }
    }
}
