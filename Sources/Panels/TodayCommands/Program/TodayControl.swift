public import ArgumentParser
internal import DBus
internal import Glibc
internal import TodayHost
internal import TodayModel

/// The `todayctl` command, which shows and controls the center from a terminal or a script.
public struct TodayControl: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "todayctl",
        abstract: "Shows and controls the widgets of Today.",
        discussion: """
            todayctl talks to the Today center, todayd(1). If the center isn't running, the bus starts it.

            With --host, it talks to the center of another machine, over ssh: 'todayctl --host user@nas today'. \
            Commands that don't need a center refuse it. The other machine needs systemd-stdio-bridge, a part of \
            systemd. Files that you name are on this machine; programs, folders and icons are on the other one. Links \
            open here, and only web and mail addresses do.

            EXAMPLES
              todayctl today                          show the Today view, live
              todayctl update org.example.UsedSpace   update a widget now
              todayctl watch | jq .Event              print the kind of each change
              dbus-run-session -- todayctl demo       start a demo; no setup needed

            EXIT CODES
              0   success; also if Ctrl-C stopped a running command
              1   failure: the center refused the request, the widget doesn't exist or
                  failed, or a file can't be read or written; also if validate found an
                  error or lint found a problem
              64  invalid command line: a command, an option or its value
              69  the session bus, the center or the other machine can't be reached

            Errors and warnings go to standard error, each on a line that begins with todayctl:. A command that only \
            prints a warning exits with 0, for example if changes won't survive a restart. In JSON, keys have the same \
            names as on the bus. Colors appear only in a terminal, unless NO_COLOR is set.
            """,
        version: "todayctl \(TodayVersion.string)",
        groupedSubcommands: [
            CommandGroup(
                name: "Viewing",
                subcommands: [
                    Today.self, List.self, Show.self, Explain.self, Watch.self, Bar.self, ShowLimits.self, Demo.self,
                ]),
            CommandGroup(
                name: "Control",
                subcommands: [
                    Update.self, Action.self, Tap.self, Open.self, Mode.self, Arrange.self, Add.self, Remove.self,
                    Move.self,
                    Settings.self, Options.self, Instance.self, Restore.self, Export.self, Import.self, Remote.self,
                ]),
            CommandGroup(
                name: "Provider",
                subcommands: [
                    Register.self, Unregister.self, Push.self, Serve.self, HasContent.self, SetHasContent.self,
                    Group.self,
                    Script.self,
                    Validate.self, Lint.self, Preview.self, New.self,
                ]),
        ])

    @Option(
        name: [.customLong("host"), .customShort("H")],
        help: ArgumentHelp("Use the center of another machine, such as user@nas or nas:2222.", valueName: "host"))
    var host: String?

    public init() {}

    /// Runs the command of this process's arguments and ends the process.
    public static func run() async -> Never {
        Language.use()
        // `write` reports a reader that closed the output.
        signal(SIGPIPE, SIG_IGN)
        do {
            let (host, rest) = try CenterHost.extracted(from: Array(CommandLine.arguments.dropFirst()))
            if let unknown = UnknownWord.command(in: rest) { throw unknown.failure }
            // The words for an error name the host, too.
            await CenterHost.$current.withValue(host) {
                do { try await run(rest, on: host) } catch { end(with: error) }
            }
            Glibc.exit(0)
        } catch {
            end(with: error)
        }
    }

    private static func run(_ arguments: [String], on host: CenterHost?) async throws {
        var command = try await asyncParseAsRoot(arguments)
        let type = type(of: command)
        if !type.configuration.subcommands.isEmpty { endWithoutSubcommand(of: type) }
        if let host, local.contains(where: { $0 == type }) { throw host.refusal(of: arguments) }
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    /// The commands that don't call a center, or that need files or programs beside it.
    static let local: [any ParsableCommand.Type] =
        [Demo.self, Validate.self, Lint.self, Preview.self] + New.configuration.subcommands
        + Script.configuration.subcommands + Remote.configuration.subcommands

    private static func end(with error: any Error) -> Never {
        if let failure = CommandFailure(error) {
            if !failure.message.isEmpty { try? Output.report(failure.message) }
            Glibc.exit(failure.status.rawValue)
        }
        // Help and the version are such errors too and go to standard output.
        let code = exitCode(for: error)
        if code.isSuccess {
            let text = fullMessage(for: error)
            do { if !text.isEmpty { try Output.standard.print(text) } } catch { end(with: error) }
        } else {
            let arguments = Array(CommandLine.arguments.dropFirst())
            let unknown = UnknownWord.option(in: (try? CenterHost.extracted(from: arguments))?.rest ?? arguments)
            try? Output.report(unknown?.failure.message ?? usageMessage(for: error))
        }
        Glibc.exit(code.rawValue)
    }

    /// Ends a command that is a group of others if no subcommand is named.
    private static func endWithoutSubcommand(of type: any ParsableCommand.Type) -> Never {
        try? Output.report("missing subcommand")
        let columns = Output.error.size?.columns ?? Screen.defaultWidth
        try? Output.error.print("\n" + helpMessage(for: type, columns: columns))
        Glibc.exit(CommandFailure.Status.usage.rawValue)
    }

    /// Returns the message about the command line, on one line. Like the help, it is always in English.
    private static func usageMessage(for error: any Error) -> String {
        let text = message(for: error).printable.asClause
        let hint = fullMessage(for: error).split(separator: "\n").last { $0.contains("See '") }
        guard let command = hint?.split(at: "'").dropFirst().first else { return text }
        return "\(text) (see \(command))"
    }
}

extension String {
    /// A sentence of the argument parser, for use after the name of the program: without a period, and with a
    /// lowercase initial unless the first word is a name.
    var asClause: String {
        let text = hasSuffix(".") && !hasSuffix(" .") ? String(dropLast()) : self
        let word = text.prefix { $0 != " " }
        let isPlain = word.first?.isUppercase == true && word.dropFirst().allSatisfy(\.isLowercase)
        return isPlain && word.count < text.count ? text.prefix(1).lowercased() + text.dropFirst() : text
    }
}
