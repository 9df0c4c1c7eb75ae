import Glibc
import TodayService

exit(await Daemon.main(Array(CommandLine.arguments.dropFirst())))
