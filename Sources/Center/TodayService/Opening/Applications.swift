import TodayManifests
internal import CTodaySystem
internal import DBus
internal import TodayPlatform
internal import Glibc
internal import Logging
internal import TodayModel

/// Finds and starts installed applications. Not on the bus thread, because files and programs may be on a slow disk.
actor Applications {
    private nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let folders: ApplicationFolders
    private let environment: [String: String]
    private let logger: Logger

    /// - Parameter environment: the variables for looking up folders and programs, and for starting programs.
    init(environment: [String: String], logger: Logger, loop: EventLoop) {
        self.loop = loop
        self.logger = logger
        folders = ApplicationFolders(environment: environment, logger: logger)
        self.environment = environment
    }

    /// Returns the desktop file of an application.
    func desktopFile(of id: String) -> DesktopFile? { folders.application(id)?.file }

    /// Whether an application is installed.
    func isInstalled(_ id: String) -> Bool { folders.hasFile(id) }

    private var watch: FolderWatch?

    /// Calls `changed` on the file thread whenever an application may have been added, changed or removed.
    func begin(settling: Duration, changed: @escaping @Sendable () -> Void) {
        let watch = FolderWatch(
            folders.paths, suffix: ".desktop", settling: settling, loop: loop,
            problem: { [logger] in logger.warning("\($0)") }, changed: changed)
        self.watch = watch
        watch.assumeIsolated { $0.begin() }
    }

    /// Ends the watch of ``begin(settling:changed:)``.
    func end() { watch.take()?.assumeIsolated { $0.end() } }

    /// The ways in which an application opens a URL.
    struct Handler: Hashable, Sendable {
        /// Its bus name, if it is D-Bus activatable.
        var name: BusName?
        /// Its command line with the URL, if it has one that accepts it.
        var program: Program?
        /// The reason why its command line must not get any URL; nil if it may.
        var refusal: String?
        /// Its name, if it runs in a terminal: the bus would start it without one, where the user can't see it.
        var nameInTerminal: String?
    }

    /// A program and the way to start it.
    struct Program: Hashable, Sendable {
        var arguments: [String]
        var directory: String?
    }

    /// Returns the ways in which an application opens a URL; nil if it isn't installed or doesn't handle the scheme.
    func handler(_ id: String, of url: WidgetURL) -> Handler? {
        guard let application = folders.application(id), application.file.schemes.contains(url.scheme) else {
            return nil
        }
        let file = application.file
        var handler = Handler()
        // Only an id that is a valid bus name can be activated.
        if file.isDBusActivatable { handler.name = BusName(rawValue: id).flatMap { $0.isUnique ? nil : $0 } }
        let subject = ExecSubject(
            url: url.string, file: url.localPath, icon: file.icon, name: file.name, desktopFile: application.path)
        if let exec = file.exec, let fault = ExecLine.faultOfQuotedCode(in: exec) {
            handler.refusal = "Exec of \(application.path): \(fault.message)"
        } else if let exec = file.exec, let arguments = try? ExecLine.expand(exec, with: subject) {
            handler.program = Program(arguments: arguments, directory: file.path)
        }
        if file.needsTerminal {
            handler.nameInTerminal = file.name ?? id
            handler.program = handler.program.flatMap(inTerminal)
        }
        return handler
    }

    /// Returns the program wrapped in a terminal; nil if no terminal is installed.
    private func inTerminal(_ program: Program) -> Program? {
        let path = environment["PATH"]
        guard let terminal = Terminals.prefix(where: { Environment.canRun($0, path: path) }) else { return nil }
        return Program(arguments: terminal + program.arguments, directory: program.directory)
    }

    /// Returns a program and its environment for another process to start; nil if the program isn't found.
    func prepared(_ program: Program, token: String?) -> (program: Program, variables: [String: String])? {
        var program = program
        guard let name = program.arguments.first, let path = Environment.locate(name, path: environment["PATH"]),
            access(path, X_OK) == 0
        else { return nil }
        program.arguments[0] = path
        return (program, SessionEnvironment.variables(from: environment, token: token))
    }

    /// Starts an application that keeps running when the center ends. A running application counts as reached; whether
    /// it handles the URL is unknown.
    ///
    /// - Parameter patience: the time that it has to run without failing to count as reached; nil for none. A terminal
    ///   without a display fails within that time.
    func launch(_ program: Program, token: String?, patience: Duration? = nil) async -> OpeningWays.Answer {
        var request = ChildProcess.Request(
            program.arguments, environment: SessionEnvironment.variables(from: environment, token: token))
        request.error = nil
        request.ownSession = true
        request.directory = program.directory
        request.diesWithParent = false
        let answer = FirstAnswer<OpeningWays.Answer>()
        do {
            _ = try RunningProcess.startCounted(request, on: loop) { _, exit in
                answer.settle(exit == .status(0) ? .opened : .declined)
            }
        } catch {
            return .absent
        }
        guard let patience else { return .opened }
        let timer = loop.schedule(at: .now + patience) { answer.settle(.opened) }
        defer { loop.cancel(timer) }
        return await answer.value
    }

    /// Runs a tool that opens URLs; its exit status says whether it succeeded. A tool that had to be ended counts as
    /// silent.
    ///
    /// - Parameter limit: the time after which the tool is ended, if it still runs.
    func run(_ arguments: [String], token: String?, limit: Duration?) async -> OpeningWays.Answer {
        var request = ChildProcess.Request(
            arguments, environment: SessionEnvironment.variables(from: environment, token: token))
        request.output = 2
        let answer = FirstAnswer<OpeningWays.Answer>()
        do {
            _ = try RunningProcess.startCounted(request, on: loop, limit: limit) { process, exit in
                answer.settle(exit == .status(0) ? .opened : process.wasSignalled ? .silent : .declined)
            }
        } catch {
            return .absent
        }
        return await answer.value
    }

    /// Returns a descriptor of a file for another process to open. It never blocks, and the file need not be readable
    /// here. Nil if the file doesn't exist.
    func descriptor(of path: String) -> UnixFileDescriptor? {
        let file = csystem_open_path(path)
        return file < 0 ? nil : UnixFileDescriptor(owning: file)
    }
}
