internal import CTodaySystem
internal import DBus
internal import Glibc
internal import NotificationCenter
internal import TodayPlatform
internal import TodayModel

/// The program `today-scripts`.
package enum ScriptsProgram {
    package static let usage = """
        USAGE: today-scripts

        Shows status scripts as Today widgets. Each file in
        $XDG_CONFIG_HOME/todaycenter/scripts is a widget. The scripts can be those of
        xbar, Argos, SwiftBar, Waybar and i3blocks.

        The program owns org.todaycenter.Scripts on the session bus. The bus starts it
        when the center updates a script. When you add the first script, systemd or
        'todayctl script add' starts it.

        OPTIONS:
          --version   Show the version
          -h, --help  Show this help

        EXIT STATUS:
          0   after SIGTERM or SIGINT, or when the center has stopped
          1   lost the connection to the bus, or the program is already running
          64  invalid command line
          69  the session bus isn't running

        """

    /// Runs the command line. Returns the exit status, or doesn't return. Call it first in a program, while it has only
    /// one thread.
    package static func run(_ arguments: [String]) -> CInt {
        switch arguments.dropFirst().first {
        case nil: break
        case "-h", "--help": return printWhole(usage, by: "today-scripts")
        case "--version": return printWhole("today-scripts \(TodayVersion.string)\n", by: "today-scripts")
        case let argument?:
            StandardError.print("today-scripts: unknown argument \(argument.debugDescription)")
            StandardError.print("See 'today-scripts --help' for more information.")
            return EX_USAGE
        }
        Language.use()
        csystem_keep_files_private()
        guard let places = ScriptPlaces() else {
            StandardError.print("today-scripts: XDG_CONFIG_HOME and HOME aren't set")
            return EXIT_FAILURE
        }
        signal(SIGPIPE, SIG_IGN)
        let signals = csystem_realtime_signals()
        TaskThread.install()
        Task { exit(await provide(places, signals)) }
        while true { pause() }
    }

    @WidgetActor
    private static func provide(_ places: ScriptPlaces, _ signals: CInt) async -> CInt {
        do {
            let cores = sysconf(CInt(_SC_NPROCESSORS_ONLN))
            return try await ScriptHost(places, cores: cores).run(signals: signals)
        } catch {
            StandardError.print("today-scripts: \(error)")
            let isBusMissing = (error as? ConnectionError)?.code == .cannotConnect
            return isBusMissing || (error as? NCError)?.code == .noCenter ? EX_UNAVAILABLE : EXIT_FAILURE
        }
    }
}
