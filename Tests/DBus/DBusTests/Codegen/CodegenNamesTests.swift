import DBus
import Testing

@testable import DBusCodegen

/// How things are named in Swift.
@Suite struct CodegenNamesTests {
    @Test(arguments: [
        ("NotificationClosed", "notificationClosed"), ("notification_closed", "notificationClosed"), ("URL", "url"),
        ("URLHandler", "urlHandler"), ("UIDs", "uids"), ("CanNTP", "canNTP"), ("NTPSynchronized", "ntpSynchronized"),
        ("IPv4Config", "ipv4Config"), ("Ip4Config", "ip4Config"), ("HwAddress", "hwAddress"),
        ("disable-printing", "disablePrinting"),
        ("x", "x"), ("X", "x"), ("Self", "selfValue"), ("_", "type"), ("3D", "_3D"), ("DBus", "dBus"),
        ("GetAll", "getAll"),
    ])
    func membersBeginSmall(_ name: String, _ swift: String) { #expect(SwiftName.member(name) == swift) }

    @Test func aNameIsGivenOnce() {
        var scope = NameScope(reserved: ["proxy"])
        #expect(
            ["a", "a", "a", "a", "proxy"].map { scope.claim($0, orAppending: "Method") } == [
                "a", "aMethod", "aMethod2", "aMethod3", "proxyMethod",
            ])
    }

    @Test func structsAreNamedWithTheirFields() throws {
        let names = try StructNames(" Icon ( name , sizes : Size(width,height),data)")
        #expect(names.name == "Icon" && names.fields.map(\.name) == ["name", "sizes", "data"])
        #expect(names.fields[1].type?.fields.map(\.name) == ["width", "height"])
        var types = SwiftTypes()
        #expect(try types.type("a{s(sa(ii)ay)}", names) == "[String: Icon]")
        #expect(types.declarations.map(\.name) == ["Size", "Icon"])
        #expect(types.declarations[1].fields.map(\.type) == ["String", "[Size]", "[UInt8]"])
        #expect(try types.type("(ia{t(bv)})", nil) == "Struct<Int32, [UInt64: Struct<Bool, DBusValue>]>")
    }

    @Test(arguments: [
        "", "Icon", "Icon(", "Icon()", "Icon(a", "Icon(a,)", "Icon(a:)", "Icon(a) b", "1(a)", "Icon(a b)",
    ])
    func structNamesAreWrittenSo(_ text: String) { #expect(throws: CodegenError.self) { try StructNames(text) } }

    @Test(arguments: ["Icon(a)", "Icon(a, b, c)", "Icon(a, b: Other(c))"])
    func structNamesHaveToFit(_ text: String) throws {
        var types = SwiftTypes()
        let names = try StructNames(text)
        #expect(throws: CodegenError.self) { try types.type("(is)", names) }
        #expect(throws: CodegenError.self) { try types.type("as", names) }
    }

    @Test(
        arguments: [
            (nil, [:], "NetworkManagerDeviceWireless"), ("org.freedesktop.NetworkManager.", [:], "DeviceWireless"),
            ("org.freedesktop", ["org.freedesktop.NetworkManager.Device.Wireless": "wifi"], "Wifi"),
        ] as [(String?, [String: String], String)])
    func interfacesAreNamedWithoutTheirPrefix(_ prefix: String?, _ names: [String: String], _ type: String) throws {
        var options = CodegenOptions()
        options.prefix = prefix
        options.names = names
        let node = try IntrospectedNode(
            xml: "<node><interface name='org.freedesktop.NetworkManager.Device.Wireless'/></node>")
        #expect(try Codegen.source(for: [node], options).contains("struct \(type): InterfaceClient {"))
    }
}
