internal import DBus
internal import DBusTesting

/// Plays a transcript with a center of its own.
actor TranscriptPlayer {
    private let subject: CenterSubject
    private var clients: [String: BusClient] = [:]
    /// From where on the log of a client is looked at by the next step that waits.
    private var cursors: [String: Int] = [:]
    /// The same for calls of its objects.
    private var askedCursors: [String: Int] = [:]
    private var pattern = Pattern()
    /// Calls whose replies are waited for later.
    private var pending: [String: (client: String, number: Int, start: Int)] = [:]
    /// Calls of objects that are answered later.
    private var held: [String: (client: String, call: BusClient.ProviderCall)] = [:]

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
        case .uninstall: subject.uninstall(try text(step.subject))
        case .pause: try await Task.sleep(for: .milliseconds(Int(step.subject.integer ?? 0)))
        case .repeat: try await play(try step.repeated)
        }
    }

    private func install(_ step: Transcript.Step) throws {
        let name = try text(step.subject)
        if let entry = step["desktop"] {
            try subject.install("applications/\(name).desktop", try text(entry))
        } else {
            try subject.install("todaycenter/widgets/\(name).widget", try text(step["manifest"] ?? .null))
        }
    }

    // MARK: Calls

    /// What a step calls.
    private struct Call {
        var name = CenterNames.center
        var path = CenterNames.centerPath
        var interface = CenterNames.center.rawValue
        var member = ""
        var arguments: [DBusValue] = []
    }

    private func call(_ step: Transcript.Step) async throws {
        let name = try clientName(step)
        let client = try await client(of: step)
        for call in try calls(of: step) {
            guard let path = ObjectPath(rawValue: call.path), let member = MemberName(rawValue: call.member),
                let interface = InterfaceName(rawValue: call.interface)
            else { throw BadTranscript("\(step) calls nothing") }
            let start = client.log.value.count
            let number = try await client.call(call.name, path, interface, member, call.arguments)
            if let tag = step["background"]?.text {
                pending[tag] = (name, number, start)
            } else {
                try await finish(step, name, number, start)
            }
        }
    }

    private func calls(of step: Transcript.Step) throws -> [Call] {
        var call = Call()
        switch step["on"] {
        case nil, .text("center"): break
        case .text("apps"):
            (call.name, call.path, call.interface) = (CenterNames.apps, CenterNames.appsPath, CenterNames.apps.rawValue)
        case .text("bus"):
            (call.name, call.path, call.interface) = (.bus, "/org/freedesktop/DBus", "org.freedesktop.DBus")
        case let target?:
            call.path = EventPattern.path(of: target)
            call.interface = CenterNames.widget
            if target.object?["group"] != nil { (call.name, call.interface) = (CenterNames.apps, CenterNames.group) }
            if target.object?["on"] == .text("apps") { call.name = CenterNames.apps }
        }
        if let interface = step["interface"]?.text { call.interface = interface }
        switch step.verb {
        case .register:
            call.member = "RegisterWidget"
            let definition = try Notation.properties(step["definition"]?.object ?? [:], pattern.names)
            return try (step.subject.array ?? [step.subject]).map {
                var call = call
                call.arguments = [.string(try text($0)), definition]
                return call
            }
        case .push:
            call.member = "UpdateWidget"
            let changes = try Notation.properties(step["changes"]?.object ?? [:], pattern.names)
            call.arguments = [.string(try text(step.subject)), changes]
        default:
            let member = try text(step.subject)
            let parts = member.split(separator: ".")
            if parts.count > 1 { call.interface = parts.dropLast().joined(separator: ".") }
            call.member = String(parts.last ?? "")
            call.arguments = try Notation.values(step["args"]?.array ?? [], pattern.names)
        }
        return [call]
    }

    /// Waits for the reply of a call that was sent before.
    private func finish(_ step: Transcript.Step) async throws {
        guard let call = pending.removeValue(forKey: try text(step.subject)) else {
            throw BadTranscript("\(step): there is no such call")
        }
        try await finish(step, call.client, call.number, call.start)
    }

    private func finish(_ step: Transcript.Step, _ name: String, _ number: Int, _ start: Int) async throws {
        guard let client = clients[name] else { throw BadTranscript("\(name) has left") }
        @Sendable func find(_ log: [BusClient.Event]) -> Int? {
            log.dropFirst(start).firstIndex { if case .reply(number, _) = $0 { true } else { false } }
        }
        let log: [BusClient.Event]
        do { log = try await client.log.wait(within: .seconds(45)) { find($0) != nil } } catch {
            throw Failure(expected: "a reply", seen: "none within 45 s")
        }
        guard let end = find(log), case .reply(_, let result) = log[end] else { return }
        try check(result, step)
        if let signals = step["signals"]?.array {
            let between = log[start..<end].filter { !$0.isReply }
            try check(between, signals)
            cursors[name] = end
        } else {
            cursors[name] = max(cursors[name] ?? 0, start)
        }
    }

    private func check(_ result: Result<[DBusValue], any Error>, _ step: Transcript.Step) throws {
        switch result {
        case .success(let values):
            if let error = step["error"] {
                throw Failure(expected: "the error \(error)", seen: "\(Notation.written(values))")
            }
            guard let expected = step["reply"] else { return }
            let list = step.verb == .push ? [.text("t"), expected] : expected.array ?? []
            if let difference = try pattern.difference(list, values) {
                throw Failure(expected: "the reply \(expected)", seen: difference)
            }
        case .failure(let error):
            guard let expected = step["error"]?.text else {
                throw Failure(expected: "no error", seen: "\(error)")
            }
            let name = expected.contains(".") ? expected : CenterNames.errorPrefix + expected
            guard let remote = error as? RemoteError, remote.name.rawValue == name else {
                throw Failure(expected: "the error \(name)", seen: "\(error)")
            }
            let parts = step["message"].map { $0.array ?? [$0] } ?? []
            for part in parts.compactMap(\.text) where !remote.message.contains(part) {
                throw Failure(
                    expected: "a message with \(part.debugDescription)", seen: remote.message.debugDescription)
            }
        }
    }

    private func check(_ events: [BusClient.Event], _ expected: [CaseValue]) throws {
        var rest = events[...]
        func fail(_ pattern: CaseValue, _ seen: String) -> Failure {
            Failure(
                expected: "before the reply \(expected.count) signals: \(CaseValue.array(expected))",
                seen: seen + "; all: " + events.map(EventPattern.describe).joined(separator: "\n"))
        }
        for value in expected {
            let together = value.directive?.name == "$set" ? value.directive?.operand.array ?? [] : [value]
            var open = together
            for _ in together {
                guard let event = rest.popFirst() else { throw fail(value, "there is no more") }
                var reasons: [String] = []
                let index = try open.firstIndex { value in
                    guard let reason = try EventPattern(value).difference(event, &pattern) else { return true }
                    reasons.append(reason)
                    return false
                }
                guard let index else { throw fail(value, reasons.joined(separator: "; ")) }
                open.remove(at: index)
            }
        }
        if let event = rest.first { throw fail(.null, "there is more: \(EventPattern.describe(event))") }
    }

    private func get(_ step: Transcript.Step) async throws {
        let isApps = step.subject == .text("apps")
        let path = EventPattern.path(of: step.subject)
        let interface =
            step.subject == .text("center")
            ? CenterNames.center.rawValue : isApps ? CenterNames.apps.rawValue : CenterNames.widget
        let client = try await client(of: step)
        let properties: [String: DBusValue]
        do {
            properties = try await client.connection.call(
                isApps ? CenterNames.apps : CenterNames.center, path: ObjectPath(unchecked: path),
                interface: .properties, "GetAll", interface)
        } catch {
            throw Failure(expected: "the properties of \(path)", seen: "\(error)")
        }
        let expected = step["is"]?.object ?? [:]
        if let difference = try pattern.difference(expected, properties) {
            throw Failure(expected: "\(CaseValue.object(expected))", seen: difference)
        }
    }

    // MARK: What arrives

    private func limit(of step: Transcript.Step) -> Duration {
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
            var closest = "nothing of the kind"
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
                    if !difference.hasPrefix("it is ") || closest.hasPrefix("nothing") { closest = difference }
                }
                cursor = log.count
                let (count, rest) = (log.count, deadline - ContinuousClock.now)
                do { _ = try await client.log.wait(within: max(rest, .zero)) { $0.count > count } } catch {
                    throw Failure(expected: "within \(limit): \(expected)", seen: closest)
                }
            }
        }
    }

    // MARK: Providing

    private func serve(_ step: Transcript.Step) async throws {
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

    /// The next call of a client's objects that was not answered by itself.
    private func nextCall(
        _ client: BusClient, _ name: String, within limit: Duration
    ) async throws -> BusClient.ProviderCall? {
        let start = askedCursors[name] ?? 0
        @Sendable func find(_ log: [BusClient.Event]) -> Int? {
            log.indices.dropFirst(start).first { index in
                if case .asked(let call) = log[index] { !call.isAnswered } else { false }
            }
        }
        guard let log = try? await client.log.wait(within: limit, until: { find($0) != nil }), let index = find(log),
            case .asked(let call) = log[index]
        else { return nil }
        askedCursors[name] = index + 1
        return call
    }

    private func asked(_ step: Transcript.Step) async throws {
        let name = try clientName(step)
        let client = try await client(of: step)
        let member = try text(step.subject)
        guard let call = try await nextCall(client, name, within: limit(of: step)) else {
            throw Failure(expected: "the provider is asked \(member)", seen: "it is asked nothing")
        }
        guard call.member == member, step["at"].map({ EventPattern.path(of: $0) == call.path }) ?? true else {
            throw Failure(
                expected: "the provider is asked \(member)\(step["at"].map { " at \($0)" } ?? "")",
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

    /// Nothing was asked that no step has looked at.
    private func unasked(_ step: Transcript.Step) async throws {
        let name = try clientName(step)
        let client = try await client(of: step)
        // What the center has asked before it answers is there.
        try await client.connection.call(
            CenterNames.center, path: ObjectPath(unchecked: CenterNames.centerPath),
            interface: "org.freedesktop.DBus.Peer", "Ping")
        if let call = try await nextCall(client, name, within: .zero) {
            throw Failure(expected: "the provider is asked nothing", seen: "\(call.member) at \(call.path)")
        }
    }

    private func release(_ step: Transcript.Step) async throws {
        guard let (name, call) = held.removeValue(forKey: try text(step.subject)), let client = clients[name] else {
            throw BadTranscript("\(step): nothing is held")
        }
        await client.answer(call, try answer(call.member, step["answer"], step["error"]))
    }

    // MARK: Names

    private func clientName(_ step: Transcript.Step) throws -> String { try step["as"].map(text) ?? "client" }

    private func client(of step: Transcript.Step) async throws -> BusClient {
        let name = try clientName(step)
        if let client = clients[name] { return client }
        let client = try await BusClient.open(on: subject.bus)
        clients[name] = client
        cursors[name] = 0
        askedCursors[name] = 0
        return client
    }

    private func text(_ value: CaseValue) throws -> String {
        guard let text = value.text else { throw BadTranscript("\(value) is no text") }
        return text
    }

    private func path(_ value: CaseValue) throws -> ObjectPath {
        guard let path = ObjectPath(rawValue: try text(value)) else { throw BadTranscript("\(value) is no path") }
        return path
    }

    private func busName(_ value: CaseValue) throws -> BusName {
        guard let name = BusName(rawValue: try text(value)) else { throw BadTranscript("\(value) is no name") }
        return name
    }
}
