import CTodayDBus
import DBusTesting
import Testing

@testable import DBus

/// A name type with the check of libdbus for the same grammar.
private struct Grammar: Sendable, CustomTestStringConvertible {
    let kind: String
    let fault: @Sendable (String) -> String?
    let libdbus: @Sendable (String) -> Bool

    init<Name: DBusName>(
        _ type: Name.Type,
        _ check: @escaping @Sendable (UnsafePointer<CChar>?, UnsafeMutablePointer<DBusError>?) -> dbus_bool_t
    ) {
        kind = Name.kind
        fault = { Name.fault(in: $0) }
        libdbus = { check($0, nil) != 0 }
    }

    var testDescription: String { kind }

    static let bus = Grammar(BusName.self) { dbus_validate_bus_name($0, $1) }
    static let interface = Grammar(InterfaceName.self) { dbus_validate_interface($0, $1) }
    static let member = Grammar(MemberName.self) { dbus_validate_member($0, $1) }
    static let error = Grammar(ErrorName.self) { dbus_validate_error_name($0, $1) }
    static let path = Grammar(ObjectPath.self) { dbus_validate_path($0, $1) }
    static let all = [bus, interface, member, error, path]
}

struct NameGrammarTests {
    static let long = String(repeating: "a", count: 127) + "." + String(repeating: "b", count: 127)

    @Test(arguments: [
        "a.b", "org.example.Thing", "org.example-x.T_1", "_._", "-.-", ":1.42", ":1.2a", ":a.b-c", long,
    ])
    func busNameIsAccepted(_ text: String) { #expect(BusName.fault(in: text) == nil) }

    @Test(arguments: [
        "", "a", ":", ":1", ".a.b", "a.b.", "a..b", "1a.b", "a.1b", "a.b c", "ä.b", "a.b\0", ":1..2", ":1.", long + "c",
        ":" + long,
    ])
    func busNameIsRefused(_ text: String) { #expect(BusName.fault(in: text) != nil) }

    @Test(arguments: ["a.b", "org.example.Thing", "_1._2", long])
    func interfaceAndErrorNamesAreAccepted(_ text: String) {
        #expect(InterfaceName.fault(in: text) == nil)
        #expect(ErrorName.fault(in: text) == nil)
    }

    @Test(arguments: ["", "a", "a-b.c", ":1.2", ".a", "a.", "a..b", "a.1", "a.b\0", "a.é", long + "c"])
    func interfaceAndErrorNamesAreRefused(_ text: String) {
        #expect(InterfaceName.fault(in: text) != nil)
        #expect(ErrorName.fault(in: text) != nil)
    }

    @Test(arguments: ["a", "Add", "_", "a1", String(repeating: "m", count: 255)])
    func memberNameIsAccepted(_ text: String) { #expect(MemberName.fault(in: text) == nil) }

    @Test(arguments: ["", "1a", "a.b", "a-b", "a b", "a\0", "ß", String(repeating: "m", count: 256)])
    func memberNameIsRefused(_ text: String) { #expect(MemberName.fault(in: text) != nil) }

    @Test(arguments: ["/", "/a", "/a/b", "/_1/2", "/0", "/" + String(repeating: "long", count: 1000)])
    func objectPathIsAccepted(_ text: String) { #expect(ObjectPath.fault(in: text) == nil) }

    @Test(arguments: ["", "a", "//", "/a/", "/a//b", "/a-b", "/a.b", "/é", "/a\0", " /a"])
    func objectPathIsRefused(_ text: String) { #expect(ObjectPath.fault(in: text) != nil) }

    /// An accepted name never fails a check of libdbus that ends the process.
    @Test(arguments: Grammar.all)
    fileprivate func libdbusAgreesOnRandomText(_ grammar: Grammar) {
        var random = SeededRandom(seed: 1)
        let pieces = ["a", "Z", "_", "1", ".", "-", ":", "/", "ab", " ", "é", "org", "~"]
        var accepted = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...7, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let ours = grammar.fault(text) == nil
            let theirs = grammar.libdbus(text)
            if ours { accepted += 1 }
            // libdbus lets unique names pass that have fewer than two elements, against the specification.
            if ours == theirs || (grammar.kind == BusName.kind && text.hasPrefix(":") && !ours) { continue }
            Issue.record("\(text.debugDescription): \(grammar.fault(text) ?? "accepted"), libdbus: \(theirs)")
        }
        #expect(accepted > 50)
    }

    @Test func aFaultIsTold() {
        let (bad, good) = ("/a//b", "org.example.Thing")
        let error = #expect(throws: InvalidNameError.self) { try ObjectPath(bad) }
        #expect(error?.description == #""/a//b" is not a valid object path: it has an empty element"#)
        #expect(error?.kind == "object path")
        #expect(ObjectPath(rawValue: bad) == nil)
        #expect(throws: Never.self) { try BusName(good) }
    }

    @Test func namesCompareAsTheirText() {
        #expect(["/b", "/a/b", "/a"].map { ObjectPath(unchecked: $0) }.sorted() == ["/a", "/a/b", "/b"])
        #expect(BusName.bus.description == "org.freedesktop.DBus")
        #expect(BusName(rawValue: ":1.2")?.isUnique == true)
        #expect(!BusName.bus.isUnique)
    }
}
