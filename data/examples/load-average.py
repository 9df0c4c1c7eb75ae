#!/usr/bin/python3
"""A widget in Python: how busy this computer is. It needs python3-dbus and python3-gi."""

import json
import os

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PROVIDER = "org.todaycenter.NotificationCenter1.Provider"
NAME = os.environ.get("TODAYCENTER_WIDGET", "org.example.LoadAverage")


class LoadAverage(dbus.service.Object):
    history = []

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        load = os.getloadavg()[0]
        self.history = self.history[-29:] + [load]
        label = {"kind": "text", "text": f"{load:.2f} processes are running or want to"}
        chart = {"kind": "chart", "values": self.history, "minimum": 0}
        return "new-data", {"Content": json.dumps({"kind": "column", "children": [label, chart]})}

    @dbus.service.method(PROVIDER)
    def EndRequest(self):
        GLib.idle_add(loop.quit)


bus = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop())
loop = GLib.MainLoop()
# The object comes first, then the name, so that the first call finds it.
widget = LoadAverage(bus, "/" + NAME.replace(".", "/").replace("-", "_"))
name = dbus.service.BusName(NAME, bus, do_not_queue=True)
loop.run()
