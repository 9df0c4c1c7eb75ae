import DBus
import DBusTesting
import Glibc
import Logging
import TodayPlatform
import Testing
import TodayModel

@testable import TodayService

/// A center starts on each damaged state, and the changes that it acknowledges exist at once and after a kill.
///
/// ```
/// FUZZ_SECONDS=3600 swift test --filter DamagedStateFuzz
/// ```
///
/// runs each test for an hour, with other damage each time. A failure names its seed; `FUZZ_SEED` starts with it.
@Suite(.serialized) struct DamagedStateFuzzTests {
    @Test(.timeLimit(.minutes(1440))) func whatIsAcknowledgedIsThere() async throws {
        let it = try await Subject()
        try await Rounds(12).run("damaged state") { seed in
            let state = DamagedState(copying: it.valid(seed), to: "\(it.bus.folder)/\(seed)", seed: seed)
            let first = try await it.start(state)
            let pushed = try await it.push(seed, state)
            let isStored = await first.isStored()
            // As if it was killed here.
            let killed = DamagedState(copying: state, to: "\(it.bus.folder)/\(seed)-killed")
            try await it.end(first)
            if isStored {
                let second = try await it.start(killed)
                try await it.check(seed, pushed, killed)
                try await it.end(second)
            }
            it.remove([state, killed])
            return isStored
        }
    }

    /// The same with the program, which is killed indeed.
    @Test(.timeLimit(.minutes(1440))) func whatTheProgramAcknowledgesIsThere() async throws {
        let it = try await Subject()
        try await Rounds(2).run("damaged state of a program") { seed in
            let folder = "\(it.bus.folder)/\(seed)"
            let state = DamagedState(copying: it.valid(seed), to: folder + "/todaycenter", seed: seed)
            let variables = state.environment.merging(["XDG_STATE_HOME": folder]) { $1 }
            var daemon = try await RunningDaemon.start(on: it.bus, it.client, with: variables)
            let pushed = try await it.push(seed, state)
            // This waits for the disk.
            try await it.client.arrange([.a])
            let isStored = try await it.client.properties()["StateStored"] == true
            try await daemon.kill()
            if isStored {
                daemon = try await daemon.again()
                try await it.check(seed, pushed, state)
                try await daemon.kill()
            }
            it.remove([state])
            return isStored
        }
    }

    /// The values of App Groups: read, written, and read by the next program.
    @Test func damagedGroupsAreReadAndWritten() async throws {
        let bus = try await PrivateBus.start()
        let valid = GroupFile(folder: bus.folder + "/valid", loop: EventLoop(name: "groups"), logger: .silent)
        for group in ["g", "h"] {
            var values: [GroupKey: GroupValue] = [:]
            for (number, value) in GroupValueTests.good.enumerated() {
                values[GroupKey("\(number)")] = try GroupValue(value.0)
            }
            _ = try await valid.write(group, GroupChange(changed: values), GroupStore(values), isWhole: false)
        }
        await valid.close()
        try await Rounds(40).run("damaged groups") { seed in
            let groups = DamagedState(.groups, copying: bus.folder + "/valid", to: "\(bus.folder)/\(seed)", seed: seed)
            let change = GroupChange(changed: ["new": try GroupValue(.uint64(seed))])
            var isStored = false
            for _ in 0..<2 {
                let file = GroupFile(folder: groups.folder, loop: EventLoop(name: "groups"), logger: .silent)
                let loaded = try await file.load("g").values
                #expect(!isStored || loaded["new"] == change.changed["new"], "seed \(seed): \(groups.steps)")
                var store = GroupStore(loaded)
                store.apply(change)
                // A file that says that a newer SQLite has written it can only be read.
                isStored = (try? await file.write("g", change, store, isWhole: false)) != nil
                _ = try await file.load("h")
                await file.close()
            }
            FolderContents.removeTree(groups.folder)
            return isStored
        }
    }
}

/// How often a test is repeated: the same bounded work in each run, or as much as there is time for.
private struct Rounds {
    private let count: Int

    init(_ count: Int) { self.count = count }

    private static func number(_ name: String) -> UInt64? { getenv(name).flatMap { UInt64(String(cString: $0)) } }

    /// Calls `body` with one seed after the other; it returns whether it could check everything.
    func run(_ name: String, _ body: (UInt64) async throws -> Bool) async throws {
        let seconds = Self.number("FUZZ_SECONDS")
        let first = Self.number("FUZZ_SEED") ?? (seconds == nil ? 1 : UInt64.random(in: 1...1_000_000_000))
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        var (seed, complete) = (first, UInt64(0))
        while end.map({ ContinuousClock.now < $0 }) ?? (seed - first < count) {
            do { if try await body(seed) { complete += 1 } } catch {
                Issue.record("\(name), FUZZ_SEED=\(seed): \(error)")
                throw error
            }
            seed += 1
            if seconds != nil, (seed - first).isMultiple(of: 250) {
                print("fuzzing \(name): \(seed - first) rounds, \(complete) stored, FUZZ_SEED=\(seed) is next")
            }
        }
        // Some damage leaves a file that can only be read. Without this check, a center that always reported such a
        // file would pass.
        #expect(complete * 10 >= (seed - first) * 8, "\(complete) of \(seed - first) rounds were stored")
        if seconds != nil {
            print("fuzzed \(name): \(seed - first) rounds from FUZZ_SEED=\(first), \(complete) stored")
        }
    }
}

/// A bus with one center after the other, and a client that outlives them.
private struct Subject {
    let bus: PrivateBus
    let client: CenterClient
    /// Whether each of the center's two names has an owner.
    private let owners = WatchedValue<[BusName: Bool]>([:])
    private let lines = Recorder<String>()

    init() async throws {
        bus = try await PrivateBus.start()
        client = CenterClient(try await bus.connect())
        for name in [TodayBus.name, TodayBus.appsName] {
            _ = try await client.connection.watchOwner(of: name) { [owners] owner in
                owners.change { $0[name] = owner != nil }
            }
        }
        for isClosed in [true, false] {
            try await DamagedState.valid(in: bus.folder + "/valid-\(isClosed)", isClosed: isClosed)
        }
    }

    func valid(_ seed: UInt64) -> String { bus.folder + "/valid-\(!seed.isMultiple(of: 4))" }

    struct Running {
        let center: Center
        let store: StateStore

        /// Waits until what was acknowledged is on disk. Returns false where that cannot be.
        func isStored() async -> Bool {
            await withCheckedContinuation { continuation in
                Task { await center.stored { continuation.resume() } }
            }
            return await store.trouble == nil
        }
    }

    /// Starts a center in this process.
    func start(_ state: DamagedState) async throws -> Running {
        let environment = bus.environment.merging(state.environment) { $1 }
        let store = StateStore(folder: state.folder, logger: .recording(lines, from: .warning))
        let snapshot = await store.load()
        let connection = try await bus.connect()
        var timing = ServiceTiming()
        timing.firstUpdate = nil
        let center = Center(
            connection: connection, apps: try await bus.connect(on: connection.loop),
            inquiries: try await bus.connect(on: connection.loop), logger: .silent, timing: timing,
            environment: environment, store: store)
        try await center.prepare()
        try await center.start(
            restoring: snapshot, manifests: ManifestFolders(environment: environment, logger: .silent).load())
        return Running(center: center, store: store)
    }

    func end(_ running: Running) async throws {
        await running.center.stop()
        await running.center.close()
        await running.center.finishStoring()
        try await owners.wait { !$0.values.contains(true) }
    }

    /// The changes that the center has acknowledged.
    struct Acknowledged {
        var revisions: [WidgetIdentifier: UInt64] = [:]
        /// The removed instances that it keeps.
        var removed: Set<WidgetIdentifier> = []
    }

    private static func options(_ seed: UInt64) -> WidgetOptionChoices {
        WidgetOptionChoices(updateInterval: UInt32(60 + seed % 1000), isPaused: seed.isMultiple(of: 2))
    }

    /// Pushes to each widget, registers it before where the damage took it, and reads what it shows. Sets options, and
    /// brings removed instances back and removes them again.
    func push(_ seed: UInt64, _ state: DamagedState) async throws -> Acknowledged {
        var acknowledged = Acknowledged()
        // The center caches its reply for panels, and has to build it again.
        _ = try await client.widgets()
        for identifier in DamagedState.widgets {
            if try await client.widgets()[TodayBus.path(of: identifier)] == nil {
                try await client.registerWidget(identifier, WidgetDefinition())
            }
            let content = text("\(seed) \(identifier)")
            let revision = try await client.updateWidget(identifier, WidgetChanges { $0.content = content })
            var shown = try await client.properties(of: identifier)
            #expect(shown.revision == revision, "seed \(seed): \(state.steps)")
            if !shown.hasContent {
                try await client.setHasContent(true, for: identifier)
                shown = try await client.properties(of: identifier)
            }
            #expect(shown.content == content, "seed \(seed): \(state.steps)")
            let managed = try await client.widgets()[TodayBus.path(of: identifier)]
            #expect(managed?["Content"] == content.dbusValue, "seed \(seed): \(state.steps)")
            acknowledged.revisions[identifier] = shown.revision
            try await client.setOptions(Self.options(seed), of: identifier)
        }
        for instance in try await client.listRemoved() {
            #expect(instance.expiresAt > instance.removedAt, "seed \(seed): \(state.steps)")
            do {
                try await client.restoreInstance(instance.identifier)
                _ = try await client.properties(of: instance.identifier)
                try await client.removeInstance(instance.identifier)
            } catch let error as RemoteError {
                // The damage took the definition.
                #expect(error.name == .notSupported, "seed \(seed): \(error): \(state.steps)")
            }
        }
        acknowledged.removed = Set(try await client.listRemoved().map(\.identifier))
        return acknowledged
    }

    /// Checks that the acknowledged changes exist.
    func check(_ seed: UInt64, _ acknowledged: Acknowledged, _ state: DamagedState) async throws {
        for identifier in DamagedState.widgets {
            guard let shown = try? await client.properties(of: identifier) else {
                Issue.record("seed \(seed): \(identifier) is lost: \(state.steps)")
                continue
            }
            #expect(shown.content == text("\(seed) \(identifier)"), "seed \(seed): \(identifier): \(state.steps)")
            #expect(
                shown.revision >= acknowledged.revisions[identifier] ?? 0,
                "seed \(seed): \(identifier): \(state.steps)")
            var options = shown.options
            options.apply(Self.options(seed))
            #expect(shown.options == options, "seed \(seed): \(identifier): \(state.steps)")
        }
        let removed = Set(try await client.listRemoved().map(\.identifier))
        #expect(removed == acknowledged.removed, "seed \(seed): \(state.steps)")
    }

    func remove(_ states: [DamagedState]) { for state in states { FolderContents.removeTree(state.folder) } }
}

extension Center {
    /// Calls `action` when what has changed so far is on disk, or cannot be written.
    fileprivate func stored(_ action: @escaping @Sendable () -> Void) { keeper.afterCommit(self, action) }
}
