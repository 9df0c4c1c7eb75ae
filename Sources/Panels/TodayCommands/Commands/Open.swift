internal import ArgumentParser
internal import DBus
internal import Glibc
internal import TodayHost
internal import TodayManifests
internal import TodayModel
internal import TodayPlatform

/// `todayctl open`.
struct Open: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens a URL for a widget, or the widget's app.",
        discussion: """
            Like a tap on the widget, the command opens the URL in the widget's app if that app handles the scheme. \
            Otherwise, the desktop's default app opens it. Without a URL, the command starts the widget's app, like \
            the desktop's launcher.

            The command exits with 1 if no app opened the URL or the user declined. The center answers within 20 \
            seconds.

            With --host, the default app of this machine opens the URL, which must begin with http:, https: or mailto:.

            EXAMPLES
              todayctl open org.example.UsedSpace https://example.org/
              todayctl open org.example.UsedSpace
            """)

    @OptionGroup var widget: IdentifierArgument

    @ArgumentParser.Argument(help: "An absolute URL. (default: open the app)")
    var url: String?

    @Option(
        help: ArgumentHelp("Pass an activation token, so that a new window gets the focus.", valueName: "token"))
    var activationToken: String?

    func validate() throws {
        if url == nil, CenterHost.current != nil {
            throw ValidationError("the app runs on the other machine, so --host needs a URL")
        }
    }

    func run() async throws {
        let center = CenterClient(try await Connection.openToCenter())
        guard let url else { return try await openApp(center) }
        let (identifier, token) = (widget.identifier, activationToken)
        let opened = try await Progress.shown(tr("Opening {name}…", ["name": url.printable])) {
            try await center.open(url, for: identifier, activationToken: token)
        }
        if !opened { throw CommandFailure(.failed, tr("no app opened {url}", ["url": url])) }
    }

    /// Starts the app that the widget belongs to.
    private func openApp(_ center: CenterClient) async throws {
        let app = try await center.properties(of: widget.identifier).containingApp
        if app.isEmpty {
            throw CommandFailure(
                .failed, tr("{identifier} doesn't belong to an app", ["identifier": widget.identifier.rawValue]))
        }
        guard let file = Self.desktopFile(of: app) else {
            throw CommandFailure(.failed, tr("the app {name} isn't installed", ["name": app.printable]))
        }
        if try await !Desktop.run("launch", file, activationToken: activationToken) {
            throw CommandFailure(.failed, tr("cannot start the app {name}", ["name": app.printable]))
        }
    }

    /// Returns the path of an app's desktop file; nil if it isn't installed.
    private static func desktopFile(of app: String) -> String? {
        guard let id = DesktopFileID(app) else { return nil }
        return UserFolders.allData().lazy.map { $0 + "/applications/" }.flatMap { folder in
            id.candidates { isFolder(folder + $0) }.map { folder + $0 }
        }.first { access($0, R_OK) == 0 }
    }

    private static func isFolder(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
    }
}

/// The apps of this machine, which `gio` starts.
private enum Desktop {
    /// Runs `gio` to its end. Returns whether it succeeded.
    static func run(_ command: String, _ argument: String, activationToken: String?) async throws -> Bool {
        var request = ChildProcess.Request(["gio", command, argument])
        request.diesWithParent = false
        for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] {
            if let activationToken { request.environment[name] = activationToken }
        }
        let launcher = try await RunningProcess.start(request, limit: .seconds(20))
        return await launcher.exit() == .status(0)
    }
}

extension CenterClient {
    /// Opens a URL of a widget where the user is: by the center of this machine, or without it for a widget of another
    /// machine.
    ///
    /// - Returns: whether an app opened the URL.
    /// - Throws: ``Refusal`` for a URL of another machine that isn't opened here.
    func open(
        _ url: String, for identifier: WidgetIdentifier, activationToken: String? = nil
    ) async throws -> Bool {
        if CenterHost.current == nil {
            let options = activationToken.map { ["activation-token": DBusValue.string($0)] } ?? [:]
            return try await openURL(url, for: identifier, options: options)
        }
        return try await Desktop.run(
            "open", RemoteLink.checked(url).string, activationToken: activationToken)
    }
}
