import DBus
import Fuzzing
import Testing
import TodayModel

@testable import TodayService
import TodayServiceRules

/// Widgets that come and go under ever new names leave nothing that grows.
@Suite struct TurnoverTests {
    private static func identifier(_ number: Int) -> WidgetIdentifier {
        WidgetIdentifier(rawValue: "org.example.W\(number)") ?? .a
    }

    private static func record(_ number: Int, transient: Bool) -> WidgetRecord {
        var record = WidgetRecord(
            identifier(number),
            WidgetDefinition {
                $0.transient = transient
                $0.busName = "org.example.Provider"
                $0.objectPath = try? ObjectPath("/widget\(number)")
                $0.changes.content = text("\(number)")
            }, source: .registered)
        record.registrant = ":1.7"
        record.sandboxedApp = "org.example"
        _ = try? record.apply(record.definition.changes, from: .definition, at: .never)
        return record
    }

    @Test(.longComputation) func transientWidgetsGiveTheirPlacesBack() {
        let registry = Registry()
        registry.add(Self.record(-1, transient: false))
        _ = registry.removeUnsaved()
        for number in 0..<20_000 {
            registry.add(Self.record(number, transient: true))
            registry.remove(TodayBus.path(of: Self.identifier(number)), at: Timestamp(microseconds: UInt64(number)))
        }
        #expect(registry.places.all == [Self.identifier(-1)] && registry.arrangement == registry.places.all)
        #expect(registry.departed.kept.isEmpty)
        #expect(registry.index.widgets(of: ":1.7").count == 1)
        #expect(registry.index.widgets(ofApp: "org.example").count == 1 && registry.index.registrationCount == 1)
        // Nothing of it concerns the disk.
        #expect(registry.journal.isEmpty)
    }

    /// Also when it was remembered before.
    @Test func whatIsTransientNowIsForgotten() {
        let registry = Registry()
        let path = TodayBus.path(of: Self.identifier(1))
        registry.add(Self.record(1, transient: false))
        registry.remove(path)
        registry.add(Self.record(1, transient: true))
        registry.remove(path)
        #expect(registry.places.all.isEmpty && registry.departed.kept.isEmpty)
        var disk = StateSnapshot()
        disk.apply(registry.removeUnsaved())
        #expect(disk == StateSnapshot())
    }

    @Test(.longComputation, arguments: [WidgetMemory.everything, .place]) func ofOthersTheLastAreRemembered(
        _ memory: WidgetMemory
    ) {
        let registry = Registry()
        var disk = StateSnapshot()
        for number in 0..<5000 {
            registry.add(Self.record(number, transient: false))
            let now = Timestamp(microseconds: UInt64(number))
            registry.remove(TodayBus.path(of: Self.identifier(number)), at: now, keeping: memory)
            if number.isMultiple(of: 100) { disk.apply(registry.removeUnsaved()) }
        }
        disk.apply(registry.removeUnsaved())
        let last = (5000 - Limits.widgets..<5000).map(Self.identifier)
        #expect(registry.places.all == last && disk.arrangement == last)
        #expect(Set(registry.departed.kept.keys) == Set(last) && Set(disk.widgets.keys) == Set(last))
        #expect(registry.index.widgets(of: ":1.7").isEmpty && registry.index.registrationCount == 0)
    }

    @Test func contentOfWhatWentIsBounded() {
        var departed = DepartedWidgets()
        let content = text(String(repeating: "x", count: 100_000))
        for number in 0..<100 {
            var kept = StoredWidget()
            kept.content = content
            kept.removedAt = Timestamp(microseconds: UInt64(1000 - number))
            departed[Self.identifier(number)] = kept
        }
        var forgotten: [WidgetIdentifier] = []
        while let identifier = departed.popForgotten(at: .never) { forgotten.append(identifier) }
        // Those that went first, of which the last ones are.
        let kept = DepartedWidgets.maximumBytes / content.byteCount
        #expect(forgotten == (kept..<100).reversed().map(Self.identifier))
        #expect(departed.kept.count == kept)
    }

    @Test func whatWentLongAgoIsForgottenWhenAnotherGoes() {
        let registry = Registry()
        for number in 0..<3 {
            registry.add(Self.record(number, transient: false))
            let now = Timestamp(microseconds: UInt64(number) * (StoredWidget.patience - 1) + 1)
            registry.remove(TodayBus.path(of: Self.identifier(number)), at: now)
        }
        #expect(registry.places.all == [Self.identifier(1), Self.identifier(2)])
    }

    @Test func whatIsWithdrawnDoesNotFillTheQueue() {
        var slots = UpdateLimiter<Int>()
        for number in 0..<UpdateLimiter<Int>.limit {
            slots.wait(number)
            #expect(slots.next() == number)
        }
        slots.wait(100)
        for number in 1000..<21_000 {
            slots.wait(number)
            slots.withdraw(number)
        }
        slots.wait(101)
        #expect(slots.queueLength < 100)
        slots.end(0)
        slots.end(1)
        #expect(slots.next() == 100)
        #expect(slots.next() == 101)
    }
}
