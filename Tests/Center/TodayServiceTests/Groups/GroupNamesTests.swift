import DBus
import Testing

@testable import TodayService

@Suite struct GroupNamesTests {
    @Test func aGroupIsThereAsLongAsSomebodyNamesIt() {
        var names = GroupNames()
        #expect(names.set(["b", "a"], by: "/1") == (["a", "b"], []))
        #expect(names.set(["b", "c"], by: "/2") == (["c"], []))
        #expect(names.contains("a") && names.contains("b") && names.contains("c") && !names.contains("d"))
        #expect(names.set(["a"], by: "/1") == ([], []))
        #expect(names.set(["b"], by: "/1") == ([], ["a"]))
        #expect(names.set([], by: "/2") == ([], ["c"]))
        #expect(names.contains("b"))
        #expect(names.set([], by: "/1") == ([], ["b"]))
        #expect(names == GroupNames())
        #expect(names.set([], by: "/3") == ([], []))
    }
}
