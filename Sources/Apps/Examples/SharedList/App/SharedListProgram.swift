import Glibc
import NotificationCenter
import SharedListKit

/// The program `shared-list`: a command line for the list, and the app that Today opens.
@main
enum SharedListProgram {
    @concurrent
    static func main() async {
        do {
            guard let command = try ListCommand.parse(Array(CommandLine.arguments.dropFirst())) else {
                return await SharedListApp.main()
            }
            try await run(command)
            // A full disk may only be noticed now, when the output is flushed.
            if fflush(nil) != 0 { fail("cannot write: \(String(cString: strerror(errno)))", status: 1) }
        } catch let error as ListCommand.UsageError {
            fail("\(error.message)\n\(ListCommand.usage)", status: 64)
        } catch let error as NCError where error.code == .noCenter {
            fail("\(error)", status: EX_UNAVAILABLE)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    /// Runs a command. None of them needs the app itself to be running.
    private static func run(_ command: ListCommand) async throws {
        switch command {
        case .help: print(ListCommand.usage)
        case .version: print(ListCommand.versionText)
        case .add(let items): try await SharedList.open().add(items)
        case .remove(let items): try await SharedList.open().remove(items)
        case .clear: try await SharedList.open().clear()
        case .list: for item in try await SharedList.open().items { print(item.title) }
        }
    }

    private static func fail(_ message: String, status: CInt) -> Never {
        let line = "shared-list: \(message)\n"
        _ = line.withCString { write(2, $0, strlen($0)) }
        exit(status)
    }
}
