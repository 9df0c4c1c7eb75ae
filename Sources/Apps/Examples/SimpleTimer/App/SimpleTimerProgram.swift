import Glibc
import NotificationCenter
import SimpleTimerKit

/// The program `simple-timer`: the app, and a command line that controls the running instance.
@main
enum SimpleTimerProgram {
    @concurrent
    static func main() async {
        do {
            switch try TimerCommand.parse(Array(CommandLine.arguments.dropFirst())) {
            case nil: await SimpleTimerApp.main()
            case .start(let duration, let isDetached):
                await SimpleTimerApp.main(
                    performing: isDetached ? "start-detached" : "start",
                    parameter: .integer(duration.components.seconds))
            case .stop: await SimpleTimerApp.main(performing: "stop")
            case .background: await SimpleTimerApp.main(performing: "background")
            case .quit: await SimpleTimerApp.main(performing: "quit")
            case .status: print(try await status)
            case .notifyAtEnd: try await CountdownWatch.run()
            case .help: print(TimerCommand.usage)
            case .version: print(TimerCommand.versionText)
            }
            // A full disk may only be noticed now, when the output is flushed.
            if fflush(nil) != 0 { fail("cannot write: \(String(cString: strerror(errno)))", status: 1) }
        } catch let error as TimerCommand.UsageError {
            fail("\(error.message)\n\(TimerCommand.usage)", status: 64)
        } catch let error as NCError where error.code == .noCenter {
            fail("\(error)", status: EX_UNAVAILABLE)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    /// The time left, whichever process counts: the app saves a countdown when it begins.
    private static var status: String {
        get async throws {
            guard let countdown = try await SharedCountdown.open().countdown else { return "No timer is running" }
            let left = countdown.timeLeft(at: .now)
            return left == .zero ? "Finished" : left.timerText
        }
    }

    private static func fail(_ message: String, status: CInt) -> Never {
        let line = "simple-timer: \(message)\n"
        _ = line.withCString { write(2, $0, strlen($0)) }
        exit(status)
    }
}
