import DBus
import Testing

@testable import NotificationCenter

@Suite struct GroupValueTests {
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
