internal import ArgumentParser

/// `today-conformance center`.
struct CenterRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center",
        abstract: "Tests a center.",
        discussion: """
            Each check starts the command on its own bus and with its own folders. The command finds the bus in \
            DBUS_SESSION_BUS_ADDRESS, and stores its state in XDG_STATE_HOME, XDG_DATA_HOME and XDG_RUNTIME_DIR. The \
            center must exit on SIGTERM; a shell script must exec it. The steps of the checks are in the folder \
            'center' of the cases. The test pushes the cases in the folder 'content' to another center.

            EXAMPLE
              today-conformance center -- todayd
            """)

    @OptionGroup var options: RunOptions

    @ArgumentParser.Argument(
        parsing: .postTerminator, help: ArgumentHelp("The program and its arguments.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        if command.isEmpty, !options.list { throw ValidationError("missing command after --") }
    }

    func run() async throws {
        try await options.run(sideBySide: 8) { specification in
            Self.checks(of: command, try Transcript.read(specification.cases + "/center"))
                + PushedContent(command).checks(of: try ContentCase.all(in: specification.cases + "/content"))
        }
    }

    /// Returns a check for each transcript. Slow ones come first, so that the others are played while those wait.
    static func checks(of command: [String], _ transcripts: [Transcript]) -> [Check] {
        (transcripts.filter(\.isSlow) + transcripts.filter { !$0.isSlow }).map { transcript in
            Check(transcript.rules, title: transcript.title) {
                try await TranscriptPlayer.play(transcript, with: command)
            }
        }
    }
}
