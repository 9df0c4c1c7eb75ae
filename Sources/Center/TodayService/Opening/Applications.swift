import TodayManifests
internal import CTodaySystem
internal import DBus
internal import TodayPlatform
internal import Glibc
internal import Logging
internal import TodayModel

/// Finds and starts installed applications. Not on the thread of the bus, because files and programs may be on a disk
/// that takes its time.
actor Applications {
    private nonisolated let loop: EventLoop
    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private let folders: ApplicationFolders
    private let environment: [String: String]
    private let logger: Logger

    /// - Parameter environment: where folders and programs are looked up, and what programs are started with.
    init(environment: [String: String], logger: Logger, loop: EventLoop) {
        self.loop = loop
        self.logger = logger
        folders = ApplicationFolders(environment: environment, logger: logger)
        self.environment = environment
    }

    /// The icon of an application.
    func icon(of id: String) -> String? { folders.application(id)?.file.icon }

    /// Whether an application is installed.
    func isInstalled(_ id: String) -> Bool { folders.hasFile(id) }

    private var watch: FolderWatch?

    /// Calls `changed` on the thread of files whenever an application may have come, changed or gone.
    func begin(settling: Duration, changed: @escaping @Sendable () -> Void) {
        let watch = FolderWatch(
            folders.paths, suffix: ".desktop", settling: settling, loop: loop,
            complaint: { [logger] in logger.warning("\($0)") }, changed: changed)
        self.watch = watch
        watch.assumeIsolated { $0.begin() }
    }

    /// Ends what ``begin(settling:changed:)`` began.
    func end() { watch.take()?.assumeIsolated { $0.end() } }

    /// How an application opens a URL.
    struct Handler: Hashable, Sendable {
        /// Its name on the bus, if the bus starts it.
        var name: BusName?
        /// Its command line with the URL, if it has one that takes it.
        var program: Program?
        /// Why its command line must not be given any URL; nil when it may.
        var refusal: String?
        /// What it is called, if it is shown in a terminal: one that the bus starts has none, and nobody would see it.
        var nameInTerminal: String?
    }

    /// A program and how to start it.
    struct Program: Hashable, Sendable {
        var arguments: [String]
        var directory: String?
    }

    /// How an application opens a URL; nil when it is not installed, or does not handle the scheme.
    func handler(_ id: String, of url: WidgetURL) -> Handler? {
        guard let application = folders.application(id), application.file.schemes.contains(url.scheme) else {
            return nil
        }
        let file = application.file
        var handler = Handler()
        // Only an id that is a name can be one on the bus.
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

    /// The program as a terminal shows it; nil when there is no terminal.
    private func inTerminal(_ program: Program) -> Program? {
        let path = environment["PATH"]
        guard let terminal = Terminals.prefix(where: { Environment.canRun($0, path: path) }) else { return nil }
        return Program(arguments: terminal + program.arguments, directory: program.directory)
    }

    /// A program and its environment, as somebody else can start it; nil when there is no such program.
    func prepared(_ program: Program, token: String?) -> (program: Program, variables: [String: String])? {
        var program = program
        guard let name = program.arguments.first, let path = Environment.locate(name, path: environment["PATH"]),
            access(path, X_OK) == 0
        else { return nil }
        program.arguments[0] = path
        return (program, SessionEnvironment.variables(from: environment, token: token))
    }

    /// Starts an application that lives on by itself, also when the center ends. It is reached when it runs; what it
    /// makes of the URL, nobody can know.
    ///
    /// - Parameter patience: how long it must not fail to count as reached; nil for not at all. A terminal that has no
    ///   screen to be seen on fails within that.
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

    /// Runs a tool that opens URLs; its exit status tells whether it has. One that had to be ended has not answered.
    ///
    /// - Parameter limit: when it is ended, if it has not ended by itself.
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

    /// Finds a file, for somebody else to open: nothing is waited for, and nothing has to be readable here. Nil when there
    /// is no such file.
    func descriptor(of path: String) -> UnixFileDescriptor? {
        let file = csystem_open_path(path)
        return file < 0 ? nil : UnixFileDescriptor(owning: file)
    }
}
