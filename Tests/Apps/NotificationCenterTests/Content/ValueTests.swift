import DBus
import Testing

@testable import NotificationCenter

@Suite struct ValueTests {
    @Test(
        arguments: [
            "text", 7, 1.5, true, .data([1, 2]), ["a", 1], ["k": ["inner": false]],
        ] as [NCValue])
    func valuesSurviveTheBus(_ value: NCValue) { #expect(NCValue(value.dbusValue) == value) }

    @Test func everyTypeOfTheBusHasAValue() {
        #expect(NCValue(.byte(1)) == 1)
        #expect(NCValue(.int16(-1)) == -1)
        #expect(NCValue(.uint16(2)) == 2)
        #expect(NCValue(.int32(-3)) == -3)
        #expect(NCValue(.uint32(4)) == 4)
        #expect(NCValue(.uint64(5)) == 5)
        #expect(NCValue(.uint64(.max)) == .number(Double(UInt64.max)))
        #expect(NCValue(.objectPath("/a")) == "/a")
        #expect(NCValue(.signature("ai")) == "ai")
        #expect(NCValue(.structure([.boolean(true), .variant("x")])) == [true, "x"])
        #expect(NCValue(.dictionary([.init(.int32(1), "one")], key: "i", value: "s")) == ["1": "one"])
        #expect(NCValue(.variant(.fileDescriptor(UnixFileDescriptor(owning: -1)))) == nil)
    }

    @Test func valuesAreReadAsWhatTheyAre() {
        let seven: NCValue = 7
        #expect(seven.integer == 7 && seven.number == 7 && seven.string == nil && seven.boolean == nil)
        let text: NCValue = "a"
        #expect(text.string == "a" && text.integer == nil && text.number == nil)
        #expect(NCValue.boolean(true).boolean == true)
        #expect(NCValue.number(1.5).integer == nil)
    }
}
