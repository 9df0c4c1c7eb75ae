import DBusTesting
import Glibc
import TodayPlatform
import Testing

@testable import TodayCommands

/// One run of the built `todayctl`, or of another program.
final class CommandRun: Sendable {
    /// The exit status and the output of a run.
    struct Result: Equatable {
        var status: Int32?
        var output: String
        var errors: String
    }

    let output: TextCollector
    let errors: TextCollector
    private let process: RunningProcess

    private init(
        _ process: RunningProcess, _ output: TextCollector, _ errors: TextCollector
    ) {
        self.process = process
        self.output = output
        self.errors = errors
    }

    /// The executable beside the test bundle.
    static var todayctl: String { (Installation.current.programs ?? "") + "/todayctl" }

    /// Starts `todayctl` with these arguments. `terminal` becomes its standard output, and its input if `hasKeyboard`.
    static func start(
        _ arguments: [String], _ environment: [String: String], input: String = "", program: String = todayctl,
        terminal: Int32? = nil, hasKeyboard: Bool = false
    ) async throws -> CommandRun {
        let (outputEnd, outputStart) = makePipe()
        let (errorEnd, errorStart) = makePipe()
        let (inputEnd, inputStart) = makePipe()
        var request = ChildProcess.Request([program] + arguments, environment: environment)
        request.input = hasKeyboard ? terminal : inputEnd
        (request.output, request.error) = (terminal ?? outputStart, errorStart)
        defer { for descriptor in [outputStart, errorStart, inputEnd] { close(descriptor) } }
        let process = try await RunningProcess.start(request)
        // Short enough for the pipe to take at once.
        try Output(descriptor: inputStart).write(input)
        close(inputStart)
        return CommandRun(process, TextCollector(outputEnd), TextCollector(errorEnd))
    }

    func signal(_ number: Int32) { process.signal(number) }

    /// Waits for its end.
    func result() async throws -> Result {
        let exit = try await withDeadline { [process] in await process.exit() }
        let status: Int32? = if case .status(let code) = exit { code } else { nil }
        return Result(status: status, output: try await output.whole(), errors: try await errors.whole())
    }

    private static func makePipe() -> (end: Int32, start: Int32) {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        return (ends[0], ends[1])
    }
}

/// Expects a run to have ended like this.
func expect(
    _ result: CommandRun.Result, _ status: Int32, _ output: String, _ errors: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(result == .init(status: status, output: output, errors: errors), sourceLocation: sourceLocation)
}

/// Runs `todayctl` to its end.
func todayctl(
    _ arguments: String..., on bus: PrivateBus, input: String = ""
) async throws -> CommandRun.Result {
    try await CommandRun.start(arguments, bus.environment, input: input).result()
}
