/// An app: a class that opens URLs, and comes to the front on request.
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
/// It runs once per session: a second start forwards its request to the first instance and exits. Install its desktop
/// file as `<identifier>.desktop` with `DBusActivatable=true`, and an activation file for the bus with
/// `Exec=<program> --gapplication-service`. The bus then starts the app to open a URL. All methods run on
/// ``WidgetActor``. See the Desktop Entry Specification, "D-Bus Activation".
@WidgetActor
public protocol NCApplicationDelegate: AnyObject, Sendable {
    /// Makes the app, once per process.
    init()

    /// The app's id: the name of its desktop file without `.desktop`, and its name on the bus.
    nonisolated static var applicationIdentifier: String { get }

    /// Called first, after the app has acquired its name and before any request.
    ///
    /// - Throws: Any error; the program then ends with status 1.
    func applicationDidFinishLaunching(_ app: NCApplication) async throws

    /// Called when the app is started, or started again, without URLs to open. Show the app's window.
    ///
    /// - Throws: Any error, which is reported to the caller.
    func applicationDidActivate(_ app: NCApplication, options: NCLaunchOptions) async throws

    /// Called to open URLs. Return soon: the caller waits, and assumes that the URLs are open when this returns.
    ///
    /// - Throws: Any error, which is reported to the caller: the URLs weren't opened. By default, an app can't open
    ///   URLs.
    func application(_ app: NCApplication, open urls: [String], options: NCLaunchOptions) async throws

    /// Called when the user chooses one of the `Actions` of the app's desktop file.
    ///
    /// - Throws: Any error, which is reported to the caller. By default, an app has no actions.
    func application(
        _ app: NCApplication, performAction name: String, parameter: NCValue?, options: NCLaunchOptions
    ) async throws

    /// Called before the process ends. Save all data that must outlive it. The process ends when this returns.
    func applicationWillTerminate(_ app: NCApplication) async
}

extension NCApplicationDelegate {
    public func applicationDidFinishLaunching(_ app: NCApplication) async throws {}
    public func applicationDidActivate(_ app: NCApplication, options: NCLaunchOptions) async throws {}

    public func application(_ app: NCApplication, open urls: [String], options: NCLaunchOptions) async throws {
        throw NCWidgetError("\(app.identifier) doesn't open URLs")
    }

    public func application(
        _ app: NCApplication, performAction name: String, parameter: NCValue?, options: NCLaunchOptions
    ) async throws {
        throw NCWidgetError("\(app.identifier) has no action \(name.debugDescription)")
    }

    public func applicationWillTerminate(_ app: NCApplication) async {}
}

/// The data of a request to an app: the `platform_data` of `org.freedesktop.Application`.
public struct NCLaunchOptions: Hashable, Sendable {
    /// A token that lets a window of the app come to the front: for the Wayland protocol xdg-activation, or an X11
    /// startup notification ID. Nil if the caller had none.
    public var activationToken: String?
    /// All data of the request.
    public var platformData: [String: NCValue] = [:]

    /// Makes empty options.
    public init() {}
}
