import DBus
import DBusTesting
import Glibc
import Testing
import TodayModel
import TodayProtocol

@testable import TodayService

/// A load on a real center: what was asked, and what was acknowledged before the center was killed.
private actor Load {
    /// One call: what it set to what.
    struct Operation: Sendable {
        let key: String
        let value: String
        /// Whether its reply says that it is on disk.
        let commits: Bool
        let revision: UInt64?
        /// When the reply came; nil when none did.
        let acknowledged: MonotonicTime?
    }

    private let client: CenterClient
    private var random: SeededRandom
    private var number: Int
    /// The state at the start.
    private let start: [String: String]
    private(set) var operations: [Operation] = []
    nonisolated let count = WatchedValue(0)

    init(_ client: CenterClient, _ random: SeededRandom, from number: Int, at start: [String: String]) {
        self.start = start
        self.client = client
        self.random = random
        self.number = number
    }

    static let fixed: [WidgetIdentifier] = [.a, .b, .c]
    static let passing: [WidgetIdentifier] = ["org.example.P0", "org.example.P1", "org.example.P2"]

    /// Calls one method after the other until the center is gone.
    func run(onlyPushes: Bool) async {
        // So that pushes are held for a short time only.
        try? await client.beginViewing()
        while await step(onlyPushes) { count.change { $0 += 1 } }
    }

    private func step(_ onlyPushes: Bool) async -> Bool {
        number += 1
        switch onlyPushes ? 0 : Int.random(in: 0..<10, using: &random) {
        case 0...4:
            let value = "\(number)"
            return await call("content", value) { try await $0.updateWidget(.a, .content(value)) }
        case 5...6:
            let flag = Bool.random(using: &random)
            return await call("has-content", "\(flag)") {
                try await $0.setHasContent(flag, for: .b)
                return nil
            }
        case 7:
            let mode = DisplayMode.allCases.randomElement(using: &random) ?? .compact
            return await call("mode", mode.rawValue) {
                try await $0.setDisplayMode(mode, for: .c)
                return nil
            }
        case 8:
            let order = Self.fixed.shuffled(using: &random)
            return await call("arrangement", order.map(\.rawValue).joined(separator: " "), commits: true) {
                try await $0.arrange(order)
                return nil
            }
        default:
            let identifier = Self.passing.randomElement(using: &random) ?? .a
            let name = "\(number)"
            if Bool.random(using: &random) {
                return await call(identifier.rawValue, name, commits: true) {
                    try await $0.registerWidget(
                        identifier,
                        WidgetDefinition {
                            $0.name = name
                            $0.arranged = false
                        })
                    return nil
                }
            }
            // What is not there is refused, and a refusal writes nothing.
            let isThere = registered.contains(identifier)
            return await call(identifier.rawValue, "", commits: isThere) {
                do { try await $0.unregisterWidget(identifier) } catch let error as CenterError {
                    guard error.code == .unknownWidget, !isThere else { throw error }
                }
                return nil
            }
        }
    }

    /// Which of the passing widgets are there, by what was acknowledged.
    private var registered: Set<WidgetIdentifier> {
        Set(
            Self.passing.filter { identifier in
                (operations.last { $0.key == identifier.rawValue }?.value ?? start[identifier.rawValue] ?? "") != ""
            })
    }

    private func call(
        _ key: String, _ value: String, commits: Bool = false, _ body: (CenterClient) async throws -> UInt64?
    ) async -> Bool {
        var revision: UInt64?
        var acknowledged: MonotonicTime?
        do {
            revision = try await body(client)
            acknowledged = .now
        } catch {
            // It was killed.
        }
        operations.append(
            Operation(key: key, value: value, commits: commits, revision: revision, acknowledged: acknowledged))
        return acknowledged != nil
    }

    /// The values that a key may have after a kill, given what it had at the start.
    func possible(_ key: String, killedAt time: MonotonicTime) -> [String] {
        let floor =
            operations.lastIndex { operation in
                guard let acknowledged = operation.acknowledged else { return false }
                return operation.commits || time - acknowledged > .seconds(2)
            } ?? -1
        let safe = operations[..<(floor + 1)].last { $0.key == key }?.value ?? start[key] ?? ""
        return [safe] + operations[(floor + 1)...].filter { $0.key == key }.map(\.value)
    }
}

/// The state as a panel sees it, in the keys of the load.
private func state(_ client: CenterClient) async throws -> [String: String] {
    var state: [String: String] = [:]
    guard case .array(let arrangement, _)? = try await client.properties()["Arrangement"] else { return [:] }
    state["arrangement"] = arrangement.compactMap(\.text).joined(separator: " ")
    let content = try await client.properties(of: .a)
    state["content"] = content.content.attributes["text"]?.text ?? ""
    state["revision"] = "\(content.revision)"
    state["has-content"] = "\(try await client.properties(of: .b).hasContent)"
    state["mode"] = try await client.properties(of: .c).displayMode.rawValue
    let widgets = try await client.widgets()
    for identifier in Load.passing {
        state[identifier.rawValue] = widgets[TodayBus.path(of: identifier)]?["Name"]?.text ?? ""
    }
    return state
}

/// `todayd` is killed at random moments, and what it acknowledged is there afterwards.
@Suite(.serialized) struct KillTests {
    @Test(.timeLimit(.minutes(10))) func nothingAcknowledgedIsLost() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        var random = SeededRandom(seed: 20_261_121)
        var daemon = try await RunningDaemon.start(on: bus, client)
        for identifier in Load.fixed {
            try await client.registerWidget(identifier, WidgetDefinition { $0.largestDisplayMode = .expanded })
        }
        for round in 0..<24 {
            let start = try await state(client)
            let load = Load(client, random, from: round * 1_000_000, at: start)
            _ = random.next()
            // Two rounds last until the clock alone has to have brought pushes to disk.
            let onlyPushes = round % 10 == 9
            let running = Task { await load.run(onlyPushes: onlyPushes) }
            let began = MonotonicTime.now
            let operations = Int.random(in: 1...120, using: &random)
            try await load.count.wait(within: .seconds(60)) { count in
                onlyPushes ? MonotonicTime.now - began > .seconds(3) : count >= operations
            }
            let killedAt = MonotonicTime.now
            try await daemon.kill()
            await running.value
            daemon = try await daemon.again()

            let end = try await state(client)
            for (key, value) in end where key != "revision" {
                let possible = await load.possible(key, killedAt: killedAt)
                #expect(possible.contains(value), "round \(round): \(key) is \(value), not one of \(possible)")
            }
            let seen = await load.operations.last { $0.revision != nil }
            let revision = try #require(end["revision"].flatMap { UInt64($0) })
            if let seen, let last = seen.revision {
                #expect(revision >= last, "round \(round)")
                #expect(revision > last || end["content"] == seen.value, "round \(round): one revision, two contents")
            } else {
                #expect(revision >= UInt64(start["revision"] ?? "") ?? 0)
            }
        }
        try await daemon.end()
    }

    /// A push, and the end at once: the disk cannot have it, and the revision must not come again.
    @Test func aRevisionNeverComesTwice() async throws {
        let bus = try await PrivateBus.start()
        let client = CenterClient(try await bus.connect())
        var daemon = try await RunningDaemon.start(on: bus, client)
        try await client.registerWidget(.a, WidgetDefinition())
        var last: UInt64 = 0
        for round in 0..<5 {
            let revision = try await client.updateWidget(.a, .content("\(round)"))
            #expect(revision > last)
            try await daemon.kill()
            daemon = try await daemon.again()
            guard let widget = try? await client.properties(of: .a) else {
                Issue.record("round \(round): the widget is lost: \(try await daemon.kill())")
                return
            }
            #expect(widget.revision >= revision)
            #expect(widget.revision > revision || widget.content == text("\(round)"))
            last = widget.revision
        }
        try await daemon.end()
    }
}
