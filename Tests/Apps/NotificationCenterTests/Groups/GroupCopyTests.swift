import DBus
import Testing

@testable import NotificationCenter

@Suite struct GroupCopyTests {
    private var copy = GroupCopy()

    private func change(_ changed: [String: NCValue] = [:], _ removed: Set<String> = []) -> NCGroupChange {
        NCGroupChange(changed: changed, removed: removed)
    }

    @Test mutating func whatIsLoadedIsTheDifference() {
        #expect(!copy.isFollowing)
        copy.beginLoading()
        #expect(copy.load(["a": 1, "b": 2]) == change(["a": 1, "b": 2]))
        #expect(copy.isFollowing && copy.values == ["a": 1, "b": 2])
        copy.beginLoading()
        #expect(copy.load(["a": 1, "c": 3]) == change(["c": 3], ["b"]))
        copy.beginLoading()
        #expect(copy.load(["a": 1, "c": 3]).isEmpty)
    }

    @Test mutating func onlyWhatIsNewIsTold() {
        copy.beginLoading()
        _ = copy.load(["a": 1])
        #expect(copy.apply(change(["a": 1, "b": 2], ["none"])) == change(["b": 2]))
        #expect(copy.apply(change([:], ["a"])) == change([:], ["a"]))
        #expect(copy.values == ["b": 2])
    }

    @Test mutating func whatComesBehindTheAnswerIsNewer() {
        copy.beginLoading()
        #expect(copy.apply(change(["a": 2, "b": 1])) == change(["a": 2, "b": 1]))
        #expect(copy.apply(change([:], ["b"])) == change([:], ["b"]))
        #expect(copy.load(["a": 1, "b": 1, "c": 1]) == change(["c": 1]))
        #expect(copy.values == ["a": 2, "c": 1])
    }

    @Test mutating func aNewCenterHasToBeAsked() {
        copy.beginLoading()
        _ = copy.load(["a": 1])
        copy.ownerChanged()
        #expect(!copy.isFollowing && copy.values == ["a": 1])
        // The copy applies a change itself if no signal will report it.
        #expect(copy.apply(change(["a": 2])) == change(["a": 2]))
        copy.beginLoading()
        copy.ownerChanged()
        #expect(copy.isFollowing)
        #expect(copy.load(["a": 3]) == change(["a": 3]))
        #expect(!copy.isFollowing)
        copy.beginLoading()
        #expect(copy.load(["a": 3]).isEmpty && copy.isFollowing)
    }

    @Test mutating func withoutAnAnswerTheValuesStay() {
        copy.beginLoading()
        _ = copy.load(["a": 1])
        copy.ownerChanged()
        copy.beginLoading()
        copy.failLoading()
        #expect(!copy.isFollowing && copy.values == ["a": 1])
        #expect(copy.load(["b": 1]).isEmpty && copy.values == ["a": 1])
    }

    @Test func valuesOfOneTypeAreThatType() {
        #expect((["a", "b"] as NCValue).groupValue.signature == "as")
        #expect(([1, 2] as NCValue).groupValue.signature == "ax")
        #expect(([1, 2.5] as NCValue).groupValue.signature == "av")
        #expect(([true] as NCValue).groupValue.signature == "ab")
        #expect(([] as NCValue).groupValue.signature == "as")
        #expect(([[1]] as NCValue).groupValue.signature == "av")
        #expect((["a": 1, "b": 2] as NCValue).groupValue.signature == "a{sx}")
        #expect((["a": 1, "b": "x"] as NCValue).groupValue.signature == "a{sv}")
        #expect(([:] as NCValue).groupValue.signature == "a{sv}")
        for value in [["a", "b"], [1, 2.5], ["a": [1, 2], "b": ["c": true]], .data([1, 2])] as [NCValue] {
            #expect(NCValue(value.groupValue) == value)
        }
    }
}
