import DBus
import DBusMonitor
import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Updates whose provider is replaced in the meantime.
@Suite(.serialized) struct ProviderChangeTests {
    /// The late answer of the old provider was shown as the new one's.
    @Test func theAnswerOfAFormerProviderIsDropped() async throws {
        let test = try await TestCenter.start()
        let gate = Gate()
        let former = try await test.register(
            .a,
            update: { _ in
                await gate.pass()
                return ("new-data", ["Content": text("former").dbusValue])
            })
        let client = test.client
        async let result = client.performUpdate(.a)
        try await former.record.wait { $0.count == 1 }
        try await FakeProvider.export(
            on: test.connection, at: "/present",
            update: { _ in ("new-data", ["Content": text("present").dbusValue]) })
        try await test.client.registerWidget(.a, WidgetDefinition { $0.objectPath = "/present" })
        gate.open()
        #expect(try await result == .newData)
        #expect(try await test.client.properties(of: .a).content == text("present"))
    }

    /// A program that ran was ended because its widget was registered again, word for word, by another connection.
    @Test func theSameProviderRunsOn() async throws {
        let test = try await TestCenter.start()
        let definition = WidgetDefinition { $0.exec = TestCenter.provider("good") }
        try await test.client.registerWidget(.a, definition)
        #expect(try await test.client.performUpdate(.a) == .newData)
        try await test.anotherClient().registerWidget(.a, definition)
        #expect(try await test.client.performUpdate(.a) == .newData)
        #expect(test.calls(of: "start") == 1)
        try await test.client.registerWidget(.a, WidgetDefinition { $0.exec = TestCenter.provider("calls-back") })
        #expect(try await test.client.performUpdate(.a) == .noData)
        #expect(test.calls(of: "start") == 2)
    }

    /// If a widget's provider came to the bus late, its widget was no longer updated automatically.
    @Test func aProviderThatComesBackIsAskedAgain() async throws {
        let test = try await TestCenter.start(
            manifests: ["org.example.A": "BusName=org.example.Provider\nUpdateInterval=1"])
        #expect(try await test.client.performUpdate(.a) == .failed)
        let other = try await test.bus.connect()
        let provider = try await FakeProvider.export(on: other, at: "/org/example/Provider")
        try await other.requestName("org.example.Provider")
        try await test.signals.wait { $0.brief == "WidgetUpdated A no-data" }
        // The next interval may have passed too.
        #expect(provider.calls.first == "PerformUpdate interval")
    }

    /// The owner of the former provider's name was called as the present provider, when the widget was redefined while the
    /// center began to watch that name.
    @Test func theOwnerOfAFormerNameIsNotCalled() async throws {
        let test = try await TestCenter.start()
        var hits = 0
        for yields in 0..<16 {
            let (former, present) = (
                try BusName("org.example.Former\(yields)"), try BusName("org.example.Present\(yields)")
            )
            let path = try ObjectPath("/p\(yields)")
            let provider = try await FakeProvider.export(on: test.connection, at: path)
            try await test.connection.requestName(former)
            func definition(_ name: BusName) -> WidgetDefinition {
                WidgetDefinition {
                    $0.busName = name
                    $0.objectPath = path
                }
            }
            let identifier = try #require(WidgetIdentifier(rawValue: "org.example.W\(yields)"))
            try await test.client.registerWidget(identifier, definition(former))
            let caller = try #require(test.connection.uniqueName)
            let isHit = try await test.center.redefine(
                identifier, as: definition(present), afterUpdateAnd: yields, by: caller)
            guard isHit else { continue }
            hits += 1
            #expect(try await test.client.performUpdate(identifier) == .failed)
            #expect(provider.calls == [], "\(yields)")
        }
        #expect(hits > 0)
    }

    /// The former provider answered `BeginRequest`, and a redefinition of the widget was behind that answer: the former
    /// owner was asked for the update, and its answer was shown.
    @Test func anAnswerAndARedefinitionAtOnce() async throws {
        let test = try await TestCenter.start()
        let other = try await test.anotherClient()
        let gate = Gate()
        let former = try await FakeProvider.export(
            on: other.connection, at: "/p", update: { _ in ("new-data", ["Content": text("former").dbusValue]) },
            begin: { await gate.pass() })
        let present = try await test.bus.connect()
        try await FakeProvider.export(
            on: present, at: "/p", update: { _ in ("new-data", ["Content": text("present").dbusValue]) })
        try await present.requestName("org.example.Present")
        try await test.bus.addService("org.example.Former", exec: "/bin/true")
        try await other.registerWidget(
            .a,
            WidgetDefinition {
                $0.busName = "org.example.Former"
                $0.objectPath = "/p"
            })
        let client = test.client
        async let result = client.performUpdate(.a)
        let isStarting = await poll(within: .seconds(20), every: .milliseconds(10)) {
            await test.center.isStarting(.a) ? true : nil
        }
        try #require(isStarting == true)
        try await other.connection.requestName("org.example.Former")
        try await former.record.wait { $0.contains("BeginRequest") }
        let pause = try await test.center.pause()
        gate.open()
        // Behind the answer, on the same connection, so that the center reads both at once.
        let definition = WidgetDefinition {
            $0.busName = "org.example.Present"
            $0.objectPath = "/p"
        }
        try await former.record.wait { $0.contains("BeginRequest answered") }
        // By now the answer is on its way.
        _ = try await other.connection.owner(of: TodayBus.name)
        let rule = MonitorRule(
            kind: .methodCall, sender: other.connection.uniqueName, interface: TodayBus.center, member: "RegisterWidget"
        )
        let calls = try await Connection.monitor(.bus(test.bus.address), [rule])
        async let registered = other.registerWidget(.a, definition)
        try await withDeadline { _ = await calls.first { _ in true } }
        _ = try await other.connection.owner(of: TodayBus.name)
        pause.end()
        _ = try await registered
        #expect(try await result == .newData)
        #expect(try await test.client.properties(of: .a).content == text("present"))
        #expect(!former.calls.contains("PerformUpdate requested"))
    }
}

/// The thread of a center stands still until this ends.
private final class CenterPause: Sendable {
    private let ends: (reading: CInt, writing: CInt)
    let hasBegun = Recorder<Bool>()

    init() throws {
        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        self.ends = (ends[0], ends[1])
    }

    func wait() {
        hasBegun.record(true)
        var byte: UInt8 = 0
        _ = read(ends.reading, &byte, 1)
        for end in [ends.reading, ends.writing] { close(end) }
    }

    func end() {
        var byte: UInt8 = 1
        _ = write(ends.writing, &byte, 1)
    }
}

extension Center {
    /// Begins an update, lets others on this thread have their turn so many times, and redefines the widget if the watch
    /// of its provider's name is not set up yet. Returns whether it did.
    fileprivate func redefine(
        _ identifier: WidgetIdentifier, as definition: WidgetDefinition, afterUpdateAnd yields: Int, by caller: BusName
    ) async throws -> Bool {
        try performUpdate(identifier.rawValue, by: nil, nil)
        for _ in 0..<yields { await Task.yield() }
        guard let session = registry[identifier]?.session, session.nameWatch == nil, session.life.owner == nil else {
            return false
        }
        _ = try registerWidget(identifier.rawValue, definition.dictionary, by: caller)
        return true
    }

    /// Whether the bus has been asked to start a widget's provider.
    fileprivate func isStarting(_ identifier: WidgetIdentifier) -> Bool {
        guard let life = registry[identifier]?.session?.life, case .starting = life.state else { return false }
        return life.isOurs
    }

    /// Stops this center's thread. Returns when it stands still.
    fileprivate nonisolated func pause() async throws -> CenterPause {
        let pause = try CenterPause()
        await stand(still: pause)
        try await pause.hasBegun.wait { $0.count == 1 }
        return pause
    }

    private func stand(still pause: CenterPause) { _ = loop.schedule(at: .now) { pause.wait() } }
}
