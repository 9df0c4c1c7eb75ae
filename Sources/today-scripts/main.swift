import Glibc
import ScriptHost

exit(ScriptsProgram.run(CommandLine.arguments))
