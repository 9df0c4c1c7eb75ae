import Glibc
import TodayPanel

exit(PanelProgram.run(CommandLine.arguments))
