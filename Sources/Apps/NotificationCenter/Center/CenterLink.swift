package import DBus

/// The process's link to the center. All code in the process shares one connection to the session bus, which is opened
/// on first use and reopened after it has ended.
///
/// All requests of apps and widgets go to the name for apps, `org.todaycenter.Apps1`. It is available inside and
/// outside of a sandbox, and it is the only one with App Groups, so apps don't have to find out where they run.
@WidgetActor
package final class CenterLink {
    /// The link of this process.
    package nonisolated static let shared = CenterLink(.session)

    private nonisolated let address: BusAddress
    private var opening: Task<Connection, any Error>?
    /// Calls that no caller waits for.
    nonisolated let pending = PendingCalls()

    /// Makes a link to the center on a bus; doesn't open it yet.
    package nonisolated init(_ address: BusAddress) { self.address = address }

    /// Returns the connection, which lives on the thread of ``WidgetActor``.
    ///
    /// - Throws: `ConnectionError` if the bus isn't running.
    package func connection() async throws -> Connection {
        while let current = opening {
            if let connection = try? await current.value, await !connection.isClosed { return connection }
            // The first caller opens another connection; the others wait for it.
            if opening == current { opening = nil }
        }
        let task = Task { [address] in try await Connection.open(address, on: WidgetActor.shared.loop) }
        opening = task
        return try await task.value
    }
}
