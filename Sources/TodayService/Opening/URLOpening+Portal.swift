internal import DBus
internal import Synchronization
internal import TodayModel

/// The desktop portal's names. XDG Desktop Portal documentation, "OpenURI" and "Request".
private enum Portal {
    static let name: BusName = "org.freedesktop.portal.Desktop"
    static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    static let openURI: InterfaceName = "org.freedesktop.portal.OpenURI"
    static let request: InterfaceName = "org.freedesktop.portal.Request"

    /// The object of a request: the caller's unique name without its colon and with `_` for `.`, and the caller's token.
    static func requestPath(_ caller: BusName, _ token: String) -> ObjectPath {
        let name = caller.rawValue.dropFirst().replacing(".", with: "_")
        return ObjectPath(unchecked: "\(path)/request/\(name)/\(token)")
    }
}

extension URLOpening {
    /// Has the desktop portal open the URL, which may ask the user for a program.
    func askPortal() async -> OpeningWays.Answer {
        var file: UnixFileDescriptor?
        if let path = url.localPath {
            file = await beforeDeadline(else: nil) { await $0.descriptor(of: path) }
            // What is not there, nobody can open.
            if file == nil { return .declined }
        }
        guard let caller = connection.uniqueName else { return .absent }
        // Hard to guess, as the documentation asks for.
        let handle = "todaycenter\(UInt64.random(in: .min ... .max))"
        let response = FirstAnswer<OpeningWays.Answer>()
        let timer = connection.loop.schedule(at: deadline) { response.settle(.silent) }
        var subscriptions: [Connection.Subscription] = []
        defer {
            connection.loop.cancel(timer)
            forget(subscriptions)
        }
        do {
            // Before the call: the response may be faster than the reply.
            let path = Portal.requestPath(caller, handle)
            subscriptions.append(try await listen(at: path, response))
            subscriptions.append(try await watchPortal(response))
            let answered = try await call(file, handle)
            // Portals before version 0.9 choose the path themselves.
            if answered != path { subscriptions.append(try await listen(at: answered, response)) }
        } catch let error as ConnectionError where error.code == .timedOut {
            // It did not even say that it is about to ask.
            return .declined
        } catch {
            return OpeningWays.Answer(failure: error)
        }
        return await response.value
    }

    private func call(_ file: UnixFileDescriptor?, _ handle: String) async throws -> ObjectPath {
        var options: [String: DBusValue] = ["handle_token": .string(handle)]
        if let token { options["activation_token"] = .string(token) }
        guard let file else {
            return try await connection.call(
                Portal.name, path: Portal.path, interface: Portal.openURI, "OpenURI", timeout: timeLeft, "",
                url.string, options)
        }
        return try await connection.call(
            Portal.name, path: Portal.path, interface: Portal.openURI, "OpenFile", timeout: timeLeft, "", file, options)
    }

    private func listen(
        at path: ObjectPath, _ response: FirstAnswer<OpeningWays.Answer>
    ) async throws -> Connection.Subscription {
        let rule = MatchRule(sender: Portal.name, path: path, interface: Portal.request, member: "Response")
        return try await connection.subscribe(rule) { signal in
            let code = try? signal.arguments(as: UInt32.self)
            // 1 is a user who has thought better of it, 2 is anything else.
            response.settle(code == 0 ? .opened : .declined)
        }
    }

    private func forget(_ subscriptions: [Connection.Subscription]) {
        connection.assumeIsolated { connection in
            for subscription in subscriptions { connection.cancel(subscription) }
        }
    }

    /// A portal that goes takes its requests with it.
    private func watchPortal(
        _ response: FirstAnswer<OpeningWays.Answer>
    ) async throws -> Connection.Subscription {
        // Before the call there may be nobody yet: the call starts it.
        let wasThere = Atomic<Bool>(false)
        return try await connection.watchOwner(of: Portal.name) { owner in
            if owner != nil {
                wasThere.store(true, ordering: .relaxed)
            } else if wasThere.load(ordering: .relaxed) {
                response.settle(.declined)
            }
        }
    }
}
