import Fuzzing
import Testing

@testable import DBus
@testable import DBusCodegen

/// Names that Swift reserves, that occur twice, or that aren't valid, and texts that would end a literal or a comment.
@Suite struct CodegenCollisionTests {
    private static let document = #"""
        <node>
          <interface name="a.b.String">
            <method name="Init"><arg name="self" type="s"/><arg name="inout" type="s"/>
              <arg name="var" type="s"/><arg name="in" type="s"/><arg name="in" type="s"/>
              <arg name="é" type="s"/><arg name="" type="s"/><arg name="x-y z" type="s"/>
              <arg name="_" type="s"/><arg name="0" type="s"/><arg name="call" type="s"/>
              <arg name="service" type="s"/></method>
            <method name="Self"/>
            <method name="Type"/>
            <method name="Protocol"/>
            <method name="Default"/>
            <method name="Foo"/>
            <method name="Foo"><arg type="s"/></method>
            <method name="Out"><arg name="self" type="s" direction="out"/>
              <arg name="in" type="s" direction="out"/><arg name="inout" type="h" direction="out"/>
              <arg name="init" type="a{hd}" direction="out"/></method>
            <property name="Init" type="s" access="readwrite"/>
            <property name="Type" type="a{gv}" access="readwrite"/>
            <property name="Proxy" type="v" access="readwrite"/>
            <property name="Self" type="h" access="read"/>
            <property name="Foo" type="ad" access="read"/>
            <property name="connection" type="b" access="read"/>
            <property name="Connection" type="b" access="read"/>
            <signal name="Init"><arg name="init" type="s"/><arg name="self" type="s"/></signal>
            <signal name="Type"><arg name="type" type="s"/><arg name="Self" type="s"/></signal>
            <signal name="Signal"/>
            <signal name="Name"/>
            <signal name="String"><arg type="s"/><arg name="destination" type="s"/>
              <arg name="String" type="s"/></signal>
            <signal name="Error"><arg type="s"/><arg type="s"/></signal>
            <method name="SetFoo"><arg type="ad"/></method>
            <method name="ObserveFoo"/>
            <method name="ConnectionDidChange"/>
            <method name="EmitInit"/>
            <property name="hash_value" type="u" access="read"/>
            <property name="keys" type="u" access="read"/>
            <property name="Write" type="u" access="read"/>
            <property name="Kinds" type="a{saau}" access="readwrite">
              <annotation name="org.todaycenter.Swift.Type" value="[String: [[Kinds.Default]]]"/></property>
            <signal name="Properties"><arg name="kind" type="u">
              <annotation name="org.todaycenter.Swift.Type" value="Kinds.Default"/></arg><arg type="s"/></signal>
          </interface>
          <interface name="a.b.Connection"/>
          <interface name="a.b.string"/>
          <interface name="a.b.Error">
            <property name="x" type="(y(y(y)))" access="readwrite"/>
          </interface>
          <interface name="a.b.Foo">
            <annotation name="org.freedesktop.DBus.Deprecated" value="true"/>
            <annotation name="org.gtk.GDBus.DocString" value="*/ &quot; \ &#10; /* \( #if `"/>
            <method name="A"><annotation name="org.freedesktop.DBus.Deprecated" value="true"/>
              <annotation name="org.gtk.GDBus.DocString" value="\(x) &quot;&quot;&quot; \ loooooooooooooooooooooooooooooooooooooooooooooooooooooooooooong a \ b &quot; ends \"/>
            </method>
            <property name="p" type="s" access="readwrite"/>
          </interface>
          <interface name="org.FooInterface"/>
          <interface name="a.b.Foo.Interface">
            <signal name="name"/>
          </interface>
        </node>
        """#

    @Test(arguments: [("5", .public), ("6", .internal)] as [(String, CodegenOptions.Access)])
    func whateverIsInADocumentItsCodeCompiles(_ language: String, _ access: CodegenOptions.Access) async throws {
        var options = CodegenOptions()
        options.service = true
        options.properties = true
        options.access = access
        let made = try Codegen.source(for: [IntrospectedNode(xml: Self.document)], options)
        let prefix = access.prefix
        let text =
            made + "\(prefix)enum Kinds { \(prefix)enum Default: UInt32, DBusType { case a } }\n"
        let source = try await CompiledSource(text: text, language: language)
        #expect(source.isGood && source.diagnostics.isEmpty, "\(source.diagnostics.prefix(2000))")
    }

    /// Each of many takes as long as the first: with the numbers tried from 2 on, this takes minutes.
    @Test(.longComputation) func manyOfTheSameNameAreNumbered() throws {
        let count = 20_000
        let arguments = String(repeating: "<arg name='a' type='s'/>", count: count)
        let methods = String(repeating: "<method name='M'/>", count: count)
        let interfaces = (0..<count).map { "<interface name='a\($0).b.c'/>" }.joined()
        let document =
            "<node><interface name='a.b.c'>\(methods)<signal name='S'>\(arguments)</signal></interface>\(interfaces)</node>"
        let text = try Codegen.source(for: [IntrospectedNode(xml: document)], CodegenOptions())
        #expect(text.contains("func mMethod\(count - 1)()") && text.contains("var aValue\(count - 1): String"))
        #expect(text.contains("struct C\(count + 1): "))
    }
}
