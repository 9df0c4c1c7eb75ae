internal import DBus
internal import Glibc
internal import TodayPlatform
internal import TodayModel

extension NCApplicationDelegate {
    /// Runs the program of an app, and ends the process. With `@main` on the app's class, it is the whole program.
    ///
    /// Arguments are URLs and files to open; without arguments the app is activated. The exit status is:
    ///
    /// - 0 after ``NCApplication/terminate(status:)``, SIGTERM or SIGINT, or if another instance took the request
    /// - 69 if the session bus isn't running
    /// - 1 if the bus ends or that instance refuses
    /// - 64 for a wrong command line
    @concurrent
    public nonisolated static func main() async {
        exit(
            await ApplicationProgram.run(Self.self) { () throws(ApplicationArguments.UsageError) in
                try ApplicationArguments(CommandLine.arguments.dropFirst(), folder: ApplicationProgram.currentFolder)
            })
    }

    /// Runs the program like ``main()``, but performs an action instead of reading the command line. Use it for an app
    /// with its own command line: it sends the action to the running instance, or becomes that instance.
    ///
    /// - Parameters:
    ///   - action: The action for ``application(_:performAction:parameter:options:)``.
    ///   - parameter: The parameter of the action.
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
    /// The number of attempts if an instance ends exactly when this one sends it a request.
    private static let attempts = 3

    /// Runs it to its end. Returns the exit status.
    ///
    /// - Parameter task: Returns the request.
    static func run(
        _ type: any NCApplicationDelegate.Type,
        task: @Sendable () throws(ApplicationArguments.UsageError) -> ApplicationArguments
    ) async -> CInt {
        let program = CommandLine.arguments.first?.split(at: "/").last.map(String.init) ?? "app"
        Language.use()
        do {
            let arguments = try task()
            if arguments == .help {
                return printWhole(ApplicationArguments.help(program: program) + "\n", by: program)
            }
            let identifier = type.applicationIdentifier
            if let fault = BusName.fault(in: identifier) {
                throw ApplicationArguments.UsageError(
                    message: "\(identifier.debugDescription) isn't an app id: \(fault)")
            }
            let options = NCLaunchOptions { Environment[$0] }
            // They only apply to this start, not to programs that the app starts.
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

    /// Becomes the app, or forwards the request to the running instance.
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
                // The bus starts one program per name: another instance is running, and no caller waits for this one.
                guard case .request(let request) = arguments else { return 0 }
                do {
                    try await forward(request, options, to: name, at: path, over: connection)
                    await connection.close()
                    return 0
                } catch let error as RemoteError where error.isServiceUnavailable || error.name == .noReply {
                    // That instance has just ended.
                    continue
                }
            }
        }
        throw NCError(.disconnected, "\(name) is running, but exits before it replies")
    }

    private static func forward(
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

    /// The base folder of relative paths.
    nonisolated static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }
}
