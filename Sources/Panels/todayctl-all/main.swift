import DBusCodegen
import Glibc
import TodayCommands
import TodayConformance
import TodayScriptHost

// A package links the other program names to this program.
switch CommandLine.arguments.first?.utf8.split(separator: UInt8(ascii: "/")).last.map({ String(Substring($0)) }) {
case "dbus-codegen": exit(await CodegenProgram.run(Array(CommandLine.arguments.dropFirst())))
case "today-conformance": await ConformanceProgram.run()
case "today-scripts": exit(ScriptsProgram.run(CommandLine.arguments))
default: await TodayControl.run()
}
