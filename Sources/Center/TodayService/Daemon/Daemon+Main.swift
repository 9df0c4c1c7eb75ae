internal import CTodaySystem
internal import Glibc
internal import Logging
internal import TodayPlatform
internal import TodayModel

extension Daemon {
    /// Runs the whole program as the command line says. Returns the exit status, or doesn't return.
    package static func main(_ arguments: [String]) -> Int32 {
        csystem_share_heap()
        csystem_keep_files_private()
        TaskThread.install()
        do throws(DaemonOptions.UsageError) {
            switch try DaemonOptions(arguments) {
            case .help: return printWhole(DaemonOptions.usage, by: "todayd")
            case .version: return printWhole("todayd \(TodayVersion.string)\n", by: "todayd")
            case .run(let logLevel):
                Task { exit(await run(logLevel)) }
                while true { pause() }
            }
        } catch {
            let text = "todayd: \(error)\nSee 'todayd --help' for more information.\n"
            _ = write(STDERR_FILENO, text, text.utf8.count)
            return EX_USAGE
        }
    }

    private static func run(_ logLevel: Logger.Level) async -> Int32 {
        var logger = Logger(label: "todayd") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = logLevel
        do { try await Daemon(logger: logger).run() } catch {
            logger.critical("\(error)")
            return EXIT_FAILURE
        }
        return EXIT_SUCCESS
    }
}
