internal import ArgumentParser
internal import Glibc

/// `todayctl remote test`.
struct TestRemote: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Connects to a machine or a broker once.",
        discussion: """
            The command prints the number of widgets that a machine has, or the number of topics of a broker, \
            subscription or publication that have a message. If the connection fails, it prints the reason and exits \
            with 1.

            For a broker with Discovery, it also prints a line for each template of a device that isn't supported: the \
            device, the entity and the template. Today then shows the whole payload. The command prints at most 10 of \
            these lines.

            EXAMPLES
              todayctl remote test nas
              todayctl remote test home
            """)

    @ArgumentParser.Argument(help: "The name in bridge.conf.", completion: .knownRemotes)
    var name: String

    /// today-bridge has the connections, so it takes the place of this process.
    func run() throws {
        guard let program = Installation.current.program("today-bridge") else {
            throw CommandFailure(.failed, "today-bridge isn't installed (Debian package: today-center-bridge)")
        }
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup("--test"), strdup(name), nil]
        execvp(program, words)
        throw CommandFailure(
            .failed,
            "cannot start \(program): \(String(cString: strerror(errno)))")
    }
}
