internal import DBus
internal import Logging
internal import TodayModel

/// Opens URLs: in the containing app if it handles the scheme, else with the desktop. On the thread of the bus; what may
/// take its time is done by ``Applications`` and by others.
struct URLOpener: Sendable {
    let connection: Connection
    let applications: Applications
    let logger: Logger
    /// How long everybody together has.
    let limit: Duration

    /// Opens a URL. Returns whether somebody took it, within ``limit``.
    ///
    /// - Parameters:
    ///   - app: the desktop file id of the containing app.
    ///   - token: an activation token, which lets the program raise its window.
    func open(_ url: WidgetURL, app: String?, token: String?) async -> Bool {
        await URLOpening(
            url: url, token: token, deadline: .now + limit, connection: connection, applications: applications,
            logger: logger
        ).run(app: app)
    }
}
