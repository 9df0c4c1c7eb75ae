import DBusTesting
import Glibc
import Testing
import TodayModel

@testable import TodayService

@Suite struct RevisionLedgerTests {
    /// Opens a ledger, notes revisions, and returns what was found.
    private static func visit(
        _ folder: String, _ revisions: KeyValuePairs<WidgetIdentifier, UInt64> = [:]
    ) -> [WidgetIdentifier: UInt64]? {
        guard let ledger = RevisionLedger.open(in: folder) else { return nil }
        for (identifier, revision) in revisions where !ledger.note(identifier, revision) { return nil }
        return ledger.found
    }

    @Test func itComesBack() async throws {
        let bus = try await PrivateBus.start()
        let folder = bus.folder + "/ledger"
        #expect(Self.visit(folder, [.a: 1, .b: 7, .a: 2]) == [:])
        #expect(Self.visit(folder, [.b: 8, .c: 1]) == [.a: 2, .b: 7])
        #expect(Self.visit(folder) == [.a: 2, .b: 8, .c: 1])
    }

    @Test func itBeginsAnewBeforeItGrowsTooLarge() async throws {
        let bus = try await PrivateBus.start()
        guard let ledger = RevisionLedger.open(in: bus.folder) else { throw FileError(path: bus.folder, code: errno) }
        for index in 0..<4096 {
            let identifier = try #require(WidgetIdentifier(rawValue: "org.example.W\(index)"))
            ledger.note(identifier, 3)
        }
        #expect(Self.visit(bus.folder, [.a: 1])?.count == 4096)
        #expect(Self.visit(bus.folder) == [.a: 1])
    }

    /// However many widgets come and go in one session, the file holds those that are remembered.
    @Test func whatIsForgottenMakesRoom() async throws {
        let bus = try await PrivateBus.start()
        guard let ledger = RevisionLedger.open(in: bus.folder) else { throw FileError(path: bus.folder, code: errno) }
        ledger.note(.a, 3)
        for index in 0..<20_000 {
            let identifier = try #require(WidgetIdentifier(rawValue: "org.example.W\(index)"))
            ledger.note(identifier, 1)
            if index > 0 { ledger.forget(try #require(WidgetIdentifier(rawValue: "org.example.W\(index - 1)"))) }
        }
        #expect(ledger.count <= 3)
        ledger.forget(.b)
        #expect(Self.visit(bus.folder) == [.a: 3, "org.example.W19999": 1])
    }

    @Test func rubbishIsLeftOut() async throws {
        let bus = try await PrivateBus.start()
        try write(String(repeating: "x", count: 700), to: bus.folder + "/revisions")
        #expect(Self.visit(bus.folder, [.a: 3]) == [:])
        #expect(Self.visit(bus.folder) == [.a: 3])
    }

    /// As a damaged file or a damaged database has left it.
    @Test(arguments: [.max, 1 << 63, (1 << 53) + 1] as [UInt64])
    func aRevisionThatNoWidgetReachesCountsAsNone(_ revision: UInt64) async throws {
        let bus = try await PrivateBus.start()
        #expect(Self.visit(bus.folder, [.a: revision, .b: 1 << 53]) == [:])
        #expect(Self.visit(bus.folder) == [.a: 0, .b: 1 << 53])
    }

    @Test func withoutAFolderThereIsNone() async throws {
        let bus = try await PrivateBus.start()
        try write("", to: bus.folder + "/file")
        #expect(Self.visit(bus.folder + "/file/below") == nil)
    }
}
