package import DBus

/// The way of this process to the center: one connection to the session bus for everything in it, opened when it is
/// first needed, and once more when it has ended.
///
/// Whatever apps and widgets ask for goes to the name for apps, `org.todaycenter.Apps1`: that one is there inside of a
/// sandbox as well as outside, it is the only one that has App Groups, and nobody needs to find out which he is.
@WidgetActor
package final class CenterLink {
    /// The one of this process.
    package nonisolated static let shared = CenterLink(.session)

    private nonisolated let address: BusAddress
    private var opening: Task<Connection, any Error>?
    /// Calls that nobody waits for.
    nonisolated let pending = PendingCalls()

    /// Makes a way to the center on a bus; nothing is opened yet.
    package nonisolated init(_ address: BusAddress) { self.address = address }

    /// The connection, which lives on the thread of ``WidgetActor``.
    ///
    /// - Throws: `ConnectionError` when there is no bus.
    package func connection() async throws -> Connection {
        while let current = opening {
            if let connection = try? await current.value, await !connection.isClosed { return connection }
            // Whoever comes first opens another one; the others wait for that.
            if opening == current { opening = nil }
        }
        let task = Task { [address] in try await Connection.open(address, on: WidgetActor.shared.loop) }
        opening = task
        return try await task.value
    }
}
