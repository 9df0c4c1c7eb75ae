import DBus
import DBusTesting
import Testing
import TodayBridgeRules
import TodayModel

@Suite struct FleetTests {
    @Test func aRankedSetIsASortedArray() {
        var random = SeededRandom(seed: 7)
        var set = RankedSet<Int>()
        var model: [Int] = []
        for _ in 0..<4000 {
            let number = Int.random(in: 0..<300, using: &random)
            if Bool.random(using: &random) {
                set.insert(number)
                if !model.contains(number) { model = (model + [number]).sorted() }
            } else {
                set.remove(number)
                model.removeAll { $0 == number }
            }
            #expect(set.count == model.count && set.contains(number) == model.contains(number))
            if let rank = model.indices.randomElement(using: &random) { #expect(set[rank] == model[rank]) }
        }
        #expect(set.prefix(1000) == model)
    }

    /// All states of a few machines, compared with a model that counts them each time.
    @Test func aFleetIsWhatItsMachinesAre() throws {
        var random = SeededRandom(seed: 11)
        var fleet = Fleet()
        var model: [String: FleetMachine] = [:]
        for step in 0..<6000 {
            let name = "machine-\(Int.random(in: 0..<60, using: &random))"
            if Int.random(in: 0..<10, using: &random) == 0 {
                model[name] = nil
            } else {
                var machine = FleetMachine()
                machine.isOffline = Int.random(in: 0..<4, using: &random) == 0
                machine.error = Int.random(in: 0..<3, using: &random) == 0 ? "disk full" : ""
                machine.attention = [.none, .badge, .alert].randomElement(using: &random) ?? .none
                machine.progress = [nil, 0, 0.5, 1, 0.25].randomElement(using: &random) ?? nil
                machine.value = [nil, -1, 3, 1e300].randomElement(using: &random) ?? nil
                model[name] = machine
            }
            let wasTroubled = fleet[name].map { $0.isOffline || $0.attention == .alert || !$0.error.isEmpty } ?? false
            let isTroubled = model[name].map { $0.isOffline || $0.attention == .alert || !$0.error.isEmpty } ?? false
            #expect(try fleet.set(name, model[name]) == (isTroubled && !wasTroubled))
            if step % 10 == 0 { check(fleet, model) }
        }
        check(fleet, model)
    }

    private func check(_ fleet: Fleet, _ model: [String: FleetMachine]) {
        #expect(fleet.count == model.count)
        let offline = model.filter(\.value.isOffline).keys.sorted()
        let alerts = model.filter { !$0.value.isOffline && $0.value.attention == .alert }.keys.sorted()
        let errors = model.filter { !$0.value.isOffline && $0.value.attention != .alert && !$0.value.error.isEmpty }
        #expect(fleet.offlineCount == offline.count)
        #expect(fleet.failingCount == alerts.count + errors.count)
        #expect(fleet.named == Array((alerts + errors.keys.sorted() + offline).prefix(20)))
        let online = model.values.filter { !$0.isOffline }
        for (spread, numbers) in [
            (fleet.progressSpread, online.compactMap(\.progress).sorted()),
            (fleet.valueSpread, online.compactMap(\.value).sorted()),
        ] {
            #expect(spread?.minimum == numbers.first && spread?.maximum == numbers.last)
            #expect(spread?.median == (numbers.isEmpty ? nil : numbers[(numbers.count - 1) / 2]))
        }
        #expect(throws: Never.self) { try fleet.content().validated() }
    }

    @Test func theHeadlineCounts() throws {
        var fleet = Fleet()
        #expect(fleet.content().texts == ["No machine has reported yet"])
        for number in 0..<1000 {
            var machine = FleetMachine()
            machine.isOffline = number % 100 == 1
            machine.error = number % 400 == 7 ? "disk full\nat /" : ""
            machine.progress = Double(number) / 999
            machine.details = ["Disk", "\(number)"]
            try fleet.set("m\(number)", machine)
        }
        #expect(fleet.headline == "1000 machines · 3 failing · 10 offline")
        let content = fleet.content()
        #expect(content.children.filter { $0.kind == "section" }.count == 13)
        #expect(content.texts.contains("m7 fails") && content.texts.contains("m101 is offline"))
        #expect(content.children[1].texts == ["Minimum", "Median", "Maximum", "0%", "50%", "100%"])
    }

    @Test func moreThanTwentyTroublesAreCounted() throws {
        var fleet = Fleet()
        for number in 0..<40 {
            var machine = FleetMachine()
            machine.error = "full"
            try fleet.set("m\(number)", machine)
        }
        #expect(fleet.content().texts.last == "and 20 more")
    }

    // MARK: Messages

    private static func group(_ topic: String, _ more: String = "") throws -> SubscriptionGroup {
        let configuration = BridgeConfiguration(
            "[Broker home]\nAddress=mqtt://localhost\n[Subscription fleet]\nBroker=home\nGroup=true\nTopic=\(topic)\n\(more)"
        )
        return try #require(configuration.subscriptions.first, "\(configuration.faults)")
    }

    @Test func messagesOfMachinesMakeAFleet() throws {
        var board = FleetBoard(try Self.group("todaycenter/1/+/org.example.Disk/#"))
        #expect(
            board.filters.map(\.text) == ["todaycenter/1/+/org.example.Disk/#", "todaycenter/1/+/$state"])
        let now = Timestamp(microseconds: 5_000_000)
        func receive(_ topic: String, _ payload: String) throws -> (Bool, Bool) {
            let (isChanged, isTrouble) = try board.receive(
                "todaycenter/1/" + topic, Array(payload.utf8), isRetained: false, at: now)
            return (isChanged, isTrouble)
        }
        #expect(try receive("a/$state", "online") == (false, false))
        #expect(try receive("a/org.example.Disk/definition", #"{"Name": "Used space"}"#) == (false, false))
        #expect(board.title == "Used space")
        #expect(
            try receive("a/org.example.Disk/state", #"{"Error": "", "UpdatedAt": 1000000, "SentAt": 3000000}"#) == (
                true, false
            ))
        #expect(board.fleet.time == Timestamp(microseconds: 3_000_000))
        #expect(try receive("a/org.example.Disk/content", #"{"kind": "progress", "value": 0.5}"#) == (true, false))
        #expect(board.fleet.progressSpread?.median == 0.5)
        // A state that is known before the widget counts as well.
        #expect(try receive("b/$state", "offline") == (false, false))
        #expect(try receive("b/org.example.Disk/content", #"{"kind": "text", "text": "x"}"#) == (true, true))
        #expect(try receive("a/org.example.Disk/state", #"{"Error": "full"}"#) == (true, true))
        #expect(board.fleet.headline == "2 machines · 1 failing · 1 offline")
        #expect(try receive("b/$state", "online") == (true, false))
        #expect(board.fleet.headline == "2 machines · 1 failing")
        // Both parts are deleted at the broker: the machine no longer has the widget.
        #expect(try receive("a/org.example.Disk/state", "") == (false, false))
        #expect(try receive("a/org.example.Disk/content", "") == (true, false))
        #expect(board.fleet.headline == "1 machine")
        #expect(throws: Fault.self) { try receive("a/org.example.Disk/content", "{") }
        #expect(throws: Fault.self) {
            try receive("a/org.example.Disk/content", #"{"kind": "text", "text": "x", "url": "file:///etc/passwd"}"#)
        }
    }

    @Test func anyTopicCanBeAFleet() throws {
        var board = FleetBoard(try Self.group("load/+", "Value=load.0\nKind=progress\nUnit=%"))
        for (name, value) in [("a", 1), ("b", 30), ("c", 90)] {
            let payload = Array(#"{"load": [\#(value)], "more": null}"#.utf8)
            _ = try board.receive("load/" + name, payload, isRetained: true, at: Timestamp(microseconds: 1))
        }
        #expect(board.fleet.content().texts == ["3 machines", "Minimum", "Median", "Maximum", "1%", "30%", "90%"])
        #expect(board.fleet.time == .never)
    }

    // MARK: Pace

    @Test func aSignalComesAtOnceAndThenOnceASecond() {
        var pace = SignalPace()
        let start = MonotonicTime(nanoseconds: 10_000_000_000)
        #expect(pace.change(at: start) == .zero)
        #expect(pace.change(at: start) == nil)
        pace.sent(at: start)
        #expect(pace.change(at: start + .milliseconds(400)) == .milliseconds(600))
        #expect(pace.change(at: start + .milliseconds(500)) == nil)
        #expect(pace.change(isUrgent: true, at: start + .milliseconds(600)) == .zero)
        pace.sent(at: start + .milliseconds(600))
        #expect(pace.change(at: start + .seconds(5)) == .zero)
    }
}
