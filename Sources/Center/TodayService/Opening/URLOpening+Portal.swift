internal import DBus
internal import Synchronization
internal import TodayModel

/// The requests of the desktop portal. XDG Desktop Portal documentation, "Request".
private enum Portal {
    static let name: BusName = "org.freedesktop.portal.Desktop"
    static let requests: ObjectPath = "/org/freedesktop/portal/desktop/request"

    /// Returns the path of a request: the caller's unique name without its colon and with `_` for `.`, and the caller's
    /// token.
    static func requestPath(_ caller: BusName, _ token: String) -> ObjectPath {
        let name = caller.rawValue.dropFirst().escaping { $0 == "." ? "_" : nil }
        return ObjectPath(unchecked: "\(requests)/\(name)/\(token)")
    }
}

extension URLOpening {
    /// Asks the desktop portal to open the URL; the portal may let the user choose a program.
    func askPortal() async -> OpeningWays.Answer {
        var file: UnixFileDescriptor?
        if let path = url.localPath {
            file = await beforeDeadline(else: nil) { await $0.descriptor(of: path) }
            // A missing file can't be opened.
            if file == nil { return .declined }
        }
        guard let caller = connection.uniqueName else { return .absent }
        // Hard to guess, as the documentation requires.
        let handle = "todaycenter\(UInt64.random(in: .min ... .max))"
        let responses = PortalResponses()
        responses.expect(at: Portal.requestPath(caller, handle))
        let timer = connection.loop.schedule(at: deadline) { responses.answer.settle(.silent) }
        var subscriptions: [Connection.Subscription] = []
        defer {
            connection.loop.cancel(timer)
            forget(subscriptions)
        }
        do {
            // Before the call: the response may arrive before the reply.
            subscriptions.append(try await listen(responses))
            subscriptions.append(try await watchPortal(responses.answer))
            // Portals before version 0.9 choose the path themselves.
            responses.expect(at: try await call(file, handle))
        } catch let error as ConnectionError where error.code == .timedOut {
            // It didn't even confirm the request.
            return .declined
        } catch {
            return OpeningWays.Answer(failure: error)
        }
        return await responses.answer.value
    }

    private func call(_ file: UnixFileDescriptor?, _ handle: String) async throws -> ObjectPath {
        var options: [String: DBusValue] = ["handle_token": .string(handle)]
        if let token { options["activation_token"] = .string(token) }
        let portal = PortalOpenURI(connection).with(timeout: timeLeft)
        guard let file else {
            return try await portal.openURI(parentWindow: "", uri: url.string, options: options)
        }
        return try await portal.openFile(parentWindow: "", fd: file, options: options)
    }

    /// Listens to the responses to all requests: the bus gets one rule, regardless of the number of URLs in progress.
    private func listen(_ responses: PortalResponses) async throws -> Connection.Subscription {
        let rule = MatchRule(
            sender: Portal.name, pathNamespace: Portal.requests, interface: PortalRequest.interface,
            member: PortalRequestInterface.response.name)
        return try await connection.subscribe(rule) { signal in
            let code = try? signal.arguments(as: UInt32.self)
            // 1: the user canceled; 2: any other reason.
            responses.receive(code == 0 ? .opened : .declined, at: signal.path)
        }
    }

    private func forget(_ subscriptions: [Connection.Subscription]) {
        connection.assumeIsolated { connection in
            for subscription in subscriptions { connection.cancel(subscription) }
        }
    }

    /// The requests of a portal end with it.
    private func watchPortal(
        _ response: FirstAnswer<OpeningWays.Answer>
    ) async throws -> Connection.Subscription {
        // The portal may not run before the call, which starts it.
        let hadOwner = Atomic<Bool>(false)
        return try await connection.watchOwner(of: Portal.name) { owner in
            if owner != nil {
                hadOwner.store(true, ordering: .relaxed)
            } else if hadOwner.load(ordering: .relaxed) {
                response.settle(.declined)
            }
        }
    }
}
