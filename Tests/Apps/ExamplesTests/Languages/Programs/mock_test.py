#!/usr/bin/python3
"""Tests of a widget and of a panel with python-dbusmock, as their authors would write them."""
import os
import subprocess
import unittest
from xml.etree import ElementTree

import dbus
import dbus.mainloop.glib
import dbusmock
from gi.repository import GLib

CENTER, PATH = "org.todaycenter.NotificationCenter1", "/org/todaycenter/NotificationCenter1"
WIDGET, OBJECTS = CENTER + ".Widget", "org.freedesktop.DBus.ObjectManager"
INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
EMPTY = dbus.Dictionary({}, signature="sv")


class Tests(dbusmock.DBusTestCase):
    @classmethod
    def setUpClass(cls):
        cls.start_session_bus()
        cls.bus = cls.get_dbus()

    def start(self, parameters):
        self.server, object_ = self.spawn_server_template(os.environ["TEMPLATE"], parameters, subprocess.DEVNULL)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.terminate)
        self.center = dbus.Interface(object_, CENTER)
        self.mock = dbus.Interface(object_, "org.todaycenter.Mock")
        self.log = dbus.Interface(object_, dbusmock.MOCK_IFACE)
        self.objects = dbus.Interface(object_, OBJECTS)
        self.properties = dbus.Interface(object_, dbus.PROPERTIES_IFACE)

    def widget(self, identifier):
        values = [faces[WIDGET] for faces in self.objects.GetManagedObjects().values()]
        return next((value for value in values if value["Identifier"] == identifier), None)

    def wait(self, condition):
        """Runs the main loop, which receives signals, until a condition is true."""
        end = GLib.get_monotonic_time() + 60_000_000
        timer = GLib.timeout_add(50, lambda: True)
        while not condition():
            self.assertLess(GLib.get_monotonic_time(), end)
            GLib.MainContext.default().iteration(True)
        GLib.source_remove(timer)

    def refused(self, name, method, *arguments):
        with self.assertRaises(dbus.DBusException) as raised:
            method(*arguments)
        self.assertEqual(raised.exception.get_dbus_name().rpartition(".")[2], name)
        return raised.exception.get_dbus_message()


class WidgetTests(Tests):
    COUNTER = "org.example.Counter"

    def setUp(self):
        self.start({})
        self.program = subprocess.Popen(os.environ["WIDGET"].split(), stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.program.stdout.close)
        self.addCleanup(self.program.kill)
        self.wait(lambda: self.widget(self.COUNTER))

    def text(self, identifier=COUNTER):
        node = self.widget(identifier)["Content"]
        while node[2]:
            node = node[2][0]
        return node[1].get("text", "")

    def test_it_updates(self):
        self.assertEqual(self.center.PerformUpdate(self.COUNTER), "new-data")
        self.assertEqual(self.text(), "1 apples")
        self.assertEqual(self.mock.Update(self.COUNTER, "interval"), "new-data")
        widget = self.widget(self.COUNTER)
        self.assertEqual((widget["Name"], widget["LastResult"], widget["State"]), ("Counter", "new-data", "idle"))
        self.assertEqual(widget["Content"][2][4][1]["text"], self.COUNTER + " interval compact")

    def test_it_is_tapped(self):
        self.mock.Update(self.COUNTER, "start")
        self.center.InvokeAction(self.COUNTER, "add", [dbus.Int64(5)], EMPTY, signature="ssava{sv}")
        self.assertEqual(self.text(), "6 now")
        self.center.InvokeAction(self.COUNTER, "push", ["x"], EMPTY, signature="ssava{sv}")
        self.assertEqual(self.text(), "pushed x")
        with self.assertRaises(dbus.DBusException) as raised:
            self.center.InvokeAction(self.COUNTER, "fail", [], EMPTY, signature="ssava{sv}")
        self.assertIn("it is broken", raised.exception.get_dbus_message())
        self.center.SetDisplayMode(self.COUNTER, "expanded")
        self.wait(lambda: self.text() == "expanded 320")

    def test_settings_and_instances(self):
        self.mock.Update(self.COUNTER, "start")
        self.center.SetSettings(self.COUNTER, {"Unit": "pears"})
        self.wait(lambda: self.text() == "2 pears")
        self.assertIn("plums", self.refused("InvalidSetting", self.center.SetSettings, self.COUNTER, {"Unit": "plums"}))
        self.refused("InvalidSetting", self.center.SetSettings, self.COUNTER, {"Step": 0})
        self.refused("InvalidSetting", self.center.SetSettings, self.COUNTER, {"Size": 1})
        second = self.center.AddInstance(self.COUNTER, {"Settings": dbus.Dictionary({"Title": "B"}, signature="sv")})
        self.assertEqual(second, self.COUNTER + "#2")
        self.assertEqual(self.mock.Update(second, "start"), "new-data")
        self.assertEqual((self.widget(second)["Name"], self.text(second), self.text()), ("B", "1 apples", "2 pears"))
        self.center.SetSettings(self.COUNTER, {"Step": 13})
        self.wait(lambda: self.widget(self.COUNTER)["Error"] == "13 isn't a step")
        self.center.RemoveInstance(second)
        self.assertIsNone(self.widget(second))
        self.refused("NotSupported", self.center.RemoveInstance, self.COUNTER)

    def test_the_center_restarts(self):
        self.mock.Update(self.COUNTER, "start")
        self.mock.Restart()
        self.wait(lambda: self.widget(self.COUNTER))
        self.assertEqual(self.mock.Update(self.COUNTER, "start"), "new-data")
        self.assertEqual(self.text(), "2 apples")

    def test_it_is_seen_and_ends(self):
        self.mock.Appear(self.COUNTER)
        self.mock.Disappear(self.COUNTER)
        self.mock.EndRequest(self.COUNTER)
        self.assertEqual(self.program.wait(60), 0)
        self.assertEqual(self.program.stdout.read(), f"appear {self.COUNTER}\ndisappear {self.COUNTER}\n")
        self.wait(lambda: self.widget(self.COUNTER)["State"] == "unavailable")

    def test_a_failure_that_the_test_wants(self):
        self.mock.Update(self.COUNTER, "start")
        self.mock.Fail("UpdateWidget", "LimitExceeded", "too much")
        with self.assertRaises(dbus.DBusException) as raised:
            self.center.InvokeAction(self.COUNTER, "push", ["x"], EMPTY, signature="ssava{sv}")
        self.assertIn("too much", raised.exception.get_dbus_message())


class PanelTests(Tests):
    """The calls of a panel, and the signals that it receives."""

    def setUp(self):
        self.start({"Widgets": {"a.a": {"Name": "A", "Content": '{"kind":"text","text":"a"}'}, "a.b": {"Name": "B"}}})
        self.heard = []
        self.bus.add_signal_receiver(
            lambda *values, path, member: self.heard.append((path.rpartition("/")[2], member, values)),
            bus_name=CENTER, path_keyword="path", member_keyword="member")
        self.bus.get_name_owner(CENTER)

    def test_it_reads_and_follows(self):
        self.assertEqual(list(self.properties.Get(CENTER, "Today")), ["a.a", "a.b"])
        self.assertEqual(self.properties.Get(CENTER, "Version"), 3)
        self.assertEqual(self.widget("a.a")["Content"][1]["text"], "a")
        self.center.BeginViewing({"Name": "test"})
        # Receives everything that was sent before.
        while GLib.MainContext.default().iteration(False):
            pass
        self.heard.clear()
        self.center.RegisterWidget("a.c", {"Name": "C"})
        changes = {"Content": '{"kind":"timer","until":5}', "HasContent": False}
        revision = self.center.UpdateWidget("a.c", changes, signature="sa{sv}")
        self.assertEqual(revision, 1)
        self.center.SetHasContent("a.c", True)
        self.center.UnregisterWidget("a.c")
        self.refused("NotSupported", self.center.UnregisterWidget, "a.a")
        self.wait(lambda: any(member == "InterfacesRemoved" for _, member, _ in self.heard))
        own = [(path, member, values) for path, member, values in self.heard if path != "" and member != "MethodCalled"]
        names = [member for _, member, _ in own]
        self.assertEqual(names[:2], ["InterfacesAdded", "PropertiesChanged"])
        self.assertEqual(list(own[1][2][1]["Today"]), ["a.a", "a.b", "a.c"])
        today = [list(values[1]["Today"]) for _, member, values in own if member == "PropertiesChanged" and "Today" in values[1]]
        self.assertEqual(today[1:], [["a.a", "a.b"], ["a.a", "a.b", "a.c"], ["a.a", "a.b"]])
        self.assertEqual([call[1] for call in self.log.GetMethodCalls("BeginViewing")], [[{"Name": "test"}]])

    def test_it_arranges(self):
        self.center.Arrange(["a.b", "a.a"], {"Expected": dbus.Array(["a.a", "a.b"], signature="s")})
        self.refused("Conflict", self.center.Arrange, ["a.a"], {"Expected": dbus.Array(["a.a", "a.b"], signature="s")})
        self.center.Arrange(["a.b"], EMPTY)
        self.assertFalse(self.widget("a.a")["Arranged"])
        self.assertEqual(list(self.properties.Get(CENTER, "Today")), ["a.b"])
        self.refused("UnknownWidget", self.center.Arrange, ["a.x"], EMPTY)
        self.refused("InvalidArgs", self.center.SetDisplayMode, "a.b", "expanded")
        self.refused("InvalidURL", self.center.OpenURL, "a.b", "nothing", EMPTY)
        self.assertTrue(self.center.OpenURL("a.b", "https://example.org", EMPTY))

    def test_an_app_has_a_name_of_its_own(self):
        proxy = self.bus.get_object("org.todaycenter.Apps1", "/org/todaycenter/Apps1")
        apps = dbus.Interface(proxy, "org.todaycenter.Apps1")
        self.assertEqual(proxy.Get("org.todaycenter.Apps1", "Version", dbus_interface=dbus.PROPERTIES_IFACE), 3)
        apps.RegisterWidget("a.c", {"Name": "C"})
        self.assertEqual(apps.UpdateWidget("a.c", {"Content": '{"kind":"text","text":"c"}'}, signature="sa{sv}"), 1)
        self.assertEqual(self.widget("a.c")["Content"][1]["text"], "c")
        apps.SetHasContent("a.c", False)
        self.assertEqual(list(self.properties.Get(CENTER, "Today")), ["a.a", "a.b"])
        self.assertTrue(apps.OpenURL("a.c", "https://example.org", EMPTY))
        apps.UnregisterWidget("a.c")
        self.assertIsNone(self.widget("a.c"))
        self.assertEqual(len(self.log.GetMethodCalls("SetHasContent")), 1)

    def test_a_widget_is_broken(self):
        self.mock.Install("a.d", {"Name": "D", "BusName": "org.example.Missing"})
        self.assertEqual(self.center.PerformUpdate("a.d"), "failed")
        self.assertTrue(self.widget("a.d")["Error"])
        self.assertEqual(self.widget("a.d")["ErrorKind"], "no-provider")
        self.mock.Fail("InvokeAction", "", "not today")
        self.assertEqual("not today", self.refused("ActionFailed", self.center.InvokeAction, "a.d", "x", ["y"], {"a": "b"}))

    def kind_of_failure(self, identifier, action):
        """Invokes an action, and returns the arguments of the error after its message."""
        arguments = []
        self.bus.call_async(
            CENTER, PATH, CENTER, "InvokeAction", "ssava{sv}", [identifier, action, [], EMPTY],
            lambda: self.fail("it has succeeded"), lambda error: arguments.extend(error.args))
        self.wait(lambda: arguments)
        return arguments[1:]

    def test_a_refused_tap_has_a_kind(self):
        self.assertEqual(self.kind_of_failure("a.a", "x"), ["no-provider"])
        self.assertEqual(self.kind_of_failure("a.a", "today.toggle-display-mode"), ["unknown-action"])
        self.assertEqual(self.kind_of_failure("a.a", "today.later"), ["unknown-action"])
        self.mock.Install("a.d", {"Name": "D", "BusName": "org.example.Missing"})
        self.assertEqual(self.kind_of_failure("a.d", "x"), ["no-provider"])
        # The mock itself doesn't have this object.
        self.mock.Install("a.e", {"Name": "E", "BusName": "org.todaycenter.Apps1", "ObjectPath": "/org/todaycenter/Apps1"})
        self.assertEqual(self.kind_of_failure("a.e", "x"), ["unknown-action"])
        self.mock.Fail("InvokeAction", "", "not today")
        self.assertEqual(self.kind_of_failure("a.d", "x"), ["app"])

    @staticmethod
    def members(interface):
        """Returns the methods with their signatures, and the properties with their types."""
        methods = {method.get("name"): [arg.get("type") for arg in method.iter("arg") if arg.get("direction", "in") == "in"]
                   for method in interface.iter("method")}
        return methods, {each.get("name"): each.get("type") for each in interface.iter("property")}

    def test_it_has_the_members_of_the_interfaces(self):
        widget = next(path for path, faces in self.objects.GetManagedObjects().items() if WIDGET in faces)
        for name, path in ((CENTER, PATH), (WIDGET, widget)):
            file = ElementTree.parse(f"{os.environ['INTERFACES']}/{name}.xml").getroot().find("interface")
            text = self.bus.get_object(CENTER, path).Introspect(dbus_interface=INTROSPECTABLE)
            own = [face for face in ElementTree.fromstring(text).iter("interface") if face.get("name") == name]
            self.assertEqual(self.members(own[0]), self.members(file))

    def test_options(self):
        sizes = dbus.Array(["small", "regular"], "s")
        self.mock.Install("a.o", dbus.Dictionary({"UpdateInterval": dbus.UInt32(60), "Sizes": sizes}, "sv"))

        def options():
            return tuple(self.widget("a.o")["Options"][name] for name in ("Size", "UpdateInterval", "Paused"))

        self.assertEqual((options(), list(self.widget("a.o")["Sizes"])), (("regular", 60, False), ["small", "regular"]))
        self.center.SetOptions("a.o", {"Size": "small", "Paused": True}, signature="sa{sv}")
        self.assertEqual(options(), ("small", 60, True))
        self.assertEqual(self.center.Explain("a.o")["Reason"], "paused")
        self.refused("InvalidArgs", self.center.SetOptions, "a.o", dbus.Dictionary({"UpdateInterval": 59}, "sv"))
        self.refused("InvalidArgs", self.center.SetOptions, "a.a", dbus.Dictionary({"Size": "small"}, "sv"))
        self.refused("UnknownWidget", self.center.SetOptions, "a.x", dbus.Dictionary({"Paused": True}, "sv"))
        self.center.ResetOptions("a.o", dbus.Array(["Paused"], "s"))
        self.assertEqual(options(), ("small", 60, False))
        self.center.ResetOptions("a.o", dbus.Array([], "s"))
        self.assertEqual(options(), ("regular", 60, False))

    def test_removed_instances(self):
        self.mock.Install("a.i", dbus.Dictionary({"Name": "I", "Instances": True}, "sv"))
        self.assertEqual(self.center.AddInstance("a.i", {"DryRun": True}, signature="sa{sv}"), "a.i#2")
        self.assertIsNone(self.widget("a.i#2"))
        self.center.AddInstance("a.i", {}, signature="sa{sv}")
        self.center.UpdateWidget("a.i#2", {"Content": '{"kind":"divider"}'}, signature="sa{sv}")
        self.center.RemoveInstance("a.i#2")
        self.assertEqual([(each["Identifier"], each["Name"]) for each in self.center.ListRemoved()], [("a.i#2", "I")])
        self.assertEqual(self.center.AddInstance("a.i", {}, signature="sa{sv}"), "a.i#3")
        self.center.RestoreInstance("a.i#2")
        restored = self.widget("a.i#2")
        self.assertEqual((restored["Content"][0], restored["Revision"], restored["IsSnapshot"]), ("divider", 2, True))
        self.assertEqual(len(self.center.ListRemoved()), 0)
        self.refused("UnknownWidget", self.center.RestoreInstance, "a.i#2")
        self.center.RemoveInstance("a.i#3")
        self.refused("UnknownWidget", self.center.DeleteRemoved, dbus.Array(["a.i#2"], "s"))
        self.center.DeleteRemoved(dbus.Array([], "s"))
        self.assertEqual(len(self.center.ListRemoved()), 0)

    def test_names_of_version_3(self):
        sample = '{"kind":"clock","zone":"Asia/Tokyo","style":"date"}'
        self.mock.Install("a.f", {"Name": "F", "Category": "Utility", "Sample": sample})
        self.assertEqual(self.widget("a.f")["Category"], "Utility")
        self.assertEqual(self.center.GetSample("a.f")[:2], ("clock", {"zone": "Asia/Tokyo", "style": "date"}))
        self.assertEqual(self.center.GetSample("a.a")[0], "")
        self.refused("UnknownWidget", self.center.GetSample, "a.x")

        def attention():
            return tuple(self.widget("a.f")[name] for name in ("Attention", "Badge", "Error", "ErrorKind", "Revision"))

        def push(**changes):
            return self.center.UpdateWidget("a.f", changes, signature="sa{sv}")

        push(Badge=dbus.UInt32(3))
        self.assertEqual(attention(), ("badge", 3, "", "", 0))
        push(Attention="alert", Error="gone", ErrorKind="unreachable")
        self.assertEqual(attention(), ("alert", 3, "gone", "unreachable", 0))
        push(Error="", Badge=dbus.UInt32(0))
        self.assertEqual(attention(), ("none", 0, "", "", 0))
        for wrong in ({"Attention": "loud"}, {"ErrorKind": "app"}, {"UpdatedAt": dbus.UInt64(5)},
                      {"Error": "x", "ErrorKind": "crashed"}):
            self.assertRaises(dbus.DBusException, push, **wrong)
        push(Content=sample, UpdatedAt=dbus.UInt64(5))
        self.assertEqual(self.widget("a.f")["UpdatedAt"], 5)
        self.center.SetHasContent("a.f", False)
        self.assertEqual(attention()[:2], ("none", 0))
        explanation = self.center.Explain("a.f")
        self.assertLessEqual({"ErrorKind", "RetryAt", "Reasons"}, set(explanation))


if __name__ == "__main__":
    unittest.main()
