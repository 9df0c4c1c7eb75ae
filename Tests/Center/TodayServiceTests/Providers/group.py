#!/usr/bin/python3
"""One who shares an App Group, written without any code of this project. Writes each Changed that it gets, one line for
each, until the key "end" is set or somebody owns org.example.End. With the word "listen" it calls GetAll before, which
is what makes it get them."""

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
    # It would get what is sent to everybody. When somebody owns this name, all has been sent.
    bus.watch_name_owner("org.example.End", lambda owner: loop.quit() if owner else None)
    print("deaf", flush=True)
loop.run()
print("nested", group.Get("nested")["list"][1], flush=True)
