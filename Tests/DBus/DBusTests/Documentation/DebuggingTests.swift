// The code of the article "Debugging", block by block.
import DBus
import DBusMonitor
import DBusTesting
import Foundation
import Logging
import Testing

extension Connection {
    nonisolated func log(to logger: Logger) {
        setLog { event in
            let level: Logger.Level =
                switch event.level {
                case .info: .info
                case .warning: .warning
                case .error: .error
                }
            logger.log(level: level, "\(event)", metadata: ["kind": "\(event.kind)"])
        }
    }
}

@Suite struct DebuggingTests {
    func explain(_ error: RemoteError) -> String {
        let method = error.subject?.member.rawValue ?? "?"
        guard let room = try? error.arguments(as: Int32.self) else { return "\(method): \(error.message)" }
        return "\(method): \(error.message); there is room for \(room)"
    }

    func watch(_ bus: Connection) {
        bus.setLog { event in
            if event.level >= .warning { FileHandle.standardError.write(Data("\(event)\n".utf8)) }
        }
    }

    func printConversations() async throws {
        let rules = MonitorRule.everything(of: "org.example.Counter")
        for await message in try await Connection.monitor(.session, rules) { print(message) }
    }

    func conversation(on address: String) async throws -> [String] {
        var lines: [String] = []
        let rules = MonitorRule.everything(of: "org.example.Counter")
        for await message in try await Connection.monitor(.bus(address), rules) {
            switch message.kind {
            case .methodCall: lines.append("\(message.member?.rawValue ?? "?")\((try? message.body) ?? [])")
            case .methodReturn, .error: return lines + ["replied: \((try? message.body) ?? [])"]
            case .signal, .other: continue
            }
        }
        return lines
    }

    /// Keeps what is logged.
    private struct Keeper: LogHandler {
        let lines: WatchedValue<[String]>
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let kind = event.metadata?["kind"].map { "\($0)" } ?? ""
            lines.change { $0.append("\(event.level) \(kind): \(event.message)") }
        }
    }

    @Test func theLogOfOthersIsUsed() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        _ = try await serve(on: service)
        let lines = WatchedValue<[String]>([])
        service.log(to: Logger(label: "dbus") { _ in Keeper(lines: lines) })
        watch(client)
        let error = await #expect(throws: RemoteError.self) { try await Proxy(client, .counter).call("Add", "five") }
        #expect(
            error.map(explain)
                == "Add: org.example.Counter.Add of /counter takes the signature \"i\", not \"s\": "
                + "argument 0 (amount): expected i, found s")
        let log = try await lines.wait { !$0.isEmpty }
        #expect(log.first?.hasPrefix("info call-refused: a call from :") == true)
        let full = RemoteError("org.example.Counter.Error.Full", "too much", arguments: Int32(7))
        #expect(explain(full) == "?: too much; there is room for 7")
    }

    @Test func aConversationIsSeen() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        _ = try await serve(on: service)
        let done = Count()
        let lines = Task {
            defer { done.add() }
            return try await conversation(on: bus.address)
        }
        // It sees only messages that are sent after it listens.
        try await eventually("nothing is seen") {
            try await Proxy(client, .counter).call("Add", Int32(5))
            return done.value > 0
        }
        let seen = try await lines.value
        #expect(seen.first == "Add[5]" || seen.first?.hasPrefix("replied: [") == true)
        #expect(seen.last?.hasPrefix("replied: [") == true)
    }
}
