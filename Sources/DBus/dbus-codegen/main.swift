import DBusCodegen
import Glibc

exit(await CodegenProgram.run(Array(CommandLine.arguments.dropFirst())))
