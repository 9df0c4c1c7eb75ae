package import DBus
internal import Logging
internal import TodayModel

/// The two names of the service, each on its own connection.
///
/// Messages over one connection keep their order: a reply comes after the signals of the same name that the call
/// caused. The order between the two connections is undefined, and an app that calls one name and listens to the other
/// must not rely on it.
extension Center {
    /// Sets up both connections. They hold all calls until the objects are exported.
    func holdCalls() {
        for endpoint in Endpoint.allCases {
            service.connection(of: endpoint).assumeIsolated { [logger] connection in
                connection.setCallFilter(CallFilter(patience: .seconds(600)) { _ in .wait })
                // Rejected calls could fill the log.
                connection.setLog { logger.log(level: $0.level == .error ? .error : .debug, "\($0)") }
                connection.setCallLimits(Self.callLimits)
            }
        }
    }

    /// Exports the objects of both names, and handles the calls that wait for them. The objects of widgets and App
    /// Groups are exported and unexported with them.
    func exportObjects() throws {
        try service.onConnection { connection in
            connection.exportObjectManager(at: TodayBus.path, keepsReplies: true)
            try connection.export(CenterContract.center, of: self, at: TodayBus.path)
        }
        try service.onApps { try $0.export(CenterContract.apps, of: self, at: TodayBus.appsPath) }
        for endpoint in Endpoint.allCases {
            service.connection(of: endpoint).assumeIsolated {
                $0.setCallFilter(callers.filter(of: endpoint, asking: service.inquiries))
            }
        }
    }

    /// The limits on incoming calls. All limits of the contract are stricter, except ``Limits/messageBytes``.
    private static let callLimits = {
        var limits = CallLimits(messageBytes: Limits.messageBytes, pausesBacklogs: true)
        limits.refusal = { call, bytes in
            CenterError(
                .limitExceeded, "\(call.member): the call has \(bytes) bytes, MessageBytes is \(Limits.messageBytes)"
            ).remoteError
        }
        return limits
    }()

    /// Requests both names.
    ///
    /// The order is fixed: if two centers start at once, as two activation requests can cause, the one that gets the
    /// first name gets both. A client that waits for the center's own name finds that the other one has an owner as
    /// well.
    ///
    /// - Throws: ``NameTaken`` if another program owns one of them. This center has to end then.
    func requestNames() async throws {
        do { try await service.apps.requestName(TodayBus.appsName, .doNotQueue) } catch is NameTakenError {
            // The bus treats the end of this process as a failed start of the name that it was started for, unless the
            // name has an owner by then.
            _ = try? await connection.waitForOwner(of: TodayBus.name, timeout: timing.otherCenter)
            throw NameTaken(name: TodayBus.appsName)
        }
        do { try await connection.requestName(TodayBus.name, .doNotQueue) } catch is NameTakenError {
            throw NameTaken(name: TodayBus.name)
        }
    }

    /// Waits until one of the connections has ended, and returns the reason. The service needs them all.
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

    /// Closes the connections after their pending messages.
    package func close() {
        service.onApps { $0.close() }
        service.onConnection { $0.close() }
        service.inquiries.assumeIsolated { $0.close() }
    }
}
