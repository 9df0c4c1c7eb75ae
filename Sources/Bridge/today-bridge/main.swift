import Glibc
import TodayBridge

exit(BridgeProgram.run(CommandLine.arguments))
