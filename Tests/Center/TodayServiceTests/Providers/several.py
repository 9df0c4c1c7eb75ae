#!/usr/bin/python3
"""A program that provides two widgets.

usage: several.py [names]

It has one name, and an object below it for each widget, /org/example/Pair/A and B. With "names", it has a name and an object
for each, org.example.A and B. It exits if it gets none of its names.

Each call adds a line to the file $PROVIDER_LOG: process id, member, object.
"""

import os
import sys

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
    def __init__(self, bus, folder, letter):
        super().__init__(bus, folder + letter)
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
    hasNames = sys.argv[1:] == ["names"]
    folder = "/org/example/" if hasNames else "/org/example/Pair/"
    widgets = [Widget(bus, folder, letter) for letter in "AB"]
    names = []
    for name in ["org.example.A", "org.example.B"] if hasNames else ["org.example.Pair"]:
        try:
            names.append(dbus.service.BusName(name, bus, do_not_queue=True))
        except dbus.exceptions.NameExistsException:
            note("taken", name)
    if not names:
        sys.exit(1)
    GLib.MainLoop().run()


main()
