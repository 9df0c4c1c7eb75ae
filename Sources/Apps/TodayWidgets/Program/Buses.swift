#if Widgets
    internal import DBus
    internal import NotificationCenter

    /// The connections that the sources share. They are open while any source is followed: with a connection, all its
    /// match rules end, so nothing on a bus wakes the process while no panel looks.
    ///
    /// A bus that restarts is opened again when a source is started.
    @WidgetActor
    enum Buses {
        private static var openings: [BusAddress: Task<Connection, any Error>] = [:]

        /// Returns the connection to the bus of the machine's services.
        ///
        /// - Throws: `ConnectionError` with code `cannotConnect` on a machine without that bus.
        static func system() async throws -> Connection { try await connection(to: .system) }

        /// Returns the connection to the bus of the user's programs. It isn't the one with the widgets' objects, which
        /// stays open.
        static func session() async throws -> Connection { try await connection(to: .session) }

        /// Returns the names of the programs that run on a bus or can be started.
        static func names(on bus: Connection) async -> Set<String> {
            let proxy = Proxy(bus, .bus)
            let running: [String] = (try? await proxy.call("ListNames")) ?? []
            let activatable: [String] = (try? await proxy.call("ListActivatableNames")) ?? []
            return Set(running + activatable)
        }

        private static func connection(to address: BusAddress) async throws -> Connection {
            // A source that is stopped while it starts may come here after ``close()``.
            try Task.checkCancellation()
            if let opening = openings[address] {
                // A failure to connect isn't kept.
                if let open = try? await opening.value, await !open.isClosed { return open }
                if openings[address] == opening { openings[address] = nil }
                return try await connection(to: address)
            }
            let opening = Task { try await Connection.open(address, on: WidgetActor.shared.loop) }
            openings[address] = opening
            do { return try await opening.value } catch {
                if openings[address] == opening { openings[address] = nil }
                throw error
            }
        }

        /// Closes the connections.
        static func close() {
            let ending = openings.values
            openings = [:]
            for opening in ending { Task { await (try? opening.value)?.close() } }
        }
    }
#endif
