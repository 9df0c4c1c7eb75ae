internal import DBus
internal import Glibc
internal import TodayPlatform
internal import TodayModel

extension NCApplicationDelegate {
    /// Runs the program of an app, and ends the process; with `@main` on the app's class it is the whole program.
    ///
    /// Arguments are URLs and files to open; without any the app is activated. The exit status is 0 after
    /// ``NCApplication/terminate(status:)``, SIGTERM or SIGINT, or when another instance took the request, 69 when there
    /// is no bus, 1 when the bus goes away or that instance refuses, and 64 for a wrong command line.
    @concurrent
    public nonisolated static func main() async {
        exit(
            await ApplicationProgram.run(Self.self) { () throws(ApplicationArguments.UsageError) in
                try ApplicationArguments(CommandLine.arguments.dropFirst(), folder: ApplicationProgram.currentFolder)
            })
    }

    /// Runs the program as ``main()`` does, for an action instead of what the command line says: an app with a command
    /// line of its own tells the instance that runs what to do, or is that instance.
    ///
    /// - Parameters:
    ///   - action: for ``application(_:performAction:parameter:options:)``.
    ///   - parameter: what goes with it.
    @concurrent
    public nonisolated static func main(performing action: String, parameter: NCValue? = nil) async {
        exit(
            await ApplicationProgram.run(Self.self) { () throws(ApplicationArguments.UsageError) in
                .request(.action(action, parameter))
            })
    }
}

/// The program around an app.
@WidgetActor
enum ApplicationProgram {
    /// How often an instance may end just when this one hands it something.
    private static let attempts = 3

    /// Runs it to its end. Returns the exit status.
    ///
    /// - Parameter task: what is asked for.
    static func run(
        _ type: any NCApplicationDelegate.Type,
        task: @Sendable () throws(ApplicationArguments.UsageError) -> ApplicationArguments
    ) async -> CInt {
        let program = CommandLine.arguments.first?.split(at: "/").last.map(String.init) ?? "app"
        do {
            let arguments = try task()
            if arguments == .help {
                return printWhole(ApplicationArguments.help(program: program) + "\n", by: program)
            }
            let identifier = type.applicationIdentifier
            if let fault = BusName.fault(in: identifier) {
                throw ApplicationArguments.UsageError(
                    message: "\(identifier.debugDescription) is no id of an app: \(fault)")
            }
            let options = NCLaunchOptions { Environment[$0] }
            // They are for this start alone, not for the programs that the app starts.
            for name in ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"] { unsetenv(name) }
            return try await run(type, BusName(unchecked: identifier), arguments, options)
        } catch let error as ApplicationArguments.UsageError {
            StandardError.print("\(program): \(error.message)\n\(ApplicationArguments.help(program: program))")
            return EX_USAGE
        } catch {
            StandardError.print("\(program): \((error as? RemoteError)?.message ?? "\(error)")")
            return ExitStatus.of(error)
        }
    }

    /// Becomes the app, or hands what is asked for to the one that runs.
    private static func run(
        _ type: any NCApplicationDelegate.Type, _ name: BusName, _ arguments: ApplicationArguments,
        _ options: NCLaunchOptions
    ) async throws -> CInt {
        let connection = try await CenterLink.shared.connection()
        let path = ObjectPath(derivedFrom: name)
        for _ in 0..<attempts {
            let app = NCApplication(type, identifier: name.rawValue)
            try await connection.export(ApplicationEndpoint.interface, of: ApplicationEndpoint(app), at: path)
            do {
                try await connection.requestName(name, .doNotQueue)
                return try await app.run(arguments, options, on: connection)
            } catch is NameTakenError {
                await connection.unexport(path)
                // The bus starts one program for a name: another instance is there, and nobody is waiting for this one.
                guard case .request(let request) = arguments else { return 0 }
                do {
                    try await hand(request, options, to: name, at: path, over: connection)
                    await connection.close()
                    return 0
                } catch let error as RemoteError where error.saysNobodyIsThere || error.name == .noReply {
                    // That one has just ended.
                    continue
                }
            }
        }
        throw NCError(.disconnected, "\(name) runs, and ends before it answers")
    }

    private static func hand(
        _ request: ApplicationRequest, _ options: NCLaunchOptions, to name: BusName, at path: ObjectPath,
        over connection: Connection
    ) async throws {
        let (app, platformData) = (Application(connection, name, at: path), options.dictionary)
        switch request {
        case .activate: try await app.activate(platformData: platformData)
        case .open(let urls): try await app.open(uris: urls, platformData: platformData)
        case .action(let action, let parameter):
            let parameters = parameter.map { [$0.dbusValue] } ?? []
            try await app.activateAction(actionName: action, parameter: parameters, platformData: platformData)
        }
    }

    /// The folder that relative paths are relative to.
    nonisolated static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}
