public import ArgumentParser
public import Logging
import TodayService

/// The notification center's process.
@main
struct Todayd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todayd",
        abstract: "The notification center: hosts widgets for Today panels.",
        discussion: """
            Owns org.todaycenter.NotificationCenter1 on the session bus. Usually the bus starts it when a panel or an \
            app asks for that name.

            Widgets are installed as files: todaycenter/widgets/IDENTIFIER.widget below $XDG_DATA_HOME and each of \
            $XDG_DATA_DIRS.

            Exit status: 0 after SIGTERM or SIGINT, 1 when the bus cannot be reached, goes away, or another center \
            owns the name.
            """)

    @Option(help: "How much is logged to standard error: trace, debug, info, notice, warning, error.")
    var logLevel = Logger.Level.notice

    func run() async throws {
        var logger = Logger(label: "todayd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = logLevel
        do { try await Daemon(logger: logger).run() } catch {
            logger.critical("\(error)")
            throw ExitCode.failure
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
