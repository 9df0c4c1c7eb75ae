internal import DBus

/// A running app, passed to its ``NCApplicationDelegate``.
@WidgetActor
public final class NCApplication {
    /// The app's id.
    public let identifier: String

    private let type: any NCApplicationDelegate.Type
    /// Created when this instance becomes the running one.
    private lazy var delegate = type.init()
    private let life = ProgramLife()
    /// Requests wait for the launch: the bus may deliver calls for a name before its owner knows that it has the name.
    private var hasLaunched = false
    private var launchWaiters: [CheckedContinuation<Void, Never>] = []

    init(_ type: any NCApplicationDelegate.Type, identifier: String) {
        self.type = type
        self.identifier = identifier
    }

    /// Ends the app after all requests in progress are answered. The first call decides the exit status.
    public func terminate(status: Int32 = 0) { life.end(status) }

    // MARK: Requests

    /// Lets the delegate handle a request.
    ///
    /// - Parameter answer: Receives nil, or the error that the delegate threw.
    func perform(
        _ request: ApplicationRequest, _ options: NCLaunchOptions, answer: @WidgetActor ((any Error)?) -> Void
    ) async {
        life.beginWork()
        defer { life.endWork() }
        if !hasLaunched { await withCheckedContinuation { launchWaiters.append($0) } }
        do {
            switch request {
            case .activate: try await delegate.applicationDidActivate(self, options: options)
            case .open(let urls): try await delegate.application(self, open: urls, options: options)
            case .action(let name, let parameter):
                try await delegate.application(self, performAction: name, parameter: parameter, options: options)
            }
            answer(nil)
        } catch {
            answer(error)
        }
    }

    // MARK: Life

    /// Runs the first instance of the app to its end. Returns the exit status.
    func run(_ arguments: ApplicationArguments, _ options: NCLaunchOptions, on connection: Connection) async throws
        -> Int32
    {
        await connection.onClose { [life, identifier] reason in
            guard reason == .disconnected else { return }
            Task { @WidgetActor in
                StandardError.print("\(identifier): lost the connection to the session bus")
                life.end(1)
            }
        }
        WidgetActor.shared.loop.onStopSignal { [life] in Task { @WidgetActor in life.end(0) } }
        try await delegate.applicationDidFinishLaunching(self)
        hasLaunched = true
        for waiter in launchWaiters { waiter.resume() }
        launchWaiters = []
        if case .request(let request) = arguments {
            await perform(request, options) { [identifier] error in
                if let error { StandardError.print("\(identifier): \(error)") }
            }
        }
        let status = await life.ended
        await delegate.applicationWillTerminate(self)
        await connection.close()
        return status
    }
}
