package import DBus

/// The actor that runs widget code, on the thread that also reads and writes the bus.
///
/// A class that adopts ``NCWidgetProviding`` is implicitly isolated to it, as a view controller is to the main actor.
/// It needs no locks and no `await` for its own state, calls reach it without a thread hop, and closures in its content
/// are isolated to it too. It isn't the main actor, because on Linux only Dispatch runs that one: each call would hop
/// between two threads. Run long blocking work in a task elsewhere; otherwise the widget can't answer in the meantime.
@globalActor
public actor WidgetActor {
    public static let shared = WidgetActor()

    package nonisolated let loop = EventLoop(name: "widget")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private init() {}
}
