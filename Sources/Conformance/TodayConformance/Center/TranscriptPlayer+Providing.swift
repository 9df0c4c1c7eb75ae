internal import DBus
internal import DBusTesting

/// Steps with objects that the center calls.
extension TranscriptPlayer {
    func serve(_ step: Transcript.Step) async throws {
        let methods = step["methods"]?.array?.compactMap(\.text) ?? ["PerformUpdate"]
        var answers: [String: BusClient.Answer] = [:]
        for (member, value) in step["answers"]?.object ?? [:] {
            answers[member] = try answer(member, value, nil)
        }
        try await client(of: step).serve(try path(step.subject), methods, answers: answers)
    }

    private func answer(_ member: String, _ value: CaseValue?, _ error: CaseValue?) throws -> BusClient.Answer {
        if let parts = error?.array?.compactMap(\.text), parts.count == 2 { return .error(parts[0], parts[1]) }
        if let list = value?.array { return .values(try Notation.values(list, pattern.names)) }
        switch member {
        case "PerformUpdate": return .values([.string("no-data"), .properties([:])])
        case "BeginRequest", "DisplayModeChanged", "InvokeAction": return .values([.properties([:])])
        default: return .values([])
        }
    }

    /// Returns the next call to a client's objects that wasn't answered automatically.
    private func nextCall(
        _ client: BusClient, _ name: String, within limit: Duration
    ) async throws -> BusClient.ProviderCall? {
        let start = callCursors[name] ?? 0
        @Sendable func find(_ log: [BusClient.Event]) -> Int? {
            log.indices.dropFirst(start).first { index in
                if case .asked(let call) = log[index] { !call.isAnswered } else { false }
            }
        }
        guard let log = try? await client.log.wait(within: limit, until: { find($0) != nil }), let index = find(log),
            case .asked(let call) = log[index]
        else { return nil }
        callCursors[name] = index + 1
        return call
    }

    func asked(_ step: Transcript.Step) async throws {
        let name = try clientName(step)
        let client = try await client(of: step)
        let member = try text(step.subject)
        guard let call = try await nextCall(client, name, within: limit(of: step)) else {
            throw Failure(expected: "a call of \(member)", seen: "no call")
        }
        guard call.member == member, step["at"].map({ EventPattern.path(of: $0) == call.path }) ?? true else {
            throw Failure(
                expected: "a call of \(member)\(step["at"].map { " at \($0)" } ?? "")",
                seen: "\(call.member) at \(call.path)")
        }
        if let expected = step["with"]?.array {
            let list = [CaseValue.text(call.arguments.map(\.signature.rawValue).joined())] + expected
            if let difference = try pattern.difference(list, call.arguments) {
                throw Failure(expected: "\(member) with \(CaseValue.array(expected))", seen: difference)
            }
        }
        if let tag = step["hold"]?.text {
            held[tag] = (name, call)
        } else {
            await client.answer(call, try answer(member, step["answer"], step["error"]))
        }
    }

    /// Checks that no call is left that no step has examined.
    func unasked(_ step: Transcript.Step) async throws {
        let name = try clientName(step)
        let client = try await client(of: step)
        // The center's calls made before this reply have arrived.
        try await client.connection.call(
            CenterNames.center, path: ObjectPath(unchecked: CenterNames.centerPath),
            interface: "org.freedesktop.DBus.Peer", "Ping")
        if let call = try await nextCall(client, name, within: .zero) {
            throw Failure(expected: "no call of the provider", seen: "\(call.member) at \(call.path)")
        }
    }

    /// Waits until the connection whose call is held has left the bus.
    func gone(_ step: Transcript.Step) async throws {
        guard let (_, call) = held.removeValue(forKey: try text(step.subject)), let sender = call.sender else {
            throw BadTranscript("\(step): unknown call")
        }
        let deadline = ContinuousClock.now + limit(of: step)
        while try await client(of: step).connection.owner(of: sender) != nil {
            if ContinuousClock.now > deadline { throw Failure(expected: "the program ends", seen: "still running") }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    func release(_ step: Transcript.Step) async throws {
        guard let (name, call) = held.removeValue(forKey: try text(step.subject)), let client = clients[name] else {
            throw BadTranscript("\(step): unknown call")
        }
        await client.answer(call, try answer(call.member, step["answer"], step["error"]))
    }
}
