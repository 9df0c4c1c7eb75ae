import Fuzzing
import Testing

@testable import DBus

/// The state machine of followed objects, without a bus.
@Suite struct FollowedObjectsTests {
    /// A service, and what it sends in one stream.
    private struct Service {
        /// Something that happens in it.
        enum Step: CaseIterable {
            case add, remove, set, setOther, invalidate
        }

        var world: [ObjectPath: FollowedObjects.Interfaces] = [:]

        /// Performs a step, and returns the signal that reports it; nil if the step isn't possible now.
        mutating func happen(_ step: Step, _ path: ObjectPath, _ interface: InterfaceName) -> FollowedObjects.News? {
            let isThere = world[path]?[interface] != nil
            func value(_ number: Int32) -> [String: DBusValue] { ["Value": .int32(number)] }
            switch step {
            case .add:
                if isThere { return nil }
                world[path, default: [:]][interface] = value(0)
                return .added(path, [interface: value(0)])
            case .remove:
                if !isThere { return nil }
                world[path]?[interface] = nil
                if world[path]?.isEmpty == true { world[path] = nil }
                return .removed(path, [interface])
            case .set, .setOther:
                if !isThere { return nil }
                world[path]?[interface] = value(step == .set ? 1 : 2)
                return .changed(path, interface, values: value(step == .set ? 1 : 2), invalidated: [])
            case .invalidate:
                if !isThere { return nil }
                world[path]?[interface] = value(3)
                return .changed(path, interface, values: [:], invalidated: ["Value"])
            }
        }

        func answer(_ path: ObjectPath, _ interface: InterfaceName) -> DBusValue? { world[path]?[interface]?["Value"] }
    }

    /// The objects as a client knows them that applies the events.
    private struct Mirror {
        var objects: [ObjectPath: FollowedObjects.Interfaces] = [:]

        mutating func take(_ events: [ObjectEvent]) {
            for event in events {
                switch event {
                case .ownerChanged, .failureChanged: break
                case .added(let path, let interfaces):
                    #expect(interfaces.keys.allSatisfy { objects[path]?[$0] == nil }, "it is there: \(event)")
                    objects[path, default: [:]].merge(interfaces) { $1 }
                case .removed(let path, let names):
                    #expect(names.allSatisfy { objects[path]?[$0] != nil }, "it is not there: \(event)")
                    for name in names { objects[path]?[name] = nil }
                    if objects[path]?.isEmpty == true { objects[path] = nil }
                case .changed(let path, let interface, let values, let names):
                    let before = objects[path]?[interface] ?? [:]
                    #expect(!names.isEmpty && names.allSatisfy { before[$0] != values[$0] }, "it is so: \(event)")
                    objects[path]?[interface] = values
                }
            }
        }
    }

    private static let slots: [(ObjectPath, InterfaceName)] = [("/a", "x.Y"), ("/a", "x.Z"), ("/b", "x.Y")]

    /// Every sequence of three steps, in two worlds, with the list of objects read after any number of them.
    /// Invalidated properties are reported at once or at the end.
    @Test(.longComputation) func whatHappensBeforeAndAfterTheListIsKnown() {
        let all = Self.slots.flatMap { slot in Service.Step.allCases.map { (slot, $0) } }
        var runs = 0
        for start in [false, true] {
            for first in all {
                for second in all {
                    for third in all {
                        for listed in 0...3 {
                            for isLate in [false, true] {
                                run([first, second, third], listed: listed, isLate: isLate, startsFull: start)
                                runs += 1
                            }
                        }
                    }
                }
            }
        }
        #expect(runs == 2 * 15 * 15 * 15 * 4 * 2)
    }

    private func run(
        _ steps: [((ObjectPath, InterfaceName), Service.Step)], listed: Int, isLate: Bool, startsFull: Bool
    ) {
        var (service, client, mirror) = (Service(), FollowedObjects(asksForUnknown: false), Mirror())
        if startsFull { for (path, interface) in Self.slots { _ = service.happen(.add, path, interface) } }
        mirror.take(client.replace(owner: ":1.1"))
        var asked: [FollowedObjects.Question] = []
        func answer() {
            for case .property(let path, let interface, let name) in asked {
                mirror.take(client.read(path, interface, name, service.answer(path, interface), era: client.era))
            }
            asked = []
        }
        for number in 0...steps.count {
            if number == listed { mirror.take(client.listed(service.world, era: client.era)) }
            guard number < steps.count else { continue }
            let ((path, interface), step) = steps[number]
            guard let news = service.happen(step, path, interface) else { continue }
            let (events, questions) = client.receive(news)
            mirror.take(events)
            asked += questions
            if !isLate { answer() }
        }
        answer()
        let known = client.objects.mapValues(\.interfaces)
        // Compared without the macro, which is slow so many times.
        if known != service.world || mirror.objects != known {
            Issue.record("\(steps), listed \(listed): \(known), not \(service.world)")
        }
    }

    @Test func anAnswerOfTheOneBeforeIsLeftAside() {
        var client = FollowedObjects(asksForUnknown: false)
        #expect(client.replace(owner: ":1.1") == [.ownerChanged(":1.1")])
        let old = client.era
        #expect(client.listed(["/a": ["x.Y": ["V": 0.5]]], era: old) == [.added("/a", ["x.Y": ["V": 0.5]])])
        #expect(client.replace(owner: ":1.2") == [.removed("/a", ["x.Y"]), .ownerChanged(":1.2")])
        #expect(client.listed(["/old": ["x.Y": [:]]], era: old).isEmpty)
        #expect(client.listed(["/a": ["x.Y": ["V": 1.5]]], era: client.era).count == 1)
        #expect(client.read("/a", "x.Y", "V", 0.5, era: old).isEmpty)
        #expect(client.objects["/a"]?.value("V", of: "x.Y") == 1.5)
        #expect(client.replace(owner: nil) == [.removed("/a", ["x.Y"]), .ownerChanged(nil)])
        #expect(client.receive(.added("/a", ["x.Y": [:]])).events.isEmpty)
    }

    @Test func whoCouldNotTellIsAskedAgainWhenItSaysSomething() {
        var client = FollowedObjects(asksForUnknown: false)
        _ = client.replace(owner: ":1.1")
        #expect(client.listed(nil, era: client.era).isEmpty)
        #expect(client.receive(.added("/a", ["x.Y": [:]])).questions == [.everything])
        // It is asked once.
        #expect(client.receive(.added("/b", ["x.Y": [:]])).questions.isEmpty)
        #expect(client.listed(["/a": ["x.Y": [:]]], era: client.era) == [.added("/a", ["x.Y": [:]])])
    }

    @Test func whyItCouldNotTellIsToldOnce() {
        var client = FollowedObjects(asksForUnknown: false)
        _ = client.replace(owner: ":1.1")
        func tryAgain() -> Bool { client.tryAgain() }
        #expect(!tryAgain())
        let (refused, late) = (RemoteError(.accessDenied, "no"), Connection.late(.seconds(1)))
        #expect(client.listed(nil, because: refused, era: client.era) == [.failureChanged("\(refused)")])
        #expect(client.beginning == [.ownerChanged(":1.1"), .failureChanged("\(refused)")])
        #expect(tryAgain())
        #expect(!tryAgain())
        #expect(client.listed(nil, because: refused, era: client.era).isEmpty)
        #expect(tryAgain())
        #expect(client.listed(nil, because: late, era: client.era) == [.failureChanged("\(late)")])
        #expect(tryAgain())
        #expect(client.listed([:], era: client.era) == [.failureChanged(nil)])
        #expect(!tryAgain())
        #expect(client.failure == nil)
        _ = client.replace(owner: ":1.2")
        _ = client.listed(nil, because: late, era: client.era)
        #expect(client.replace(owner: nil) == [.failureChanged(nil), .ownerChanged(nil)])
    }

    @Test func aChangeOfSomethingUnknownIsNothingOrAReasonToAsk() {
        for asks in [false, true] {
            var client = FollowedObjects(asksForUnknown: asks)
            _ = client.replace(owner: nil, isPeer: true)
            _ = client.listed([:], era: client.era)
            let (events, questions) = client.receive(.changed("/a", "x.Y", values: ["V": 0.5], invalidated: ["W"]))
            #expect(events.isEmpty && questions == (asks ? [.everything] : []))
        }
    }

    @Test func anObjectLosesOneInterfaceOfTwo() {
        var client = FollowedObjects(asksForUnknown: false)
        _ = client.replace(owner: ":1.1")
        _ = client.listed(["/a": ["x.Y": ["V": 0.5], "x.Z": [:]]], era: client.era)
        #expect(client.receive(.removed("/a", ["x.Y", "x.None"])).events == [.removed("/a", ["x.Y"])])
        #expect(client.objects["/a"]?.interfaces == ["x.Z": [:]])
        #expect(client.receive(.removed("/none", ["x.Y"])).events.isEmpty)
        #expect(client.receive(.removed("/a", ["x.Z"])).events == [.removed("/a", ["x.Z"])])
        #expect(client.objects.isEmpty)
    }

    @Test func aListThatComesAgainTellsTheDifference() {
        var client = FollowedObjects(asksForUnknown: true)
        _ = client.replace(owner: ":1.1")
        _ = client.listed(["/a": ["x.Y": ["V": 0.5]], "/b": ["x.Y": [:]]], era: client.era)
        _ = client.receive(.changed("/c", "x.Y", values: [:], invalidated: []))
        let found: [ObjectPath: FollowedObjects.Interfaces] = ["/a": ["x.Y": ["V": 1.5]], "/c": ["x.Y": [:]]]
        #expect(
            client.listed(found, era: client.era) == [
                .changed("/a", "x.Y", values: ["V": 1.5], names: ["V"]), .removed("/b", ["x.Y"]),
                .added("/c", ["x.Y": [:]]),
            ])
        let added: [ObjectEvent] = [.added("/a", ["x.Y": ["V": 1.5]]), .added("/c", ["x.Y": [:]])]
        #expect(client.beginning == [.ownerChanged(":1.1")] + added)
    }

    @Test func signalsAreReadAsFarAsTheyAreGood() throws {
        func signal<each Value: DBusArgument>(
            _ interface: InterfaceName, _ member: MemberName, _ values: repeat each Value
        ) throws -> FollowedObjects.News?
        where repeat (each Value).Wire: DBusWireType {
            FollowedObjects.News(
                try Signal(
                    sender: nil, path: "/a", interface: interface, member: member, arguments: repeat each values))
        }
        let interfaces: [String: [String: DBusValue]] = ["x.Y": ["V": true], "no name": [:]]
        #expect(
            try signal(.objectManager, "InterfacesAdded", "/b" as ObjectPath, interfaces)
                == .added("/b", ["x.Y": ["V": true]]))
        #expect(
            try signal(.objectManager, "InterfacesRemoved", "/b" as ObjectPath, ["x.Y", "", "y"])
                == .removed("/b", ["x.Y"]))
        let values: [String: DBusValue] = ["V": true]
        #expect(
            try signal(.properties, "PropertiesChanged", "x.Y", values, ["W"])
                == .changed("/a", "x.Y", values: values, invalidated: ["W"]))
        #expect(try signal(.properties, "PropertiesChanged", "no name", values, ["W"]) == nil)
        #expect(try signal(.properties, "PropertiesChanged", "x.Y", ["V": "W"], ["W"]) == nil)
        #expect(try signal(.objectManager, "InterfacesAdded", "/b", interfaces) == nil)
        #expect(try signal(.objectManager, "InterfacesRemoved", "/b" as ObjectPath) == nil)
        #expect(try signal(.objectManager, "Other", "/b" as ObjectPath, interfaces) == nil)
    }
}
