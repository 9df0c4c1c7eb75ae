import DBus
import Testing

/// Structs of a program that are structs and dictionaries on the bus.
@Suite struct MappingTests {
    struct Point: DBusStruct, Equatable {
        var x: Int32
        var y: Int32
        static let layout = StructLayout({ @Sendable in Point(x: $0, y: $1) }, \Point.x, \Point.y)
    }

    struct Options: DBusDictionary, Equatable {
        var title: String?
        var size: UInt32 = 10
        var places: [Point] = []
        static let keys = [
            DBusKey("Title", \Options.title), DBusKey("Size", \Options.size), DBusKey("WidgetOrder", \Options.places),
        ]
    }

    @Test func aStructHasItsFieldsInOrder() throws {
        #expect(Point.signature == "(ii)")
        let value = try DBusValue(encoding: Point(x: 3, y: -4))
        #expect(value == .structure([.int32(3), .int32(-4)]))
        #expect(try Point(variant: value) == Point(x: 3, y: -4))
        #expect(throws: UnmarshallingError.self) { try Point(variant: .structure([.int32(3), .string("x")])) }
    }

    @Test func aDictionaryLeavesOutWhatIsNil() throws {
        #expect(Options.signature == "a{sv}")
        let options = Options(title: nil, size: 3, places: [Point(x: 1, y: 2)])
        let value = try DBusValue(encoding: options)
        #expect(value.description.contains("Size"))
        #expect(!value.description.contains("Title"))
        #expect(try Options(variant: value) == options)
    }

    @Test func absentKeysKeepTheirDefaultsAndUnknownOnesAreIgnored() throws {
        let value = DBusValue.properties(["Title": "Hello", "New": .uint32(1)])
        #expect(try Options(variant: value) == Options(title: "Hello", size: 10))
    }

    @Test func ofPropertiesAWrongTypeCountsAsAbsent() {
        let properties: [String: DBusValue] = [
            "Title": "Hello", "Size": "large", "New": .uint32(1), "Places": .array([], of: "(dd)"),
        ]
        #expect(Options(properties: properties).title == "Hello")
        #expect(Options(properties: properties).size == 10)
        #expect(Options(properties: ["Size": .uint32(3)]) == Options(title: nil, size: 3))
        var skipped: [String] = []
        _ = Options(properties: properties) { skipped.append("\($0)") }
        #expect(skipped == ["key Size: expected u, found s"])
    }

    @Test func aWrongTypeNamesItsKey() throws {
        let error = #expect(throws: UnmarshallingError.self) {
            try Options(variant: .properties(["Size": .string("large")]))
        }
        #expect(error?.description == "key Size: expected u, found s")
    }
}
