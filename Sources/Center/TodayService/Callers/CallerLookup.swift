internal import DBus

/// Identifies the caller behind one bus connection.
struct CallerLookup: Sendable {
    /// The result.
    enum Outcome: Sendable {
        case known(Caller)
        /// The caller can't be identified for now, with the reason.
        case unknown(String)
    }

    let sender: BusName
    /// The user whose processes may call.
    let user: UInt32
    let reader: ProcessReader
    /// The latest time at which the sender can have joined the bus, in nanoseconds of the boot clock; called after the
    /// bus has answered.
    let arrival: @Sendable () -> UInt64

    /// Asks the bus, examines the process, and asks the bus again.
    func run(over bus: isolated Connection) async -> Outcome {
        do {
            let credentials = try await bus.credentials(of: sender)
            guard credentials.userID == user else {
                let other = credentials.userID.map { "\($0)" } ?? "unknown"
                return .known(.unidentified("it belongs to user \(other), not to \(user)"))
            }
            let caller: Caller
            switch await reader.read(credentials) {
            case .read(let facts): caller = makeCaller(facts, credentials)
            case .unreadable(let reason): caller = .unidentified(reason)
            case .notNow(let reason): return .unknown(reason)
            }
            guard let process = credentials.processID else { return .known(caller) }
            let now: UInt32 = try await bus.call(.bus, "GetConnectionUnixProcessID", sender.rawValue)
            return .known(
                now == process ? caller : .unidentified("it now belongs to process \(now), not to \(process)"))
        } catch let error as RemoteError where error.name == .nameHasNoOwner {
            return .known(.unidentified("it has left the bus"))
        } catch {
            return .unknown("\(error)")
        }
    }

    /// Without a pidfd, the bus has only reported a process id. The process that had it when the connection was made
    /// may have ended and left the connection to another one.
    private func makeCaller(_ facts: ProcessFolder.Facts, _ credentials: Credentials) -> Caller {
        guard credentials.processDescriptor != nil || facts.existed(at: arrival()) else {
            return .unidentified("its process has ended, and another one has its number")
        }
        return Caller(facts).checked(with: SecurityLabel(credentials.securityLabel))
    }
}
