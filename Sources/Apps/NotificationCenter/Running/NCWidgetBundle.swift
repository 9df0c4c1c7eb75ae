internal import Glibc

/// A program with several widgets.
///
/// ```swift
/// @main
/// struct Widgets: NCWidgetBundle {
///     static let widgets: [any NCWidgetProviding.Type] = [Clock.self, Calendar.self]
/// }
/// ```
///
/// Each class has a ``NCWidgetProviding/widgetIdentifier``. The manifests determine the number of processes:
///
/// - With `Exec`, each widget gets its own process. The environment variable `TODAYCENTER_WIDGET` selects the widget,
///   together with all widgets of the bundle that have the same ``NCWidgetProviding/busName``.
/// - With only `BusName`, for a program that the bus starts, all widgets share one process. Without that variable, it
///   provides all widgets, except those with a name that another process owns.
///
/// If widgets share a name, each needs its own ``NCWidgetProviding/objectPath``, and a manifest with `BusName` and
/// `ObjectPath`.
public protocol NCWidgetBundle {
    /// The classes of the widgets.
    static var widgets: [any NCWidgetProviding.Type] { get }
}

extension NCWidgetBundle {
    /// Runs the program and ends the process; see ``NCWidgetProviding/main()``.
    @concurrent
    public static func main() async { exit(await WidgetProgram.run(widgets, arguments: CommandLine.arguments)) }
}
