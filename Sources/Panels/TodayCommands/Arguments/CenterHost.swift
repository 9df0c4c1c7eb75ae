internal import ArgumentParser
internal import DBus
internal import Glibc
internal import TodayHost
internal import TodayModel

/// The machine of the center, as `--host` names it.
struct CenterHost: Hashable, Sendable {
    /// The machine of the running command; nil for this one.
    @TaskLocal static var current: CenterHost?

    /// The text of the option.
    let text: String
    /// The address for a connection without questions, for programs that no user watches.
    let address: BusAddress
    /// The address for a connection for which ssh may ask for a password on the terminal.
    private let askingAddress: BusAddress

    /// - Throws: ``CommandFailure`` when the text isn't a host.
    init(_ text: String) throws(CommandFailure) {
        self.text = text
        do throws(InvalidNameError) {
            address = try .ssh(text)
            askingAddress = try .ssh(text, asking: true)
        } catch { throw CommandFailure(.usage, "--host: \(error)") }
    }

    /// The time for the answers of a user whom ssh asks.
    private static let patience = Duration.seconds(120)
    /// The time for completions, which the user waits for.
    private static let haste = Duration.seconds(3)

    /// Opens a connection to the machine's bus. If the user sees standard error, ssh may ask on the terminal.
    func open(on loop: EventLoop? = nil) async throws -> Connection {
        if isatty(STDERR_FILENO) == 0 { return try await Connection.open(address, on: loop) }
        return try await Connection.open(askingAddress, on: loop, timeout: Self.patience)
    }

    /// Opens a connection for completions.
    func openForCompletion() async throws -> Connection { try await Connection.open(address, timeout: Self.haste) }

    /// The option, for a command that another program runs.
    var arguments: [String] { ["--host=\(text)"] }

    // MARK: Command line

    /// The first argument when a shell asks for completions.
    private static let completion = "---completion"
    /// The options whose values may be any word.
    private static let textOptions: Set = ["--text", "--error", "--separator"]

    /// Removes the option from the arguments of the program, wherever it is. Returns the last value, and the other
    /// arguments. The argument parser knows the option only before the command.
    static func extracted(from arguments: [String]) throws(CommandFailure) -> (host: CenterHost?, rest: [String]) {
        if arguments.first == completion {
            let line = arguments.drop { $0 != "--" }.dropFirst()
            return ((try? extracted(from: Array(line)))?.host, arguments)
        }
        var host: CenterHost?
        var rest: [String] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--" {
                rest += arguments[(index - 1)...]
                break
            }
            if textOptions.contains(argument), index < arguments.count {
                rest += [argument, arguments[index]]
                index += 1
            } else if ["--host", "-H"].contains(argument) {
                guard index < arguments.count else {
                    throw CommandFailure(.usage, "missing value for '\(argument) <host>' (see todayctl --help)")
                }
                host = try CenterHost(arguments[index])
                index += 1
            } else if argument.utf8.starts(with: "--host=".utf8) {
                host = try CenterHost(
                    String(argument.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)[1]))
            } else {
                rest.append(argument)
            }
        }
        return (host, rest)
    }

    /// The failure of a command that only works on this machine.
    ///
    /// - Parameter arguments: the arguments without the option.
    func refusal(of arguments: [String]) -> CommandFailure {
        let words = arguments.prefix { !$0.utf8.starts(with: "-".utf8) }.prefix(2)
        let command = (["todayctl"] + (Self.hasSubcommands(words.first) ? words : words.prefix(1))).joined(
            separator: " ")
        return CommandFailure(.usage, "'\(command)' works on this machine only, so it doesn't take --host")
    }

    private static func hasSubcommands(_ name: String?) -> Bool {
        let command = TodayControl.configuration.subcommands.first { $0._commandName == name }
        return command?.configuration.subcommands.isEmpty == false
    }
}

extension Connection {
    /// Opens a connection to the bus of the center: the session bus, or that of the machine of `--host`.
    static func openToCenter(on loop: EventLoop? = nil) async throws -> Connection {
        if let host = CenterHost.current { return try await host.open(on: loop) }
        return try await open(.session, on: loop)
    }

    /// The same for a completion.
    static func openForCompletion() async throws -> Connection {
        if let host = CenterHost.current { return try await host.openForCompletion() }
        return try await open(.session)
    }
}
