package import DBus
internal import Logging
internal import TodayModel

/// The two names of the service, each of a connection of its own.
///
/// What goes over one connection keeps its order: a reply comes after the signals of the same name that the call caused.
/// Between the two nobody can promise any, and an app that calls one name and listens to the other must not expect it.
extension Center {
    /// Exports the objects of both names. Those of widgets and App Groups come and go with them.
    func exportObjects() throws {
        // Before there is anything to call.
        for endpoint in [Endpoint.center, .apps] {
            service.connection(of: endpoint).assumeIsolated { [logger] connection in
                connection.setCallFilter(callers.filter(of: endpoint, asking: service.inquiries))
                // Callers could fill the log with what they are refused.
                connection.setLog { logger.log(level: $0.level == .error ? .error : .debug, "\($0)") }
                connection.setCallLimits(Self.callLimits)
            }
        }
        try service.onConnection { connection in
            connection.exportObjectManager(at: TodayBus.path, keepsReplies: true)
            try connection.export(CenterContract.center, of: self, at: TodayBus.path)
        }
        try service.onApps { try $0.export(CenterContract.apps, of: self, at: TodayBus.appsPath) }
    }

    /// What is taken in of what others call. All limits of the contract are below these, but for ``Limits/messageBytes``.
    private static let callLimits = CallLimits(messageBytes: Limits.messageBytes) { call, bytes in
        CenterError(
            .limitExceeded, "\(call.member): the call has \(bytes) bytes, MessageBytes is \(Limits.messageBytes)"
        ).remoteError
    }

    /// Takes both names.
    ///
    /// Always in this order: of two centers that start at once, as two requests for activation may have it, the one that
    /// gets the first name gets both. Whoever waits for the center's own name finds the other owned as well.
    ///
    /// - Throws: ``NameTaken`` when one of them is owned by somebody else. This center has to end then.
    func requestNames() async throws {
        do { try await service.apps.requestName(TodayBus.appsName, .doNotQueue) } catch is NameTakenError {
            // The bus takes the end of this process for a failed start of the name that it was started for, unless
            // somebody owns that by then.
            _ = try? await connection.waitForOwner(of: TodayBus.name, timeout: timing.otherCenter)
            throw NameTaken(name: TodayBus.appsName)
        }
        do { try await connection.requestName(TodayBus.name, .doNotQueue) } catch is NameTakenError {
            throw NameTaken(name: TodayBus.name)
        }
    }

    /// Waits until one of the connections has ended, and tells why. The service needs them all.
    package nonisolated var ended: Connection.CloseReason? {
        get async {
            await withTaskGroup(of: Connection.CloseReason?.self) { group in
                for connection in [service.connection, service.apps, service.inquiries] {
                    group.addTask { await connection.closed }
                }
                defer { group.cancelAll() }
                return await group.next() ?? nil
            }
        }
    }

    /// Closes the connections, after what they have to say.
    package func close() {
        service.onApps { $0.close() }
        service.onConnection { $0.close() }
        service.inquiries.assumeIsolated { $0.close() }
    }
}
