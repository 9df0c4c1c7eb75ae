import DBus
import DBusTesting
import Glibc
import NotificationCenterTesting
import Testing
import TodayModel

@testable import NotificationCenter

@Suite struct GroupDefaultsTests {
    private static let group = "group.org.example.list"
    private let bus: PrivateBus

    init() async throws { bus = try await PrivateBus.start() }

    private func center(_ values: [String: NCValue] = [:]) async throws -> ScriptedCenter {
        try await ScriptedCenter.start(on: bus, groups: [Self.group: values])
    }

    private func open() async throws -> NCGroupDefaults { try await NCGroupDefaults(suiteName: Self.group, on: bus) }

    /// Returns the thrown error, if it is an error of the SDK.
    private func refusal(_ body: () async throws -> Void) async -> NCError? {
        do { try await body() } catch { return error as? NCError }
        return nil
    }

    @Test func readingIsTypedAndAtOnce() async throws {
        let center = try await center([
            "text": "a", "count": 3, "rate": 0.5, "flag": true, "bytes": .data([1]), "list": ["a", "b"],
            "mixed": ["a", 1], "entries": ["a": 1],
        ])
        let defaults = try await open()
        #expect(defaults.suiteName == Self.group)
        #expect(defaults.string(forKey: "text") == "a" && defaults.integer(forKey: "count") == 3)
        #expect(defaults.double(forKey: "rate") == 0.5 && defaults.double(forKey: "count") == 3)
        #expect(defaults.bool(forKey: "flag") == true && defaults.data(forKey: "bytes") == [1])
        #expect(defaults.stringArray(forKey: "list") == ["a", "b"] && defaults.stringArray(forKey: "mixed") == nil)
        #expect(defaults.array(forKey: "mixed") == ["a", 1] && defaults.dictionary(forKey: "entries") == ["a": 1])
        #expect(defaults.string(forKey: "count") == nil && defaults.object(forKey: "none") == nil)
        defaults.register(defaults: ["none": 1, "count": 7])
        #expect(defaults.integer(forKey: "none") == 1 && defaults.integer(forKey: "count") == 3)
        #expect(defaults.dictionaryRepresentation().count == 9)
        await center.stop()
        #expect(defaults.integer(forKey: "count") == 3)
    }

    @Test func whatWasWrittenIsThere() async throws {
        let center = try await center(["old": 1])
        let defaults = try await open()
        try await defaults.set("a", forKey: "text")
        try await defaults.set(-3, forKey: "count")
        try await defaults.set(0.25, forKey: "rate")
        try await defaults.set(true, forKey: "flag")
        try await defaults.set([1, 2] as [UInt8], forKey: "bytes")
        try await defaults.set(["a", 1], forKey: "mixed")
        #expect(defaults.integer(forKey: "count") == -3 && defaults.data(forKey: "bytes") == [1, 2])
        try await defaults.set(["several": 1, "more": ["x": "y"]])
        try await defaults.removeObject(forKey: "old")
        try await defaults.removeObjects(forKeys: ["flag", "none"])
        try await defaults.set([:])
        let expected: [String: NCValue] = [
            "text": "a", "count": -3, "rate": 0.25, "bytes": .data([1, 2]), "mixed": ["a", 1], "several": 1,
            "more": ["x": "y"],
        ]
        #expect(defaults.dictionaryRepresentation() == expected)
        #expect(await center.values(ofGroup: Self.group) == expected)
    }

    @Test func bothSidesHearOfChanges() async throws {
        let center = try await center(["a": 1])
        let (app, widget) = (try await open(), try await open())
        let heard = Collector(widget.changes)
        let own = Collector(app.changes)
        let (calls, continuation) = AsyncStream.makeStream(of: [String].self)
        let observation = widget.observe { change in
            // It is on the widget's actor.
            WidgetActor.shared.assertIsolated()
            continuation.yield(change.keys)
        }
        let called = Collector(calls)
        try await app.set(["a": 1, "b": 2, "c": "x"])
        try await center.change(group: Self.group, set: ["d": true], remove: ["a"])
        let expected = [
            NCGroupChange(changed: ["b": 2, "c": "x"], removed: []),
            NCGroupChange(changed: ["d": true], removed: ["a"]),
        ]
        try await heard.wait(for: expected)
        try await own.wait(for: expected)
        try await called.wait(for: [["b", "c"], ["a", "d"]])
        #expect(widget.integer(forKey: "b") == 2 && widget.object(forKey: "a") == nil)
        observation.cancel()
        try await app.removeObject(forKey: "b")
        try await heard.wait(for: expected + [NCGroupChange(changed: [:], removed: ["b"])])
        #expect(called.elements.count == 2)
    }

    /// A slow reader gets one change in place of many.
    @Test func manyChangesBecomeOne() async throws {
        let center = try await center(["gone": 1])
        let defaults = try await open()
        var changes = defaults.changes.makeAsyncIterator()
        try await defaults.removeObject(forKey: "gone")
        for number in 1...64 { try await defaults.set(number, forKey: "n\(number % 2)") }
        #expect(await changes.next() == NCGroupChange(changed: ["n0": 64, "n1": 63], removed: ["gone"]))
        withExtendedLifetime(center) {}
    }

    @Test func aNewCenterIsAsked() async throws {
        let first = try await center(["a": 1, "b": 1])
        let defaults = try await open()
        let heard = Collector(defaults.changes)
        await first.stop()
        // Before the bus has noticed, the names are taken.
        let watcher = try await bus.connect()
        for name in [TodayBus.name, TodayBus.appsName] { _ = try await watcher.owners(of: name).first { $0 == nil } }
        let second = try await center(["a": 2, "c": 3])
        let difference = NCGroupChange(changed: ["a": 2, "c": 3], removed: ["b"])
        try await heard.wait(for: [difference])
        try await second.change(group: Self.group, set: ["d": 4])
        try await heard.wait(for: [difference, NCGroupChange(changed: ["d": 4], removed: [])])
        try await defaults.set(5, forKey: "e")
        #expect(defaults.integer(forKey: "e") == 5)
    }

    @Test func withoutACenterThatIsSaid() async throws {
        #expect(await refusal { _ = try await open() }?.code == .noCenter)
        let center = try await center(["a": 1])
        let defaults = try await open()
        await center.stop()
        // Before the bus has noticed, the call would be lost with the center.
        _ = try await bus.connect().owners(of: TodayBus.appsName).first { $0 == nil }
        #expect(await refusal { try await defaults.set(1, forKey: "b") }?.code == .noCenter)
        #expect(defaults.integer(forKey: "a") == 1 && defaults.object(forKey: "b") == nil)
    }

    @Test func refusalsHaveTheirCodes() async throws {
        let center = try await center(["a": 1])
        #expect(
            await refusal { _ = try await NCGroupDefaults(suiteName: "group.other", on: bus) }
                == NCError(.unknownGroup, #"no widget's definition names the App Group "group.other""#))
        for name in ["", "a/b", "..", "a..b", "ä"] {
            #expect(await refusal { _ = try await NCGroupDefaults(suiteName: name, on: bus) }?.code == .invalidGroup)
        }
        let defaults = try await open()
        for error in [
            NCError(.limitExceeded, "a: 70000 bytes are more than 65536"), NCError(.notAuthorized, "not yours"),
            NCError(.invalidValue, "a: no"), NCError(.notStored, "the disk is full"), NCError(.disconnected, "gone"),
            NCError(.timedOut, "late"),
        ] {
            await center.refuse(error)
            #expect(await refusal { try await defaults.set(2, forKey: "a") } == error)
            #expect(defaults.integer(forKey: "a") == 1)
        }
        await center.removeGroup(Self.group)
        #expect(await refusal { try await defaults.set(2, forKey: "a") }?.code == .unknownGroup)
        // It comes back, and is followed again.
        try await center.addGroup(Self.group, ["a": 3])
        try await defaults.synchronize()
        #expect(defaults.integer(forKey: "a") == 3)
        bus.stop()
        #expect(await refusal { try await defaults.synchronize() } != nil)
    }

    @Test func theEndOfTheObjectEndsItsSequences() async throws {
        let center = try await center()
        var defaults: NCGroupDefaults? = try await open()
        let heard = Collector(try #require(defaults?.changes))
        defaults = nil
        try await heard.waitForEnd()
        withExtendedLifetime(center) {}
    }

    @Test func theFolderIsShared() throws {
        let path = try NCDirectories.$dataOverride.withValue(bus.folder + "/x/y") {
            try NCDirectories.container(forGroup: Self.group)
        }
        #expect(path == bus.folder + "/x/y/todaycenter/groups/" + Self.group)
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(throws: NCError.self) { try NCDirectories.container(forGroup: "../x") }
    }
}
