/// An app: a class that opens URLs, and comes to the front when it is asked.
///
/// ```swift
/// @main
/// final class TimerApp: NCApplicationDelegate {
///     static let applicationIdentifier = "org.example.SimpleTimer"
///
///     func application(_ app: NCApplication, open urls: [String], options: NCLaunchOptions) async throws {
///         for url in urls { print("opened \(url)") }
///     }
/// }
/// ```
///
/// It runs once in a session: a second start hands what it was told to the first, and ends. Install its desktop file as
/// `<identifier>.desktop` with `DBusActivatable=true`, and an activation file for the bus with
/// `Exec=<program> --gapplication-service`; then the bus starts it when a URL is to be opened. All of it runs on
/// ``WidgetActor``. See the Desktop Entry Specification, "D-Bus Activation".
@WidgetActor
public protocol NCApplicationDelegate: AnyObject, Sendable {
    /// Makes the app, once per process.
    init()

    /// The app's id: the name of its desktop file without `.desktop`, and its name on the bus.
    nonisolated static var applicationIdentifier: String { get }

    /// Comes first, once the app has its name and before it is told anything else.
    ///
    /// - Throws: any error; the program ends with status 1.
    func applicationDidFinishLaunching(_ app: NCApplication) async throws

    /// The app was started, or started once more, with nothing to open: it shows its window.
    ///
    /// - Throws: any error, which is reported to whoever asked.
    func applicationDidActivate(_ app: NCApplication, options: NCLaunchOptions) async throws

    /// The app opens URLs. It returns soon: whoever asked waits for it, and takes it for "opened".
    ///
    /// - Throws: any error, which is reported to whoever asked: it was not opened. By default nothing can be opened.
    func application(_ app: NCApplication, open urls: [String], options: NCLaunchOptions) async throws

    /// One of the `Actions` of the app's desktop file was chosen.
    ///
    /// - Throws: any error, which is reported to whoever asked. By default there are no actions.
    func application(
        _ app: NCApplication, performAction name: String, parameter: NCValue?, options: NCLaunchOptions
    ) async throws

    /// The process is about to end: the moment to save what should outlast it. It ends when this returns.
    func applicationWillTerminate(_ app: NCApplication) async
}

extension NCApplicationDelegate {
    public func applicationDidFinishLaunching(_ app: NCApplication) async throws {}
    public func applicationDidActivate(_ app: NCApplication, options: NCLaunchOptions) async throws {}

    public func application(_ app: NCApplication, open urls: [String], options: NCLaunchOptions) async throws {
        throw NCWidgetError("\(app.identifier) opens nothing")
    }

    public func application(
        _ app: NCApplication, performAction name: String, parameter: NCValue?, options: NCLaunchOptions
    ) async throws {
        throw NCWidgetError("\(app.identifier) has no action \(name.debugDescription)")
    }

    public func applicationWillTerminate(_ app: NCApplication) async {}
}

/// What comes with a request to an app: the `platform_data` of `org.freedesktop.Application`.
public struct NCLaunchOptions: Hashable, Sendable {
    /// Lets a window of the app come to the front: a token of the Wayland protocol xdg-activation, or on X11 a startup
    /// notification id. Nil when whoever asked had none.
    public var activationToken: String?
    /// Everything that came with it.
    public var platformData: [String: NCValue] = [:]

    /// Makes options with nothing in them.
    public init() {}
}
