internal import Glibc
internal import TodayPlatform

/// The program `today-panel` in the demo, where there is a screen for it.
struct DemoPanel: Sendable {
    /// Its path.
    let program: String
    private let environment: [String: String]
    /// How it is opened: pinned, so that it stays while somebody types in a terminal, unless that would be remembered by
    /// a panel of the user's own.
    private let request: String

    /// Whether the environment leads to a display of Wayland or X11.
    static var hasDisplay: Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { Environment[$0]?.isEmpty == false }
    }

    /// The panel beside this program; nil if there is none, or none that was built with GTK.
    ///
    /// - Parameters:
    ///   - state: the folder of what it remembers; nil is the user's own.
    ///   - isReadable: whether screen readers can be reached over its bus. GTK complains where it looks for them in vain.
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
        // Without GTK it has nothing but a complaint, whatever it is asked.
        return try await panel.run("--version", isSilent: true, ending) == .status(0) ? panel : nil
    }

    /// Shows it until it ends, or the demo does.
    ///
    /// - Returns: false if it found no screen.
    func show(_ ending: Ending) async throws -> Bool {
        let exit = try await run(request, isSilent: false, ending)
        if ending.hasCome { return true }
        switch exit {
        // Who ends it by a signal wants both away.
        case .status(0), .signal(SIGTERM), .signal(SIGINT), .signal(SIGHUP): ending.end(.success(()))
        case .status(EX_UNAVAILABLE): return false
        default:
            ending.end(.failure(CommandFailure(.failed, "today-panel has ended (\(exit))")))
        }
        return true
    }

    /// Runs it to its end, which comes with that of the demo.
    private func run(_ argument: String, isSilent: Bool, _ ending: Ending) async throws -> ChildProcess.Exit {
        var request = ChildProcess.Request([program, argument], environment: environment)
        if isSilent { request.error = nil }
        let panel = try await RunningProcess.start(request, patience: .seconds(6))
        ending.onEnd { panel.end() }
        return await panel.exit()
    }
}
