#!/usr/bin/python3
"""An application that the bus starts.

usage: application.py NAME [without-open]

The last word of the URL decides about Open: refused gets an error, silent gets no answer, and leaves exits. Any other word
succeeds. Each call adds a line to the file $OPENING_LOG.
"""

import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

APPLICATION = "org.freedesktop.Application"


def note(*words):
    with open(os.environ["OPENING_LOG"], "a") as log:
        log.write(" ".join(words) + "\n")


class Application(dbus.service.Object):
    @dbus.service.method(
        APPLICATION, in_signature="asa{sv}", out_signature="", async_callbacks=("answer", "refuse"))
    def Open(self, uris, platform_data, answer, refuse):
        data = [f"{key}={value}" for key, value in sorted(platform_data.items())]
        note("application", *uris, *data)
        word = uris[0].split(":")[-1]
        if word == "refused":
            refuse(dbus.exceptions.DBusException("not this one", name="org.example.Refused"))
        elif word == "leaves":
            os._exit(0)
        elif word != "silent":
            answer()


class Other(dbus.service.Object):
    """Opens nothing."""


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = sys.argv[1]
path = "/" + name.replace(".", "/").replace("-", "_")
application = (Other if "without-open" in sys.argv else Application)(bus, path)
owned = dbus.service.BusName(name, bus, do_not_queue=True)
GLib.MainLoop().run()
