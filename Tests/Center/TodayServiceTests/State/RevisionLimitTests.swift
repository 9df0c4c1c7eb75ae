import DBusTesting
import Testing

@testable import TodayService

@Suite struct RevisionLimitTests {
    @Test func anUncleanEndLeavesItBehind() async throws {
        let bus = try await PrivateBus.start()
        let folder = bus.folder + "/limit"
        let limit = RevisionLimit(in: folder)
        #expect(limit.leftBehind() == 0)
        #expect(limit.raise(above: 7) && limit.value == 7 + RevisionLimit.step)
        #expect(RevisionLimit(in: folder).leftBehind() == limit.value)
        limit.remove()
        #expect(RevisionLimit(in: folder).leftBehind() == 0)
    }

    @Test func itIsWrittenBeforeARevisionReachesIt() async throws {
        let bus = try await PrivateBus.start()
        let limit = RevisionLimit(in: bus.folder)
        #expect(limit.raise(above: 0) && limit.raise(above: RevisionLimit.step - 1))
        #expect(limit.leftBehind() == RevisionLimit.step)
        #expect(limit.raise(above: RevisionLimit.step))
        #expect(limit.leftBehind() == 2 * RevisionLimit.step)
    }

    /// As a damaged file has left it.
    @Test(arguments: ["", "x", "xxxxxxxxxxxxxxxx"]) func rubbishCountsAsNone(_ text: String) async throws {
        let bus = try await PrivateBus.start()
        try write(text, to: bus.folder + "/revision-limit")
        #expect(RevisionLimit(in: bus.folder).leftBehind() == 0)
    }

    @Test func withoutAFolderItFails() async throws {
        let bus = try await PrivateBus.start()
        try write("", to: bus.folder + "/file")
        let limit = RevisionLimit(in: bus.folder + "/file/below")
        #expect(!limit.raise(above: 1) && limit.leftBehind() == 0)
    }
}
