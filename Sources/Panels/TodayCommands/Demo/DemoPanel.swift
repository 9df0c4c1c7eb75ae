internal import Glibc
internal import TodayModel
internal import TodayPlatform

/// The program `today-panel` in the demo, if there is a screen for it.
struct DemoPanel: Sendable {
    /// Its path.
    let program: String
    private let environment: [String: String]
    /// The option that opens it. Pinned, the panel stays while the user types in a terminal. If the panel of the user
    /// would remember that, it is only shown.
    private let request: String

    /// Whether the environment names a display of Wayland or X11.
    static var hasDisplay: Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { Environment[$0]?.isEmpty == false }
    }

    /// Returns the panel beside this program; nil if it doesn't exist or was built without GTK.
    ///
    /// - Parameters:
    ///   - state: the folder for its state; nil for the user's own.
    ///   - isReadable: whether its bus can reach screen readers. If it can't, GTK prints a warning when it looks for
    ///     them.
    static func find(
        _ installation: Installation, state: String?, isReadable: Bool, ending: Ending
    ) async throws -> DemoPanel? {
        guard let folder = installation.programs else { return nil }
        let program = folder + "/today-panel"
        guard access(program, X_OK) == 0 else { return nil }
        var environment = Environment.current
        if let state { environment["XDG_STATE_HOME"] = state }
        if !isReadable, environment["GTK_A11Y"] == nil { environment["GTK_A11Y"] = "none" }
        let panel = DemoPanel(
            program: program, environment: environment, request: state == nil ? "--show" : "--pin")
        // Without GTK it only prints an error, whatever the option.
        return try await panel.run("--version", isSilent: true, ending) == .status(0) ? panel : nil
    }

    /// Shows the panel until it or the demo ends.
    ///
    /// - Returns: false if it found no screen.
    func show(_ ending: Ending) async throws -> Bool {
        let exit = try await run(request, isSilent: false, ending)
        if ending.hasEnded { return true }
        switch exit {
        // A signal is a request to end both.
        case .status(0), .signal(SIGTERM), .signal(SIGINT), .signal(SIGHUP): ending.end(.success(()))
        case .status(EX_UNAVAILABLE): return false
        default:
            ending.end(.failure(CommandFailure(.failed, tr("today-panel ended ({status})", ["status": "\(exit)"]))))
        }
        return true
    }

    /// Runs the panel to its end. The end of the demo ends it too.
    private func run(_ argument: String, isSilent: Bool, _ ending: Ending) async throws -> ChildProcess.Exit {
        var request = ChildProcess.Request([program, argument], environment: environment)
        if isSilent { request.error = nil }
        let panel = try await RunningProcess.start(request, patience: .seconds(6))
        ending.onEnd { panel.end() }
        return await panel.exit()
    }
}
