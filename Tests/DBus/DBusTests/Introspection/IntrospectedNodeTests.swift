import DBusTesting
import Fuzzing
import Testing

@testable import DBus

/// Reading introspection documents.
@Suite struct IntrospectedNodeTests {
    @Test func allThatIsInADocumentIsRead() throws {
        let node = try IntrospectedNode(
            xml: """
                \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>\r
                <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
                 "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd" [ <!-- ' --> <!ENTITY E "x&y;>"> ]>
                <!-- A house. -->
                <node name="/house" xmlns:doc="http://example.org/doc">
                  <interface name="org.example.House">
                    <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="invalidates"/>
                    <doc:doc><doc:para>Has rooms &amp; &#x2018;doors&#8217;,
                      &E;.</doc:para></doc:doc>
                    <!-- Opens a door.

                         It may creak. -->
                    <method name='Open'>
                      <annotation name="org.freedesktop.DBus.Deprecated" value="true" />
                      <annotation name="org.freedesktop.DBus.Method.NoReply" value="true"></annotation>
                      <arg name="door" type="s"/>
                      <arg type="a{sv}" direction="out"><something><else/></something></arg>
                    </method>
                    <signal name="Opened">
                      <annotation name="org.gtk.GDBus.DocString" value="A door&#10;is open."/>
                      <arg type="u" direction="out"/><arg name="how" type="(ii)"/>
                    </signal>
                    <property name="Doors" type="as" access="read"/>
                    <property name="max-doors" type="u" access="readwrite">
                      <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
                    </property>
                    <property name="Key" type="s" access="write"/>
                  </interface>
                  <node name="room"/><node name="cellar"><node name="below"/></node>
                </node>
                <!-- the end -->
                """)
        #expect(node.name == "/house" && node.documentation == "A house.")
        #expect(node.children.map(\.name) == ["room", "cellar"] && node.children[1].children.map(\.name) == ["below"])
        let house = try #require(node.interfaces.first)
        #expect(house.name == "org.example.House")
        #expect(house.documentation == "Has rooms & ‘doors’,\n&E;.")
        let open = try #require(house.methods.first)
        #expect(open.name == "Open" && open.documentation == "Opens a door.\n\nIt may creak.")
        #expect(open.annotations.isDeprecated && open.annotations.isWithoutReply)
        #expect(open.inputs.map(\.name) == ["door"] && open.inputs.map(\.type) == ["s"])
        #expect(open.outputs.map(\.name) == [nil] && open.outputs.map(\.type) == ["a{sv}"])
        let opened = try #require(house.signals.first)
        #expect(opened.arguments.map(\.type) == ["u", "(ii)"] && opened.documentation == "A door\nis open.")
        #expect(house.properties.map(\.name) == ["Doors", "max-doors", "Key"])
        #expect(house.properties.map(\.changeSignal) == [.invalidates, .constant, .invalidates])
        #expect(house.properties.map(\.isReadable) == [true, true, false])
        #expect(house.properties.map(\.isWritable) == [false, true, true])
    }

    static let faults: [(String, String)] = [
        ("", "line 1: no element"),
        ("<node>", "line 1: <node> is not closed"),
        ("<node><\u{E9}></e\u{301}></node>", "line 1: found </e\u{301}>, expected </\u{E9}>"),
        ("<node/>&#10;", "line 1: text outside of the elements"),
        ("<node>]]></node>", "line 1: ]]> in text"),
        ("<node>&#+65;</node>", "line 1: &#+65; is not a character"),
        ("<node>\n</nodes>", "line 2: found </nodes>, expected </node>"),
        ("</node>", "line 1: </node> has no start tag"),
        ("<node/><node/>", "line 1: a second root element"),
        ("<node/>text", "line 1: text outside of the elements"),
        ("<other/>", "line 1: the root element is <other>, not <node>"),
        ("<node name=x/>", "line 1: the value of an attribute is not in quotes"),
        ("<node name='x' name='y'/>", "line 1: duplicate attribute name"),
        ("<node name='x'id='y'/>", "line 1: the tag <node> is malformed"),
        ("<node name/>", "line 1: the attribute name has no value"),
        ("<node name='<'/>", "line 1: the value of an attribute contains <"),
        ("<node name='&bomb;'/>", "line 1: &bomb; is not an entity of XML"),
        ("<node name='&#0;'/>", "line 1: &#0; is not a character"),
        ("<node>\n<!-- \0 --></node>", "line 2: a control character"),
        ("<node name='\u{1B}'/>", "line 1: a control character"),
        ("<node name='&#xD800;'/>", "line 1: &#xD800; is not a character"),
        ("<node name='a & b'/>", "line 1: & without an entity"),
        ("<node><!-- </node>", "line 1: a comment is not closed"),
        ("<!DOCTYPE node [ <node/>", "line 1: the document type is not closed"),
        ("<node><interface/></node>", "line 1: <interface> has no name"),
        (
            "<node><interface name='x'/></node>",
            "line 1: \"x\" is not a valid interface name: it has fewer than two elements"
        ),
        (
            "<node><interface name='a.b'><method name='a-b'/></interface></node>",
            "line 1: \"a-b\" is not a valid member name: it has a character outside A-Z a-z 0-9 _"
        ),
        (
            "<node><interface name='a.b'><method name='M'><arg/></method></interface></node>",
            "line 1: a type is missing"
        ),
        (
            "<node><interface name='a.b'><method name='M'><arg type='ss'/></method></interface></node>",
            "line 1: \"ss\" is not one complete type"
        ),
        (
            "<node><interface name='a.b'><method name='M'><arg type='s' direction='up'/></method></interface></node>",
            "line 1: an argument has the invalid direction \"up\""
        ),
        (
            "<node><interface name='a.b'><signal name='M'><arg type='s' direction='in'/></signal></interface></node>",
            "line 1: an argument of a signal has the invalid direction \"in\""
        ),
        (
            "<node><interface name='a.b'><property name='P' type='s'/></interface></node>",
            "line 1: a property has the invalid access \"\""
        ),
        ("<node><annotation name='a'/></node>", "line 1: an annotation needs a name and a value"),
    ]

    @Test(arguments: faults) func whatIsWrongIsSaid(_ document: String, _ fault: String) {
        let error = #expect(throws: IntrospectionError.self) { try IntrospectedNode(xml: document) }
        #expect(error?.description == fault)
    }

    @Test(.longComputation) func depthSizeAndAttributesAreBounded() {
        let deep = String(repeating: "<node>", count: 100_000)
        #expect(throws: IntrospectionError.self) { try IntrospectedNode(xml: deep) }
        let large = "<node>" + String(repeating: " ", count: IntrospectedNode.maximumSize) + "</node>"
        #expect(throws: IntrospectionError.self) { try IntrospectedNode(xml: large) }
        let wide = "<node " + (0..<100_000).map { "a\($0)=''" }.joined(separator: " ") + "/>"
        #expect(throws: IntrospectionError.self) { try IntrospectedNode(xml: wide) }
    }

    /// This library reads the documents that it exports.
    @Test func anObjectTellsOfItself() async throws {
        let bus = try await PrivateBus.start()
        let (service, client) = try await bus.connectPair()
        try await service.export(Lamp.interface, of: Lamp(loop: service.loop), at: "/house/lamp")
        let name = try #require(service.uniqueName)
        let node = try await Proxy(client, name, "/house/lamp", .introspectable).introspect()
        let lamp = try #require(node.interfaces.first { $0.name == Lamp.name })
        #expect(lamp.documentation == "A lamp & its <switch>")
        #expect(lamp.methods.map(\.name) == ["Toggle"] && lamp.signals.map(\.name) == ["Burnt"])
        #expect(
            lamp.properties.map(\.changeSignal) == [
                .emitsChange, .silent, .silent, .silent, .constant, .invalidates, .emitsChange,
            ])
        let house = try await Proxy(client, name, "/house", .introspectable).introspect()
        #expect(house.children.map(\.name) == ["lamp"])
    }
}
