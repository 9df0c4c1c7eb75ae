import Fuzzing
import Testing
import TodayModel

@testable import TodayHost

@Suite struct SeenWidgetsTests {
    private let a: WidgetIdentifier = "a.a"
    private let b: WidgetIdentifier = "a.b"

    @Test func atFirstNothingIsNew() {
        var seen = SeenWidgets(nil)
        #expect(seen.unseen(of: [a, b]).isEmpty)
        let is1 = seen.markSeen([a])
        #expect(is1)
        #expect(seen.unseen(of: [a, b]) == [b])
        let is2 = seen.markSeen([b])
        #expect(is2)
        let is3 = seen.markSeen([a])
        #expect(!is3, "who goes and comes again is not new")
        #expect(seen.unseen(of: [a, b]).isEmpty)
    }

    @Test func itIsKeptAsText() {
        var seen = SeenWidgets("")
        #expect(seen.unseen(of: [a]) == [a])
        let is4 = seen.markSeen([b, a])
        #expect(is4)
        #expect(seen.text == "a.a\na.b\n")
        #expect(SeenWidgets(seen.text) == seen)
        #expect(SeenWidgets("no identifier\n\na.b\n\u{0}").unseen(of: [a, b]) == [a])
    }

    @Test(.longComputation) func itDoesNotGrowWithoutEnd() {
        var seen = SeenWidgets("")
        for round in 0..<20 {
            _ = seen.markSeen((0..<512).map { WidgetIdentifier(rawValue: "a.w\(round * 512 + $0)")! })
        }
        #expect(seen.text.split(separator: "\n").count == 4096)
        #expect(seen.unseen(of: ["a.w10239"]).isEmpty)
    }

    @Test func announcements() {
        #expect(SeenWidgets.announcement(0) == nil)
        #expect(SeenWidgets.announcement(1) == "1 new widget")
        #expect(SeenWidgets.announcement(3) == "3 new widgets")
    }
}
