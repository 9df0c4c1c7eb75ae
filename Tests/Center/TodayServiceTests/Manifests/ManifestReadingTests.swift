import Testing
import TodayManifests
import TodayModel

@testable import TodayService

/// Manifests that wait for a name on a bus. Pure.
@Suite struct ManifestReadingTests {
    private static func manifest(_ identifier: WidgetIdentifier, _ names: String...) throws -> Manifest {
        Manifest(identifier: identifier, tryBusNames: try names.map { try BusNameCondition($0) })
    }

    private static func reading() throws -> ManifestReading {
        ManifestReading([
            try manifest(.b, "org.example.One", "system:org.example.Two"), try manifest(.a),
            try manifest(.c, "org.x.*"),
        ])
    }

    /// Every set of names that are on the buses.
    @Test func anyNameIsEnough() throws {
        let names = ["session:org.example.One", "system:org.example.Two", "session:org.x.*"]
        for number in 0..<8 {
            let present = Set(names.indices.filter { number & 1 << $0 != 0 }.map { names[$0] })
            // From any state before.
            for former in [Set<String>(), Set(names)] {
                let before = try Self.reading().filtered { former.contains($0.description) }
                let reading = before.filtered { present.contains($0.description) }
                var expected: [WidgetIdentifier] = [.a]
                if !present.isDisjoint(with: names[..<2]) { expected.append(.b) }
                if present.contains(names[2]) { expected.append(.c) }
                #expect(reading.order == expected, "\(present)")
                #expect(Set(reading.manifests.keys) == Set(expected))
                let absent = Set([WidgetIdentifier.a, .b, .c]).subtracting(expected)
                #expect(Set(reading.withoutBusName.keys) == absent)
                #expect(reading.busNames.count == 3)
            }
        }
    }

    @Test func aWidgetStaysLongerWithoutItsNameThanWithoutItsFile() throws {
        var state = InstalledManifests(patience: 20, withoutName: 50)
        let reading = try Self.reading()
        func apply(_ reading: ManifestReading, at now: UInt64) {
            state.read(reading, at: now)
            var slice = InstalledManifests.Slice()
            while let step = state.next(hasRoom: true, in: &slice) {
                if case .install(let manifest) = step { state.applied(manifest) }
            }
        }
        apply(reading, at: 0)
        apply(reading.filtered { _ in false }, at: 100)
        #expect(state.nextRemoval == 150)
        // The name comes back, and goes again.
        apply(reading, at: 120)
        #expect(state.nextRemoval == nil)
        apply(reading.filtered { _ in false }, at: 130)
        // Another change doesn't put it off.
        apply(reading.filtered { _ in false }, at: 170)
        #expect(state.popRemovals(at: 179) == [])
        #expect(state.popRemovals(at: 180) == [.b, .c])
        apply(ManifestReading(), at: 200)
        #expect(state.popRemovals(at: 219) == [])
        #expect(state.popRemovals(at: 220) == [.a])
    }
}
