internal import ArgumentParser

/// `today-conformance provider`.
struct ProviderRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: "Tries the provider of a widget.",
        discussion: """
            A bus of its own is started, with a center that only notes what it is asked for. The provider is the program of \
            a manifest, started by its Exec or by the command; or the command registers its widgets by itself. It is \
            called as the center calls it: greeted, updated for all reasons, tapped, ended. What it has is left alone: HOME \
            and the XDG folders are empty ones.

            EXAMPLES
              today-conformance provider org.example.Clock.widget
              today-conformance provider org.example.Clock.widget -- ./clock-widget
              today-conformance provider -- ./an-app-that-registers-itself
            """)

    @OptionGroup var options: RunOptions

    @ArgumentParser.Argument(
        help: ArgumentHelp("The file of a manifest, IDENTIFIER.widget.", valueName: "manifest"),
        completion: .file(extensions: ["widget"]))
    var manifest: String?

    @ArgumentParser.Argument(
        parsing: .postTerminator, help: ArgumentHelp("A program and its arguments.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        if manifest == nil, command.isEmpty, !options.list {
            throw ValidationError("a manifest is missing, or a command behind --")
        }
    }

    func run() async throws {
        let trial = ProviderTrial(ProviderSubject(manifest: manifest, command: command))
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await options.run { _ in ProviderChecks(trial: trial).all }) } catch {
            outcome = .failure(error)
        }
        await trial.close()
        try outcome.get()
    }
}
