internal import ArgumentParser

/// `today-conformance provider`.
struct ProviderRole: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provider",
        abstract: "Tests the provider of a widget.",
        discussion: """
            The test starts its own bus with a center that only records calls. It starts the provider with the \
            command, or with Exec of the manifest. Without a manifest, the command must register its widgets. Like a \
            center, the test updates the widget for all reasons, taps it, and ends the provider. HOME and the XDG \
            folders are empty, so the test doesn't touch the provider's own data.

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
            throw ValidationError("missing manifest, or command after --")
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
