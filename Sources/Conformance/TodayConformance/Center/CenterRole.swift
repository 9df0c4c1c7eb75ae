internal import ArgumentParser

/// `today-conformance center`.
struct CenterRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "center",
        abstract: "Tries a center.",
        discussion: """
            Each check starts the command on a bus and with folders of its own: it finds the bus in \
            DBUS_SESSION_BUS_ADDRESS, and keeps its state below XDG_STATE_HOME, XDG_DATA_HOME and XDG_RUNTIME_DIR. It has to \
            be the center itself, which SIGTERM ends. The folder 'center' of the cases has what these checks play. The cases \
            of the folder 'content' are pushed to one more center.

            EXAMPLE
              today-conformance center -- todayd
            """)

    @OptionGroup var options: RunOptions

    @ArgumentParser.Argument(
        parsing: .postTerminator, help: ArgumentHelp("The program and its arguments.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        if command.isEmpty, !options.list { throw ValidationError("a command is missing, behind --") }
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
