"""echo.py NAME: the benchmark's service in python-dbus."""

import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

INTERFACE = "org.example.Benchmark"


def property_value(index):
    kind = "susbsusd"[index % 8]
    if kind == "s":
        return "%0112d" % index
    return {"u": dbus.UInt32(index), "b": dbus.Boolean(index & 2), "d": index / 2.0}[kind]


class Echo(dbus.service.Object):
    properties = {"property-%02d" % index: property_value(index) for index in range(48)}
    strings = ["element number %04d" % index for index in range(1000)]

    @dbus.service.method(INTERFACE, "", "")
    def Ping(self):
        pass

    @dbus.service.method(INTERFACE, "sb", "sb")
    def Echo(self, text, flag):
        return text, flag

    @dbus.service.method(INTERFACE, "", "a{sv}")
    def GiveProperties(self):
        return self.properties

    @dbus.service.method(INTERFACE, "a{sv}", "u")
    def TakeProperties(self, properties):
        return len(properties)

    @dbus.service.method(INTERFACE, "", "as")
    def GiveStrings(self):
        return self.strings

    @dbus.service.method(INTERFACE, "as", "u")
    def TakeStrings(self, strings):
        return len(strings)

    @dbus.service.method(INTERFACE, "u", "")
    def EmitSignals(self, count):
        for index in range(count):
            self.Tick(index, index)

    @dbus.service.signal(INTERFACE, "ut")
    def Tick(self, index, time):
        pass


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(sys.argv[1], bus, do_not_queue=True)
echo = Echo(bus, "/org/example/Benchmark")
GLib.MainLoop().run()
