#!/usr/bin/python3
"""An app that registers a widget and pushes to it. It follows the contract, except for the fault in the variable FAULT. It
needs python3-dbus and python3-gi."""

import os

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PROVIDER = "org.todaycenter.NotificationCenter1.Provider"
CENTER = "org.todaycenter.NotificationCenter1"
CENTER_PATH = "/org/todaycenter/NotificationCenter1"
FAULT = os.environ.get("FAULT", "")
IDENTIFIER = "org.example.2nd" if FAULT == "identifier" else "org.example.App"


class Widget(dbus.service.Object):
    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        return "new-data", {"Content": '{"kind": "text", "text": "Hello"}'}


def register(owner):
    if not owner or register.count and FAULT == "once":
        return
    register.count += 1
    center = dbus.Interface(bus.get_object(CENTER, CENTER_PATH), CENTER)
    interval = "often" if FAULT == "definition" else dbus.UInt32(60)
    center.RegisterWidget(IDENTIFIER, {"ObjectPath": dbus.ObjectPath("/widget"), "UpdateInterval": interval},
                          signature="sa{sv}")
    content = '{"kind": "text"}' if FAULT == "push" else '{"kind": "text", "text": "Hello"}'
    center.UpdateWidget(IDENTIFIER, {"Content": content}, signature="sa{sv}")


register.count = 0
bus = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop())
if FAULT != "object":
    widget = Widget(bus, "/widget")
bus.watch_name_owner(CENTER, register)
GLib.MainLoop().run()
