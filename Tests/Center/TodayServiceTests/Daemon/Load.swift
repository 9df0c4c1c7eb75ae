import DBus
import DBusTesting
import Testing
import TodayModel

@testable import TodayService

/// A load on a real center: what was asked, and what was acknowledged before the center was killed.
actor Load {
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

    /// Other work between two calls.
    typealias Weather = @Sendable (SeededRandom) async -> Void

    private let client: CenterClient
    private let storing: StoringWatch?
    private let weather: Weather?
    private var random: SeededRandom
    private var number: Int
    /// The state at the start.
    private let start: [String: String]
    private(set) var operations: [Operation] = []
    nonisolated let count = WatchedValue(0)

    /// Values of an App Group that were refused, since the disk was full.
    private(set) var refusals = 0

    /// - Parameters:
    ///   - storing: decides whether a reply counts; if nil, all replies count.
    ///   - weather: runs before some of the calls; if set, the load also uses an App Group.
    init(
        _ client: CenterClient, _ random: SeededRandom, from number: Int, at start: [String: String],
        storing: StoringWatch? = nil, weather: Weather? = nil
    ) {
        self.start = start
        self.storing = storing
        self.weather = weather
        self.client = client
        self.random = random
        self.number = number
    }

    /// The age at which an acknowledged change has to be on disk. The center promises a second; on a busy machine, the
    /// thread that writes may get no turn for longer.
    static let patience: Duration = .seconds(10)

    static let fixed: [WidgetIdentifier] = [.a, .b, .c]
    static let passing: [WidgetIdentifier] = ["org.example.P0", "org.example.P1", "org.example.P2"]

    /// Calls one method after the other until the center is gone.
    func run(onlyPushes: Bool) async {
        // So that pushes are held for a short time only.
        try? await client.beginViewing()
        while await step(onlyPushes) { count.change { $0 += 1 } }
    }

    /// Runs until `kill` ends the center at a random moment. Returns the time of the kill.
    nonisolated func run(
        onlyPushes: Bool, _ random: inout SeededRandom, untilKilledBy kill: () async throws -> Void
    ) async throws -> MonotonicTime {
        let running = Task { await run(onlyPushes: onlyPushes) }
        let began = MonotonicTime.now
        let operations = Int.random(in: 1...120, using: &random)
        try await count.wait(within: .seconds(60)) { count in
            onlyPushes ? MonotonicTime.now - began > Self.patience + .seconds(2) : count >= operations
        }
        let killedAt = MonotonicTime.now
        try await kill()
        await running.value
        return killedAt
    }

    /// Nothing that was acknowledged is missing from the state after that.
    func check(_ end: [String: String], killedAt time: MonotonicTime, round: Int) {
        for (key, value) in end where key != "revision" {
            let possible = possible(key, killedAt: time)
            #expect(possible.contains(value), "round \(round): \(key) is \(value), not one of \(possible)")
        }
    }

    private func step(_ onlyPushes: Bool) async -> Bool {
        number += 1
        if let weather, !onlyPushes {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: await weather(random)
            case 1: return await share("\(number)")
            default: break
            }
        }
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
            // A widget that doesn't exist is refused, and a refusal writes nothing.
            let isThere = registered.contains(identifier)
            return await call(identifier.rawValue, "", commits: isThere) {
                do { try await $0.unregisterWidget(identifier) } catch let error as CenterError {
                    guard error.code == .unknownWidget, !isThere else { throw error }
                }
                return nil
            }
        }
    }

    /// The passing widgets that exist, according to the acknowledged calls.
    private var registered: Set<WidgetIdentifier> {
        Set(
            Self.passing.filter { identifier in
                (operations.last { $0.key == identifier.rawValue }?.value ?? start[identifier.rawValue] ?? "") != ""
            })
    }

    /// Sets a value of an App Group. A refusal says that it is what it was.
    private func share(_ value: String) async -> Bool {
        var isRefused = false
        let isAnswered = await call("group", value) { client in
            do {
                try await GroupUser(client.connection).set(["value": .string(value)])
            } catch let error as RemoteError where error.name == .notStored {
                isRefused = true
            }
            return nil
        }
        if isRefused {
            operations.removeLast()
            refusals += 1
        }
        return isAnswered
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
            Operation(
                key: key, value: value, commits: commits && storing?.isStored != false, revision: revision,
                acknowledged: acknowledged))
        return acknowledged != nil
    }

    /// Whether what was acknowledged has to be on disk since.
    private func isOld(_ acknowledged: MonotonicTime, at time: MonotonicTime) -> Bool {
        if let storing { return storing.wasStored(from: acknowledged, until: time) }
        return time - acknowledged > Self.patience
    }

    /// The values that a key may have after a kill, given what it had at the start.
    func possible(_ key: String, killedAt time: MonotonicTime) -> [String] {
        let floor =
            operations.lastIndex { operation in
                guard let acknowledged = operation.acknowledged else { return false }
                // Calls to an App Group are independent of the other calls.
                if key == "group" || operation.key == "group" { return key == operation.key }
                return operation.commits || isOld(acknowledged, at: time)
            } ?? -1
        let safe = operations[..<(floor + 1)].last { $0.key == key }?.value ?? start[key] ?? ""
        return [safe] + operations[(floor + 1)...].filter { $0.key == key }.map(\.value)
    }
}

/// Follows whether the center says that it stores what changes.
final class StoringWatch: Sendable {
    private let changes: Recorder<(time: MonotonicTime, isStored: Bool)>
    private let connection: Connection
    private let subscription: Connection.Subscription

    init(_ client: CenterClient) async throws {
        let changes = Recorder<(time: MonotonicTime, isStored: Bool)>()
        self.changes = changes
        connection = client.connection
        let rule = MatchRule(sender: TodayBus.name, path: TodayBus.path)
        subscription = try await client.connection.subscribe(rule) { signal in
            guard case .boolean(let isStored)? = signal.changed[CenterMember.stateStored.rawValue] else { return }
            changes.record((.now, isStored))
        }
        changes.record((.now, StateTrouble(try await client.properties()) == nil))
    }

    deinit { Task { [connection, subscription] in await connection.cancel(subscription) } }

    /// The last state that the center reported.
    var isStored: Bool { changes.elements.last?.isStored ?? true }

    /// Whether it said so for more than ``Load/patience`` at a stretch, after one time and before another.
    func wasStored(from start: MonotonicTime, until end: MonotonicTime) -> Bool {
        let changes = changes.elements
        let ends = changes.dropFirst().map(\.time) + [end]
        return zip(changes, ends).contains { change, next in
            change.isStored && min(next, end) - max(change.time, start) > Load.patience
        }
    }
}

/// The state as a panel sees it, in the keys of the load.
func state(_ client: CenterClient) async throws -> [String: String] {
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
    if let value = try? await GroupUser(client.connection).get("value") { state["group"] = value.text }
    return state
}
