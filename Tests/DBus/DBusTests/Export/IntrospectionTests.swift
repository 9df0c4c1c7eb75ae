import DBusTesting
import Testing

@testable import DBus

struct IntrospectionTests {
    static let lamp = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.example.Lamp">
            <annotation name="org.gtk.GDBus.DocString" value="A lamp &amp; its &lt;switch&gt;"/>
            <method name="Toggle">
              <arg name="on" type="b" direction="in"/>
            </method>
            <signal name="Burnt">
              <annotation name="org.gtk.GDBus.DocString" value="It is &quot;over&quot;"/>
              <arg name="hours" type="u"/>
              <arg name="how" type="a{sv}"/>
            </signal>
            <property name="Brightness" type="i" access="readwrite">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
              <annotation name="org.gtk.GDBus.DocString" value="0 to 10"/>
            </property>
            <property name="Label" type="s" access="readwrite">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <property name="Words" type="as" access="readwrite">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <property name="Extra" type="v" access="readwrite">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <property name="Serial" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>
            <property name="Power" type="d" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
            </property>
            <property name="Place" type="o" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>
          </interface>
        </node>

        """#

    @Test func aDocumentDescribesAnInterface() {
        let document = IntrospectionDocument(describing: [IntrospectableInterface(Lamp.interface)])
        #expect(document.text == Self.lamp)
    }

    /// Readers of the document see which members are deprecated and which methods have no reply.
    @Test func whatProgramsAreToldIsThere() throws {
        let old = Interface<Lamp>("org.example.Old", documentation: "It was.") {
            Method("Go", in: ["on"], doc: "Goes.") { (_: isolated Lamp, _: Bool) in }.deprecated.withoutReply
            Method("Stay") { (_: isolated Lamp) in }
            Property("Age", .constant) { (_: isolated Lamp) in UInt32(9) }.deprecated
            SignalDescription("org.example.Old", "Gone").deprecated
        }.deprecated
        let document = IntrospectionDocument(describing: [IntrospectableInterface(old)])
        let interface = try #require(try IntrospectedNode(xml: document.text).interfaces.first)
        #expect(interface.annotations.isDeprecated && interface.documentation == "It was.")
        #expect(interface.methods.map(\.annotations.isDeprecated) == [true, false])
        #expect(interface.methods.map(\.annotations.isWithoutReply) == [true, false])
        #expect(interface.properties.map(\.annotations.isDeprecated) == [true])
        #expect(interface.properties.map(\.changeSignal) == [.constant])
        #expect(interface.signals.map(\.annotations.isDeprecated) == [true])
    }

    @Test func argumentsWithoutNamesAreNumbered() {
        let basic = Echo.interface.method(named: "Basic")
        #expect(basic?.inputs.map(\.name).first == "arg0")
        #expect(basic?.outputs.map(\.name).last == "result11")
        #expect(basic?.inputs.map(\.type.rawValue).joined() == "ybnqiuxtdsog")
        #expect(basic?.outputs == basic?.inputs.enumerated().map { Argument("result\($0)", $1.type) })
        #expect(Echo.interface.method(named: "Containers")?.inputSignature == "ayasaaiad(d(sb))a{sv}a{uas}v")
    }

    @Test func everyNodeShowsWhatIsThereAndBelow() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        func introspect(_ path: ObjectPath) async throws -> [String] {
            let xml: String = try await client.call(
                service.uniqueName, path: path, interface: .introspectable, "Introspect")
            let lines = xml.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            return lines.filter { $0.hasPrefix("<node name") || $0.hasPrefix("<interface") }
                .map { String($0.split(separator: "\"")[1]) }
        }
        let standard = [InterfaceName.properties, .introspectable, .peer].map(\.rawValue)
        #expect(try await introspect("/") == standard)
        let lamp = Lamp(loop: service.loop)
        try await service.export(Lamp.interface, of: lamp, at: "/lamps/b")
        try await service.export(Lamp.interface, of: lamp, at: "/lamps/a")
        await service.exportObjectManager(at: "/lamps")
        #expect(try await introspect("/") == standard + ["lamps"])
        #expect(try await introspect("/lamps") == [InterfaceName.objectManager.rawValue] + standard + ["a", "b"])
        #expect(try await introspect("/lamps/a") == [Lamp.name.rawValue] + standard)
    }
}
