package import DBus
internal import TodayProtocol

/// The two names of the service, each of a connection of its own.
extension Center {
    /// Exports the objects of both names. Those of widgets and App Groups come and go with them.
    func exportObjects() throws {
        try onConnection { connection in
            connection.exportObjectManager(at: TodayBus.path)
            try connection.export(Self.interface, of: self, at: TodayBus.path)
        }
        try onApps { try $0.export(Self.appsInterface, of: self, at: TodayBus.appsPath) }
    }

    /// Takes both names.
    ///
    /// Always in this order: of two centers that start at once, as two requests for activation may have it, the one that
    /// gets the first name gets both. Whoever waits for the center's own name finds the other owned as well.
    ///
    /// - Throws: ``StartError`` when one of them is owned by somebody else. This center has to end then.
    func takeNames() async throws {
        for (name, connection) in [(TodayBus.appsName, apps), (TodayBus.name, connection)] {
            do { try await connection.requestName(name, .doNotQueue) } catch is NameTakenError {
                throw StartError.nameTaken(name)
            }
        }
    }

    /// Waits until one of the connections has ended, and tells why. The service needs both.
    package nonisolated var ended: Connection.CloseReason? {
        get async {
            await withTaskGroup(of: Connection.CloseReason?.self) { group in
                for connection in [connection, apps] { group.addTask { await connection.closed } }
                defer { group.cancelAll() }
                return await group.next() ?? nil
            }
        }
    }

    /// Closes both connections, after what they have to say.
    package func close() {
        onApps { $0.close() }
        onConnection { $0.close() }
    }
}
