import Glibc
import TodayService

exit(Daemon.main(Array(CommandLine.arguments.dropFirst())))
