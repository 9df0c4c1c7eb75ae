import DBus
@testable import DBusTesting
import Glibc
import Testing

/// GLib's own D-Bus implementation, which shares nothing with libdbus, at the other end of a connection without a bus.
struct GioPeerTests {
    /// Serves one client, and calls it back.
    private static let server = """
        import sys
        from gi.repository import Gio, GLib
        node = Gio.DBusNodeInfo.new_for_xml('''<node><interface name="org.example.Thing">
            <method name="Both"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
                <arg type="(sa{sv})" direction="out"/></method>
            <method name="Fail"><arg type="s" direction="in"/></method>
            <method name="Ask"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
            <method name="Length"><arg type="h" direction="in"/><arg type="i" direction="out"/></method>
            <property name="Level" type="i" access="readwrite"/>
            <signal name="Said"><arg type="s"/></signal></interface></node>''')
        loop = GLib.MainLoop()
        level = 1

        def call(connection, sender, path, interface, method, arguments, invocation):
            if method == "Both":
                invocation.return_value(GLib.Variant.new_tuple(GLib.Variant.new_tuple(
                    arguments.get_child_value(0), arguments.get_child_value(1))))
            elif method == "Fail":
                invocation.return_dbus_error("org.example.Error.Own", arguments[0])
            elif method == "Ask":
                def answered(source, result):
                    invocation.return_value(source.call_finish(result))
                connection.call(None, "/org/example/Echo", "org.example.Echo", "Text", arguments,
                    GLib.VariantType("(s)"), Gio.DBusCallFlags.NONE, -1, None, answered)
            elif method == "Length":
                import os
                descriptor = invocation.get_message().get_unix_fd_list().get(arguments[0])
                invocation.return_value(GLib.Variant("(i)", (len(os.read(descriptor, 100)),)))

        def get(connection, sender, path, interface, name):
            return GLib.Variant("i", level)

        def set(connection, sender, path, interface, name, value):
            global level
            level = value.get_int32()
            connection.emit_signal(None, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
                GLib.Variant("(sa{sv}as)", (interface, {"Level": value}, [])))
            connection.emit_signal(None, path, interface, "Said", GLib.Variant("(s)", ("level %d" % level,)))
            return True

        kept = []  # nobody else keeps a connection
        def connected(server, connection):
            kept.append(connection)
            connection.register_object("/thing", node.interfaces[0], call, get, set)
            connection.connect("closed", lambda *_: (print("closed", flush=True), loop.quit()))
            return True

        server = Gio.DBusServer.new_sync(sys.argv[1], Gio.DBusServerFlags.NONE, Gio.dbus_generate_guid(), None, None)
        server.connect("new-connection", connected)
        server.start()
        print(server.get_client_address(), flush=True)
        loop.run()
        server.stop()
        """

    private static let client = """
        import os, sys
        from gi.repository import Gio, GLib
        connection = Gio.DBusConnection.new_for_address_sync(
            sys.argv[1], Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT, None, None)

        def call(member, arguments, result, path="/org/example/Echo", interface="org.example.Echo"):
            return connection.call_sync(
                None, path, interface, member, arguments, GLib.VariantType(result), Gio.DBusCallFlags.NONE, -1, None)

        for number in range(100):
            assert call("Text", GLib.Variant("(s)", (str(number),)), "(s)").unpack() == (str(number),)
        value = GLib.Variant("(v)", (GLib.Variant("(ia{sv}ad)", (5, {"k": GLib.Variant("ay", b"ab")}, [0.5])),))
        assert call("Variant", value, "(v)").equal(value)
        try:
            call("Fail", GLib.Variant("(ss)", ("org.example.Error.Own", "a sentence")), "()")
            sys.exit("no error")
        except GLib.Error as error:
            assert Gio.DBusError.get_remote_error(error) == "org.example.Error.Own", error
            assert "a sentence" in error.message, error
        properties = "org.freedesktop.DBus.Properties"
        assert call("Get", GLib.Variant("(ss)", ("org.example.Lamp", "Brightness")), "(v)", "/lamp", properties).unpack() == (1,)

        changes = []
        connection.signal_subscribe(None, properties, "PropertiesChanged", "/lamp", "org.example.Lamp",
            Gio.DBusSignalFlags.NONE, lambda *arguments: changes.append(arguments[5].unpack()))
        proxy = Gio.DBusProxy.new_sync(
            connection, Gio.DBusProxyFlags.NONE, None, None, "/lamp", "org.example.Lamp", None)
        assert proxy.get_cached_property("Brightness").unpack() == 1
        call("Set", GLib.Variant("(ssv)", ("org.example.Lamp", "Brightness", GLib.Variant("i", 6))), "()", "/lamp", properties)
        while not changes:
            GLib.MainContext.default().iteration(True)
        assert changes[0] == ("org.example.Lamp", {"Brightness": 6, }, ["Power"]), changes

        read, write = os.pipe()
        handles = Gio.UnixFDList.new()
        handles.append(write)
        reply, found = connection.call_with_unix_fd_list_sync(
            None, "/org/example/Echo", "org.example.Echo", "Handle", GLib.Variant("(h)", (0,)), GLib.VariantType("(h)"),
            Gio.DBusCallFlags.NONE, -1, handles, None)
        os.write(found.get(reply.unpack()[0]), b"through")
        assert os.read(read, 7) == b"through"

        # The indexes in a body need not be in the order of the descriptors beside it.
        handles = Gio.UnixFDList.new()
        for descriptor in (read, connection.get_stream().get_socket().get_fd()):
            handles.append(descriptor)
        sent = [os.fstat(descriptor).st_ino for descriptor in handles.peek_fds()]
        reply, found = connection.call_with_unix_fd_list_sync(
            None, "/org/example/Echo", "org.example.Echo", "Variant", GLib.Variant("(v)", (GLib.Variant("(hhh)", (1, 0, 1)),)),
            GLib.VariantType("(v)"), Gio.DBusCallFlags.NONE, -1, handles, None)
        back = [os.fstat(found.get(index)).st_ino for index in reply.unpack()[0]]
        assert back == [sent[1], sent[0], sent[1]], (sent, back)
        print("done")
        """

    @Test func gioIsAClient() async throws {
        let peers = try await EchoPeers.start()
        let run = try await ToolRun.start(
            ["/usr/bin/python3", "-c", Self.client, peers.server.address], environment: ["PATH": "/usr/bin"]
        ).finished()
        #expect(run.output == "done\n", "\(run)")
        await eventually("the connection is kept") { await peers.server.connections.count == 1 }
        await peers.stop()
    }

    @Test func gioIsAServer() async throws {
        let run = try await ToolRun.start(
            ["/usr/bin/python3", "-c", Self.server, EchoPeers.address], environment: ["PATH": "/usr/bin"])
        let line = try await run.output { $0.contains("\n") }
        let address = String(line.split(separator: "\n")[0])
        let client = try await Connection.open(.peer(address))
        try await client.export(Echo.interface, of: Echo(loop: client.loop), at: Echo.path)
        let thing = Proxy(client, nil, "/thing", "org.example.Thing")
        let recorder = try await SignalRecorder(client, MatchRule(interface: "org.example.Thing", member: "Said"))

        let both: Struct<String, [String: DBusValue]> = try await thing.call(
            "Both", "x", ["k": DBusValue.bytes([1, 2]), "l": .int32(-1)])
        #expect(both.fields.0 == "x" && both.fields.1 == ["k": .bytes([1, 2]), "l": .int32(-1)])
        await #expect(throws: RemoteError("org.example.Error.Own", "a sentence")) {
            try await thing.call("Fail", "a sentence")
        }
        #expect(try await thing.call("Ask", "back") as String == "back")

        let levels = Collector(try await thing.observe("Level", as: Int32.self, bufferingPolicy: .unbounded))
        try await levels.wait(for: [1])
        try await thing.set("Level", to: Int32(4))
        try await levels.wait(for: [1, 4])
        #expect(try await recorder.wait().first?.body == ["level 4"])

        var ends: [CInt] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reader, writer) = (UnixFileDescriptor(owning: ends[0]), UnixFileDescriptor(owning: ends[1]))
        #expect(write(writer.rawValue, "seven..", 7) == 7)
        #expect(try await thing.call("Length", reader) as Int32 == 7)

        await client.close()
        #expect(try await run.finished().output.hasSuffix("closed\n"))
    }
}
