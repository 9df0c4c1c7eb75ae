internal import CTodaySystem
internal import DBus
internal import Glibc
internal import NotificationCenter
internal import TodayBridgeRules
internal import TodayModel
internal import TodayPlatform

/// The program `today-bridge`.
package enum BridgeProgram {
    package static let usage = """
        USAGE: today-bridge [--test NAME]

        Shows widgets from elsewhere as Today widgets: those of other machines over
        ssh, and the devices and topics of MQTT brokers. It can publish the widgets of
        this machine to a broker. $XDG_CONFIG_HOME/todaycenter/bridge.conf says which;
        see todaycenter-bridge(5).

        The program owns org.todaycenter.Bridge on the session bus. The bus starts it
        when the center updates one of its widgets.

        OPTIONS:
          --test NAME  Connect once to what a group of the configuration names, print the
                       result and templates that aren't supported, and exit
          --version    Show the version
          -h, --help   Show this help

        EXIT STATUS:
          0   after SIGTERM or SIGINT, or when the center has stopped
          1   the test has failed, lost the connection to the bus, or the program is already running
          64  invalid command line
          69  the session bus isn't running

        """

    /// Runs the command line. Returns the exit status, or doesn't return. Call it first in a program, while it has only
    /// one thread.
    package static func run(_ arguments: [String]) -> CInt {
        var tested: String?
        switch arguments.dropFirst().first {
        case nil: break
        case "--test" where arguments.count == 3: tested = arguments[2]
        case "-h", "--help": return printWhole(usage, by: "today-bridge")
        case "--version": return printWhole("today-bridge \(TodayVersion.string)\n", by: "today-bridge")
        case let argument?:
            StandardError.print("today-bridge: unknown argument \(argument.debugDescription)")
            StandardError.print("See 'today-bridge --help' for more information.")
            return EX_USAGE
        }
        Language.use()
        csystem_keep_files_private()
        guard let folder = UserFolders.config() else {
            StandardError.print("today-bridge: XDG_CONFIG_HOME and HOME aren't set")
            return EXIT_FAILURE
        }
        signal(SIGPIPE, SIG_IGN)
        TaskThread.install()
        let file = BridgeFile.path(in: folder)
        Task { [tested] in
            guard let tested else { exit(await provide(file)) }
            do { exit(await RemoteTest.run(tested, try Bridge.configuration(in: file))) } catch {
                StandardError.print("today-bridge: \(file): \(error)")
                exit(EXIT_FAILURE)
            }
        }
        while true { pause() }
    }

    @WidgetActor
    private static func provide(_ file: String) async -> CInt {
        do { return try await Bridge(file).run() } catch {
            StandardError.print("today-bridge: \(error)")
            let isBusMissing = (error as? ConnectionError)?.code == .cannotConnect
            return isBusMissing || (error as? NCError)?.code == .noCenter ? EX_UNAVAILABLE : EXIT_FAILURE
        }
    }
}
