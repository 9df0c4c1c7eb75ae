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
/// Each class has a ``NCWidgetProviding/widgetIdentifier``. Manifests with `Exec` get a process for each widget: the
/// environment, `TODAYCENTER_WIDGET`, chooses it, and with it those of the bundle that have the same
/// ``NCWidgetProviding/busName``. Manifests with `BusName` alone, for a program that the bus starts, get one process:
/// without that variable it provides them all, but for those whose names another process has. Widgets that share a name
/// have an ``NCWidgetProviding/objectPath`` each, and manifests with `BusName` and `ObjectPath`.
public protocol NCWidgetBundle {
    /// The classes of the widgets.
    static var widgets: [any NCWidgetProviding.Type] { get }
}

extension NCWidgetBundle {
    /// Runs the program, and ends the process; see ``NCWidgetProviding/main()``.
    @concurrent
    public static func main() async { exit(await WidgetProgram.run(widgets, arguments: CommandLine.arguments)) }
}
