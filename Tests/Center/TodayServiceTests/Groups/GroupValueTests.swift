import DBus
import Testing
import TodayModel

@testable import TodayService

@Suite struct GroupValueTests {
    static let path = ObjectPath(rawValue: "/a/b")
    private typealias Entry = DBusValue.DictionaryEntry

    static let good: [(DBusValue, size: Int)] = [
        (.byte(255), 1), (.boolean(true), 4), (.int16(-1), 2), (.uint16(.max), 2), (.int32(.min), 4),
        (.uint32(.max), 4), (.int64(.min), 8), (.uint64(.max), 8), (.double(-0.0), 8), (.double(.nan), 8),
        (.string(""), 0), (.string("Milch ½"), 8), (.objectPath("/a/b"), 4), (.signature("a{sv}"), 5),
        (.bytes([0, 1]), 2), (.strings(["a", "bc"]), 5), (.strings([]), 0),
        (.array([.array([.int32(1)], of: "i")], of: "ai"), 6), (.array([.bytes([1])], of: "ay"), 2),
        (.variants([.string("a"), .int32(1)]), 7), (.properties(["a": .string("b"), "c": .double(1)]), 13),
        (.dictionary([Entry(.int32(1), .boolean(true))], key: "i", value: "b"), 9),
        (.variants([.variant(.string("twice"))]), 6),
    ]

    @Test(arguments: good) func aGoodValueComesBack(_ value: DBusValue, size: Int) throws {
        let kept = try GroupValue(value)
        #expect(kept.byteCount == size)
        #expect(try kept.bytes.withUnsafeBytes { try GroupValue(stored: $0) } == kept)
        let back = try kept.value
        #expect(back.signature == value.signature && back.description == value.description)
    }

    @Test func aVariantAroundAValueIsTakenOff() throws {
        #expect(try GroupValue(.variant(.variant(.int32(1)))) == GroupValue(.int32(1)))
    }

    static let bad: [(DBusValue, String)] = [
        (.structure([.int32(1)]), "a struct can't be stored"),
        (.array([.structure([.int32(1)])], of: "(i)"), "a struct can't be stored"),
        (.array([], of: "(i)"), "a struct can't be stored"), (.array([], of: "a(i)"), "a struct can't be stored"),
        (.variants([.structure([.int32(1)])]), "a struct can't be stored"),
        (.properties(["a": .variants([.structure([.int32(1)])])]), "a struct can't be stored"),
        (.dictionary([], key: "s", value: "(i)"), "a struct can't be stored"),
        (.array([], of: "h"), "a file descriptor can't be stored"),
        (.dictionary([], key: "h", value: "s"), "a file descriptor can't be stored"),
        (
            .dictionary(
                [Entry(.string("a"), .int32(1)), Entry(.string("b"), .int32(1)), Entry(.string("a"), .int32(2))],
                key: "s", value: "i"), "a dictionary has the key \"a\" twice"
        ),
    ]

    @Test(arguments: bad) func aBadValueIsRefused(_ value: DBusValue, _ reason: String) {
        let fault = #expect(throws: GroupValue.Fault.self) { try GroupValue(value) }
        #expect(fault?.description == reason)
    }

    /// Types and bits count; the order of a dictionary does not.
    @Test func equality() throws {
        #expect(try GroupValue(.int32(1)) != GroupValue(.uint32(1)))
        #expect(try GroupValue(.double(0)) != GroupValue(.double(-0.0)))
        #expect(try GroupValue(.double(.nan)) == GroupValue(.double(.nan)))
        #expect(try GroupValue(.string("\u{E9}")) != GroupValue(.string("e\u{301}")))
        #expect(try GroupValue(.strings([])) != GroupValue(.array([], of: "i")))
        let entries = [Entry(.string("a"), .variant(.int32(1))), Entry(.string("b"), .variant(.int32(2)))]
        #expect(
            try GroupValue(.dictionary(entries, key: "s", value: "v"))
                == GroupValue(.dictionary(entries.reversed(), key: "s", value: "v")))
        #expect(
            try GroupValue(.variants([.dictionary(entries, key: "s", value: "v")]))
                == GroupValue(.variants([.dictionary(entries.reversed(), key: "s", value: "v")])))
    }

    @Test func whatIsOnDiskMayBeAnything() throws {
        let valid = try GroupValue(.strings(["a"])).bytes
        for bytes in [[], [0], [UInt8](repeating: 0xFF, count: 300), Array(valid.dropLast()), valid + [1]] {
            #expect(throws: (any Error).self) { try bytes.withUnsafeBytes { try GroupValue(stored: $0) } }
        }
        let structure = try MarshalledValue.encode(DBusValue.structure([.int32(1)]))
        #expect(throws: GroupValue.Fault.self) { try structure.withUnsafeBytes { try GroupValue(stored: $0) } }
    }

    @Test func keysAreBytes() {
        #expect(GroupKey("\u{E9}") != GroupKey("e\u{301}") && GroupKey("K") != GroupKey("\u{212A}"))
        #expect(Set([GroupKey("\u{E9}"), GroupKey("e\u{301}"), GroupKey("\u{E9}")]).count == 2)
    }
}
