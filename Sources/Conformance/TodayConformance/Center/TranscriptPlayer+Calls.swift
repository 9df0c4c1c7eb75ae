internal import DBus
internal import DBusTesting

/// Steps that make calls, and the checks of their replies.
extension TranscriptPlayer {
    /// The target of a step's call.
    private struct Call {
        var name = CenterNames.center
        var path = CenterNames.centerPath
        var interface = CenterNames.center.rawValue
        var member = ""
        var arguments: [DBusValue] = []

        func target(in step: Transcript.Step) throws -> BusClient.Target {
            guard let path = ObjectPath(rawValue: path), let member = MemberName(rawValue: member),
                let interface = InterfaceName(rawValue: interface)
            else { throw BadTranscript("\(step) has no member to call") }
            return BusClient.Target(
                name: name, path: path, interface: interface, member: member, arguments: arguments)
        }
    }

    func call(_ step: Transcript.Step) async throws {
        let name = try clientName(step)
        let client = try await client(of: step)
        for call in try calls(of: step) {
            let start = client.log.value.count
            let number = try await client.call([try call.target(in: step)])[0]
            if let tag = step["background"]?.text {
                pending[tag] = (name, number, start)
            } else {
                try await finish(step, name, number, start)
            }
        }
    }

    /// Makes calls of one client, whose replies are awaited later. All are sent before the first reply is read.
    func callTogether(_ steps: [Transcript.Step]) async throws {
        guard let first = steps.first else { return }
        let client = try await client(of: first)
        let start = client.log.value.count
        let targets = try steps.flatMap { step in try calls(of: step).map { try $0.target(in: step) } }
        for (step, number) in zip(steps, try await client.call(targets)) {
            pending[try text(step["background"] ?? .null)] = (try clientName(step), number, start)
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
            let parts = member.split(at: ".")
            if parts.count > 1 { call.interface = parts.dropLast().joined(separator: ".") }
            call.member = String(parts.last ?? "")
            call.arguments = try Notation.values(step["args"]?.array ?? [], pattern.names)
        }
        return [call]
    }

    /// Waits for the reply to an earlier call.
    func finish(_ step: Transcript.Step) async throws {
        guard let call = pending.removeValue(forKey: try text(step.subject)) else {
            throw BadTranscript("\(step): unknown call")
        }
        try await finish(step, call.client, call.number, call.start)
    }

    private func finish(_ step: Transcript.Step, _ name: String, _ number: Int, _ start: Int) async throws {
        guard let client = clients[name] else { throw BadTranscript("\(name) has disconnected") }
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
            if let kind = step["kind"]?.text, (try? remote.arguments(as: String.self)) != kind {
                throw Failure(expected: "the second argument \(kind.debugDescription)", seen: "\(remote.body)")
            }
            let parts = (step["message"].map { $0.array ?? [$0] } ?? []).compactMap(\.text)
            for part in parts where !remote.message.contains(part) {
                throw Failure(
                    expected: "a message with \(part.debugDescription)", seen: remote.message.debugDescription)
            }
            // Messages of these errors begin with the key, or with the path that contains it.
            if let first = parts.first, ["InvalidContent", "InvalidDefinition"].contains(expected),
                !remote.message.hasPrefix(first)
            {
                throw Failure(
                    expected: "a message that begins with \(first.debugDescription)",
                    seen: remote.message.debugDescription)
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
                guard let event = rest.popFirst() else { throw fail(value, "no more signals") }
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
        if let event = rest.first { throw fail(.null, "another message: \(EventPattern.describe(event))") }
    }

    func get(_ step: Transcript.Step) async throws {
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
}
