#!/usr/bin/python3
"""A member of an App Group, written without any code of this project. It prints a line for each Changed that it receives,
until the key "end" is set or org.example.End has an owner. With the word "listen", it first calls GetAll, which subscribes
it to the signals."""

import sys

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

NAME = "org.todaycenter.Apps1"
GROUP = NAME + ".Group"

dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
loop = GLib.MainLoop()


def changed(values, removed):
    print("changed", sorted(map(str, values)), "removed", sorted(map(str, removed)), flush=True)
    if "end" in values:
        loop.quit()


bus.add_signal_receiver(changed, "Changed", dbus_interface=GROUP)
group = dbus.Interface(bus.get_object(NAME, sys.argv[1]), GROUP)
if "listen" in sys.argv:
    print("all", {str(key): str(value) for key, value in group.GetAll().items()}, flush=True)
else:
    # It would receive a broadcast. An owner of this name means that all signals were sent.
    bus.watch_name_owner("org.example.End", lambda owner: loop.quit() if owner else None)
    print("deaf", flush=True)
loop.run()
print("nested", group.Get("nested")["list"][1], flush=True)
