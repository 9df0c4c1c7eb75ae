import Glibc
import TodayScriptHost

exit(ScriptsProgram.run(CommandLine.arguments))
