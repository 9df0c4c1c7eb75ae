package import DBus

/// Where widget code runs: one thread, the one that also reads and writes the bus.
///
/// A class that adopts ``NCWidgetProviding`` is on it without saying so, as a view controller is on the main actor. It
/// needs no locks and no `await` for its own state, calls reach it without a thread hop, and closures in its content
/// are on it too. It is not the main actor, because on Linux nothing but Dispatch runs that one: each call would hop
/// between two threads. Blocking work that takes long belongs in a task elsewhere; meanwhile the widget is deaf.
@globalActor
public actor WidgetActor {
    public static let shared = WidgetActor()

    package nonisolated let loop = EventLoop(name: "widget")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private init() {}
}
