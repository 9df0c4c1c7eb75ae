package import DBus

/// The actor that runs widget code, on the thread that also reads and writes the bus.
///
/// A class that conforms to ``NCWidgetProviding`` is implicitly isolated to this actor, as a view controller is to the
/// main actor. It needs no locks and no `await` for its own state, and calls reach it without a thread hop. Closures in
/// its content are isolated to the actor too. The main actor isn't suitable: on Linux, only Dispatch runs it, so each
/// call would hop between two threads. Run long blocking work in another task; otherwise the widget can't answer calls.
@globalActor
public actor WidgetActor {
    public static let shared = WidgetActor()

    package nonisolated let loop = EventLoop(name: "widget")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private init() {}
}
