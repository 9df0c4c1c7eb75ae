import DBus
@testable import DBusTesting
import Testing

/// The reference binding of Python, on libdbus and GLib, as a client and as a service.
struct PythonTests {
    private static let client = """
        import dbus, os, sys
        bus = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
        echo = dbus.Interface(bus.get_object("org.example.Echo", "/org/example/Echo"), "org.example.Echo")
        basic = echo.Basic(
            dbus.Byte(255), True, dbus.Int16(-32768), dbus.UInt16(65535), dbus.Int32(-2**31), dbus.UInt32(2**32 - 1),
            dbus.Int64(-2**63), dbus.UInt64(2**64 - 1), -0.5, "grüße", dbus.ObjectPath("/a/b"), dbus.Signature("a{sv}"))
        assert basic == (255, True, -32768, 65535, -2**31, 2**32 - 1, -2**63, 2**64 - 1, -0.5, "grüße", "/a/b", "a{sv}"), basic
        assert [type(v).__name__ for v in basic] == [
            "Byte", "Boolean", "Int16", "UInt16", "Int32", "UInt32", "Int64", "UInt64", "Double", "String", "ObjectPath",
            "Signature"]
        containers = echo.Containers(
            dbus.ByteArray(b"\\x01\\xff"), ["a", ""], [[1, 2], []], [0.5], (1.5, ("x", True)),
            {"k": dbus.Int64(5), "l": ["m"]}, {7: ["s"]}, dbus.Struct((1, "v")), byte_arrays=True)
        assert containers == (
            b"\\x01\\xff", ["a", ""], [[1, 2], []], [0.5], (1.5, ("x", True)), {"k": 5, "l": ["m"]}, {7: ["s"]}, (1, "v")
        ), containers
        for i in range(200):
            assert echo.Text(str(i)) == str(i)
        try:
            echo.Fail("org.example.Error.Own", "a sentence")
            sys.exit("no error")
        except dbus.DBusException as error:
            assert error.get_dbus_name() == "org.example.Error.Own", error
            assert error.get_dbus_message() == "a sentence", error
        try:
            dbus.Interface(bus.get_object("org.example.Echo", "/nowhere", introspect=False), "a.b").C()
            sys.exit("no error")
        except dbus.DBusException as error:
            assert error.get_dbus_name() == "org.freedesktop.DBus.Error.UnknownObject", error
        read, write = os.pipe()
        handle = echo.Handle(dbus.types.UnixFd(write)).take()
        assert handle != write
        os.write(handle, b"through")
        assert os.read(read, 7) == b"through"
        print("done")
        """

    private static let service = """
        import dbus, dbus.service, dbus.mainloop.glib, os
        from gi.repository import GLib
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        bus = dbus.bus.BusConnection(os.environ["DBUS_STARTER_ADDRESS"])
        bus.set_exit_on_disconnect(True)
        class Thing(dbus.service.Object):
            @dbus.service.method("org.example.Thing", "ybnqiuxtdsog", "ybnqiuxtdsog")
            def Basic(self, y, b, n, q, i, u, x, t, d, s, o, g): return y, b, n, q, i, u, x, t, d, s, o, g
            @dbus.service.method("org.example.Thing", "ayasa{sv}(d(sb))aa{ii}v", "ayasa{sv}(d(sb))aa{ii}v")
            def Containers(self, a, b, c, d, e, f): return a, b, c, d, e, f
            @dbus.service.method("org.example.Thing", "s", "s")
            def Fail(self, text): raise dbus.DBusException(text, name="org.example.Error.Own")
            @dbus.service.method("org.example.Thing", "s", "s", sender_keyword="sender")
            def Ask(self, text, sender):
                return bus.call_blocking(sender, "/org/example/Echo", "org.example.Echo", "Text", "s", (text,))
            @dbus.service.method("org.example.Thing", "h", "h")
            def Handle(self, handle): return handle
            @dbus.service.method("org.example.Thing", "s", "")
            def Say(self, text): self.Said(text, {"length": len(text)})
            @dbus.service.signal("org.example.Thing", "sa{sv}")
            def Said(self, text, details): pass
        thing = Thing(bus, "/thing")
        name = dbus.service.BusName("org.example.Thing", bus)
        GLib.MainLoop().run()
        """

    @Test func pythonIsAClient() async throws {
        let setup = try await EchoBus.start()
        let run = try await setup.bus.run("/usr/bin/python3", "-c", Self.client)
        #expect(run.output == "done\n", "\(run)")
    }

    @Test func pythonIsAServiceStartedByTheBus() async throws {
        let bus = try await PrivateBus.start()
        let file = bus.folder + "/thing.py"
        try PrivateBus.write(Self.service, to: file)
        try await bus.addService("org.example.Thing", exec: "/usr/bin/python3 \(file)")
        let client = try await bus.connect()
        let (name, path, interface): (BusName, ObjectPath, InterfaceName) = (
            "org.example.Thing", "/thing", "org.example.Thing"
        )
        let recorder = try await SignalRecorder(client, MatchRule(sender: name, interface: interface))

        let basic: (UInt8, Bool, Int16, UInt16, Int32, UInt32, Int64, UInt64, Double, String, ObjectPath, Signature) =
            try await client.call(
                name, path: path, interface: interface, "Basic", UInt8.max, true, Int16.min, UInt16.max, Int32.min,
                UInt32.max, Int64.min, UInt64.max, -0.5, "grüße", "/a" as ObjectPath, "a{sv}" as Signature)
        #expect((basic.0, basic.1, basic.2, basic.3, basic.4, basic.5) == (.max, true, .min, .max, .min, .max))
        #expect((basic.6, basic.7, basic.8, basic.9, basic.10, basic.11) == (.min, .max, -0.5, "grüße", "/a", "a{sv}"))

        let containers:
            ([UInt8], [String], [String: DBusValue], Struct<Double, Struct<String, Bool>>, [[Int32: Int32]], DBusValue) =
                try await client.call(
                    name, path: path, interface: interface, "Containers", [UInt8]([0, 255]), [String](),
                    ["k": DBusValue.uint16(1), "l": .bytes([1])], Struct(0.5, Struct("x", true)),
                    [[Int32(1): Int32(2)], [:]], DBusValue.strings(["v"]))
        #expect(containers.0 == [0, 255] && containers.1 == [] && containers.4 == [[1: 2], [:]])
        #expect(containers.2 == ["k": .uint16(1), "l": .bytes([1])] && containers.5 == .strings(["v"]))
        #expect(containers.3.fields.0 == 0.5 && containers.3.fields.1.fields == ("x", true))

        await #expect(throws: RemoteError("org.example.Error.Own", "a sentence")) {
            try await client.call(name, path: path, interface: interface, "Fail", "a sentence")
        }
        // The service waits for its caller's answer, and takes nothing else meanwhile.
        try await client.export(Echo.interface, of: Echo(loop: client.loop), at: Echo.path)
        let answer: String = try await client.call(name, path: path, interface: interface, "Ask", "back")
        #expect(answer == "back")

        try await client.call(name, path: path, interface: interface, "Say", "hello")
        let said = try #require(try await recorder.wait().first)
        #expect(said.body == ["hello", .properties(["length": .int32(5)])])
    }
}
