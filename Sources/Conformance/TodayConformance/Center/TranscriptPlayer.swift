internal import DBus
internal import DBusTesting

/// Plays a transcript with its own center.
actor TranscriptPlayer {
    private let subject: CenterSubject
    private(set) var clients: [String: BusClient] = [:]
    /// The position in each client's log at which the next waiting step begins.
    var cursors: [String: Int] = [:]
    /// The same for calls to the client's objects.
    var callCursors: [String: Int] = [:]
    var pattern = Pattern()
    /// The calls whose replies a later step awaits.
    var pending: [String: (client: String, number: Int, start: Int)] = [:]
    /// The calls to objects that a later step answers.
    var held: [String: (client: String, call: BusClient.ProviderCall)] = [:]

    private init(_ subject: CenterSubject) { self.subject = subject }

    /// Plays a transcript with the center that a command starts.
    static func play(_ transcript: Transcript, with command: [String]) async throws {
        let subject = try await CenterSubject.start(command)
        let player = TranscriptPlayer(subject)
        do { try await player.play(transcript.steps) } catch {
            await player.discard()
            throw error
        }
        await player.discard()
    }

    private func discard() async {
        for client in clients.values { await client.connection.close() }
        await subject.discard()
    }

    private func play(_ steps: [Transcript.Step]) async throws {
        for (index, step) in steps.enumerated() {
            do { try await play(step) } catch let failure as Failure {
                throw Failure(
                    given: "step \(index + 1): \(step)", expected: failure.expected, seen: failure.seen)
            } catch let error as RemoteError {
                throw Failure(given: "step \(index + 1): \(step)", expected: "no error", seen: "\(error)")
            }
        }
    }

    private func play(_ step: Transcript.Step) async throws {
        switch step.verb {
        case .call, .register, .push: try await call(step)
        case .get: try await get(step)
        case .await: try await finish(step)
        case .wait: try await wait(step)
        case .serve: try await serve(step)
        case .unserve: try await client(of: step).unserve(try path(step.subject))
        case .asked: try await asked(step)
        case .unasked: try await unasked(step)
        case .release: try await release(step)
        case .own: try await client(of: step).connection.requestName(try busName(step.subject))
        case .disown: _ = try await client(of: step).connection.releaseName(try busName(step.subject))
        case .leave: await clients.removeValue(forKey: try text(step.subject))?.connection.close()
        case .restart:
            try await subject.end(isKilled: try text(step.subject) == "kill")
            try await subject.start()
        case .second: try await subject.startSecond()
        case .disk: try await subject.setDisk(isFull: try text(step.subject) == "full")
        case .install: try install(step)
        case .gone: try await gone(step)
        case .uninstall: subject.uninstall(try text(step.subject))
        case .pause: try await Task.sleep(for: .milliseconds(Int(step.subject.integer ?? 0)))
        case .repeat:
            let steps = try step.repeated
            if steps.allSatisfy({ $0.verb == .call && $0["background"] != nil }) {
                try await callTogether(steps)
            } else {
                try await play(steps)
            }
        }
    }

    private func install(_ step: Transcript.Step) throws {
        let name = try text(step.subject)
        let inSystem = step["in"] == .text("system")
        if let entry = step["desktop"] {
            try subject.install("applications/\(name).desktop", try text(entry), inSystem: inSystem)
        } else {
            if let sample = step["sample"] {
                try subject.install("todaycenter/widgets/\(name).json", try text(sample), inSystem: inSystem)
            }
            try subject.install(
                "todaycenter/widgets/\(name).widget", try text(step["manifest"] ?? .null), inSystem: inSystem)
        }
    }

    // MARK: Received messages

    func limit(of step: Transcript.Step) -> Duration {
        .milliseconds(Int(step["within"]?.integer ?? 20_000))
    }

    private func wait(_ step: Transcript.Step) async throws {
        let name = try clientName(step)
        let client = try await client(of: step)
        let isExact = step["exact"] == .boolean(true)
        for expected in step.subject.array ?? [step.subject] {
            let wanted = try EventPattern(expected)
            let limit = limit(of: step)
            let deadline = ContinuousClock.now + limit
            var closest: String?
            var cursor = cursors[name] ?? 0
            search: while true {
                let log = client.log.value
                for index in cursor..<log.count {
                    var attempt = pattern
                    guard let difference = try wanted.difference(log[index], &attempt) else {
                        pattern = attempt
                        cursors[name] = index + 1
                        break search
                    }
                    if isExact, !log[index].isReply { throw Failure(expected: "next: \(expected)", seen: difference) }
                    if closest == nil || difference != EventPattern.mismatch(log[index]) { closest = difference }
                }
                cursor = log.count
                let (count, rest) = (log.count, deadline - ContinuousClock.now)
                do { _ = try await client.log.wait(within: max(rest, .zero)) { $0.count > count } } catch {
                    throw Failure(expected: "within \(limit): \(expected)", seen: closest ?? "no such message")
                }
            }
        }
    }

    // MARK: Names

    func clientName(_ step: Transcript.Step) throws -> String { try step["as"].map(text) ?? "client" }

    func client(of step: Transcript.Step) async throws -> BusClient {
        let name = try clientName(step)
        if let client = clients[name] { return client }
        let client = try await BusClient.open(on: subject.bus)
        clients[name] = client
        cursors[name] = 0
        callCursors[name] = 0
        return client
    }

    func text(_ value: CaseValue) throws -> String {
        guard let text = value.text else { throw BadTranscript("\(value) isn't a text") }
        return text
    }

    func path(_ value: CaseValue) throws -> ObjectPath {
        guard let path = ObjectPath(rawValue: try text(value)) else { throw BadTranscript("\(value) isn't a path") }
        return path
    }

    func busName(_ value: CaseValue) throws -> BusName {
        guard let name = BusName(rawValue: try text(value)) else { throw BadTranscript("\(value) isn't a name") }
        return name
    }
}
