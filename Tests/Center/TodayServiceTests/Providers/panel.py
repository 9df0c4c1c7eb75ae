#!/usr/bin/python3
"""A panel, written without any code of this project. It starts as the contract says, and prints a line for each change,
until Today is empty."""

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

CENTER = "org.todaycenter.NotificationCenter1"
PATH = "/org/todaycenter/NotificationCenter1"
WIDGET = CENTER + ".Widget"

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
loop = GLib.MainLoop()
widgets = {}
today = []


def show():
    known = {properties["Identifier"]: properties for properties in widgets.values()}
    # Each name in Today has an object.
    shown = [str(known[name]["Content"][1].get("text", "-")) for name in today]
    print(" | ".join(shown) or "nothing", flush=True)
    if ready and not today:
        loop.quit()


def added(path, interfaces):
    if WIDGET in interfaces:
        widgets[path] = interfaces[WIDGET]


def removed(path, interfaces):
    assert widgets[path]["Identifier"] not in today
    del widgets[path]


def changed(interface, values, invalidated, path=None):
    global today
    if interface == WIDGET:
        widgets[path].update(values)
        show()
    elif "Today" in values:
        today = values["Today"]
        show()


ready = False
bus.add_signal_receiver(added, "InterfacesAdded", bus_name=CENTER)
bus.add_signal_receiver(removed, "InterfacesRemoved", bus_name=CENTER)
bus.add_signal_receiver(changed, "PropertiesChanged", bus_name=CENTER, path_keyword="path")
center = bus.get_object(CENTER, PATH)
for path, interfaces in center.GetManagedObjects(dbus_interface="org.freedesktop.DBus.ObjectManager").items():
    added(path, interfaces)
today = center.GetAll(CENTER, dbus_interface="org.freedesktop.DBus.Properties")["Today"]
center.BeginViewing({"Name": "panel.py", "ColorScheme": "dark"}, dbus_interface=CENTER)
show()
ready = True
loop.run()
