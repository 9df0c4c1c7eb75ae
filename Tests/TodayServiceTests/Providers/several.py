#!/usr/bin/python3
"""One program that provides two widgets: a name, and an object below it for each, /org/example/Pair/A and B.

Every call is noted in the file $PROVIDER_LOG, one line each: process id, member, object.
"""

import os

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PROVIDER = "org.todaycenter.NotificationCenter1.Provider"


def note(member, detail=""):
    with open(os.environ["PROVIDER_LOG"], "a") as log:
        log.write(f"{os.getpid()} {member} {detail}".strip() + "\n")


def text(string):
    return {"Content": '{"kind":"text","text":"%s"}' % string}


class Widget(dbus.service.Object):
    ended = set()

    def __init__(self, bus, letter):
        super().__init__(bus, "/org/example/Pair/" + letter)
        self.letter = letter

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="a{sv}")
    def BeginRequest(self, context):
        note("BeginRequest", self.letter)
        return {}

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        note("PerformUpdate", self.letter)
        return "new-data", text(f"{self.letter} of {os.getpid()}")

    @dbus.service.method(
        PROVIDER, in_signature="sava{sv}", out_signature="a{sv}", async_callbacks=("answer", "refuse"))
    def InvokeAction(self, action, parameter, platform_data, answer, refuse):
        note(str(action), self.letter)
        if action == "crash":
            os._exit(1)
        if action == "hoard":
            self.hoard = bytearray(os.urandom(1 << 20)) * 64
        if action == "take-time":
            GLib.timeout_add(1500, lambda: answer(text(f"{self.letter} took its time")))
        elif action != "hang":
            answer(text(str(action)))

    @dbus.service.method(PROVIDER)
    def EndRequest(self):
        note("EndRequest", self.letter)


def main():
    note("start")
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SessionBus()
    widgets = [Widget(bus, letter) for letter in "AB"]
    name = dbus.service.BusName("org.example.Pair", bus, do_not_queue=True)
    GLib.MainLoop().run()


main()
