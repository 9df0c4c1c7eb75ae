import DBus
import Dispatch
import Glibc

/// `notification-server`: run it where no other notification server is running, and send notifications with
/// `notify-send`.
@main enum NotificationServerProgram {
    static func main() async throws {
        let bus = try await Connection.open(.session)
        let server = NotificationServer(bus)
        try await bus.export(NotificationServer.interface, of: server, at: NotificationServer.path)
        try await bus.requestName("org.freedesktop.Notifications", .doNotQueue)
        printLine("ready; type a number to dismiss a notification, or a number and a key to choose an action")
        for await line in lines(until: bus) { server.type(line) }
    }

    /// Returns the lines of standard input, until the connection ends.
    private static func lines(until bus: Connection) -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        Task {
            _ = await bus.closed
            continuation.finish()
        }
        // Waiting for the user must not block the threads that tasks share.
        DispatchQueue.global().async { while let line = readLine() { continuation.yield(line) } }
        return lines
    }
}

/// Prints a line immediately, even into a pipe or a file.
func printLine(_ line: String) {
    let text = line + "\n"
    _ = write(STDOUT_FILENO, text, text.utf8.count)
}
