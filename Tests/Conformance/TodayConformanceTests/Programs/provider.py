#!/usr/bin/python3
"""A provider that follows the contract, except for the fault in FAULT. It needs python3-dbus and python3-gi."""

import os
import signal
import sys
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PROVIDER = "org.todaycenter.NotificationCenter1.Provider"
CENTER = "org.todaycenter.NotificationCenter1"
NAME = "org.example.Provider"
PATH = "/org/example/Provider"
FAULT = os.environ.get("FAULT", "")
CONTEXT = {"Identifier", "Version", "Reason", "DisplayMode", "Size", "CompactSize", "ExpandedSize",
           "ProposedMarginInsets", "Locale", "ColorScheme", "Viewing", "Settings"}
REASONS = {"start", "visible", "interval", "next-update", "requested", "has-content", "wake", "context", "settings"}


class Refused(dbus.DBusException):
    _dbus_error_name = "org.example.Refused"


def node(kind, attributes, children=()):
    values = dbus.Dictionary(attributes, signature="sv")
    return dbus.Struct((kind, values, dbus.Array(children, signature="v")), signature="sa{sv}av")


def now():
    return int(time.time() * 1e6)


class Provider(dbus.service.Object if FAULT == "instance" else dbus.service.FallbackObject):
    greeted = False
    sender = None
    updates = 0
    city = ""
    first = None

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.lamps = {}
        self.boxes = {}
        self.volumes = {}

    def changes(self, city="", path=None):
        self.updates += 1
        self.lamps.setdefault(path, True)
        text = node("text", {"text": f"the weather of {city}"})
        button = node("button", {"label": "Go", "action": "go", "parameter": dbus.Int64(7), "id": "go"})
        switch = node("toggle", {"label": "Lamp", "value": self.lamps[path], "action": "lamp"})
        box = node("checkbox", {"label": "Milk", "value": self.boxes.get(path, False), "action": "milk"})
        volume = node("slider", {"label": "Volume", "value": self.volumes.get(path, 0.5), "action": "volume"})
        entry = node("entry", {"label": "Add a task", "action": "add"})
        tree = node("column", {}, [text, button, switch, box, volume, entry])
        if FAULT == "bad-content":
            tree = node("progress", {"value": 1.5})
        if FAULT == "unknown-kind":
            tree = node("hologram", {})
        changes = {"Content": tree, "NextUpdate": dbus.UInt64(now() + 60_000_000)}
        if FAULT == "seconds":
            changes["NextUpdate"] = dbus.UInt64(int(time.time()) + 60)
        if FAULT == "past":
            changes["NextUpdate"] = dbus.UInt64(now() - 3_600_000_000)
        if FAULT == "wrong-type":
            changes["HasContent"] = "yes"
        if FAULT == "too-large":
            changes.update({"DisplayMode": "expanded", "LargestDisplayMode": "compact"})
        return changes

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="a{sv}")
    def BeginRequest(self, context):
        self.greeted = True
        return {}

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="s" if FAULT == "signature" else "sa{sv}",
                         sender_keyword="sender", path_keyword="path", async_callbacks=("reply", "fail"))
    def PerformUpdate(self, context, reply, fail, sender=None, path=None):
        self.sender = self.sender or sender
        if FAULT == "shared-state":
            path = None
        if FAULT == "silent" and self.updates > 0:
            return
        if FAULT == "crash" and context["Reason"] == "wake":
            os._exit(1)
        if FAULT == "signature":
            return reply("new-data")
        if FAULT == "greeting" and not self.greeted:
            return fail(Refused("BeginRequest was never called"))
        if FAULT == "context" and set(context) - CONTEXT:
            return fail(Refused("unknown keys"))
        if FAULT == "reason" and context["Reason"] not in REASONS:
            return fail(Refused("an unknown reason"))
        if FAULT == "version" and context["Version"] != 3:
            return fail(Refused("another version"))
        if FAULT == "one-center" and sender != self.sender:
            return fail(Refused("another caller"))
        if FAULT == "once" and self.updates > 1:
            return fail(Refused("it was updated"))
        settings = context["Settings"]
        if FAULT == "first-settings":
            settings = self.first = self.first or settings
        if settings["Folder"].startswith("/no/"):
            if FAULT == "folder":
                return fail(Refused("the folder doesn't exist"))
            kind = {"ErrorKind": "frozen"} if FAULT == "kind" else {}
            return reply("failed", {"Error": "The folder doesn't exist", **kind})
        if FAULT == "setting" and settings["Unit"] != "celsius":
            return fail(Refused("an unknown unit"))
        if FAULT == "later-setting" and set(settings) - {"City", "Unit", "Days", "Folder"}:
            return fail(Refused("an unknown setting"))
        city = settings["City"][:100]
        if FAULT == "mixed":
            self.city = self.city if self.city.startswith("a-word") else city
            city = self.city
        if FAULT == "mute-error":
            return fail(Refused(""))
        if FAULT == "no-reason":
            return reply("failed", {})
        if FAULT == "eager":
            center = bus.get_object(CENTER, "/org/todaycenter/NotificationCenter1")
            center.PerformUpdate(NAME, dbus_interface=CENTER, reply_handler=print, error_handler=print)
        if FAULT == "no-data":
            return reply("no-data", self.changes())
        reply("newdata" if FAULT == "word" else "new-data", self.changes(city, path))

    if FAULT != "no-actions":
        @dbus.service.method(PROVIDER, in_signature="sava{sv}", out_signature="a{sv}", path_keyword="path")
        def InvokeAction(self, action, parameter, data, path=None):
            if action not in ("go", "lamp", "milk", "volume", "add"):
                if FAULT == "crash-at-action":
                    os._exit(1)
                raise Refused(f"the widget has no action {action}")
            if FAULT == "platform-data" and set(data) - {"node", "revision"}:
                raise Refused("unknown data")
            if action == "lamp":
                everywhere = FAULT in ("shared-state", "tap-for-others")
                self.lamps.update((other, bool(parameter[0])) for other in (list(self.lamps) if everywhere else [path]))
            if action == "milk" and (parameter or FAULT != "ignored-tap"):
                self.boxes[path] = bool(parameter[0]) if parameter else not self.boxes.get(path, False)
            if action == "volume" and (parameter or FAULT == "zero-volume"):
                self.volumes[path] = parameter[0] if parameter else 0.0
            if action == "add" and not parameter and FAULT == "empty-entry":
                raise Refused("the text is missing")
            if FAULT == "age":
                return dbus.Dictionary({"UpdatedAt": dbus.UInt64(1)}, signature="sv")
            return dbus.Dictionary({"Attention": "loud"} if FAULT == "attention" else {}, signature="sv")

    if FAULT == "error-at-appear":
        @dbus.service.method(PROVIDER)
        def Appear(self):
            raise Refused("Appear isn't supported")

    @dbus.service.method(PROVIDER, in_signature="s(dd)", out_signature="a{sv}")
    def DisplayModeChanged(self, mode, size):
        if FAULT == "mode" and mode == "compact":
            raise Refused("it stays expanded")
        return {}

    @dbus.service.method(PROVIDER, async_callbacks=("reply", "fail"))
    def EndRequest(self, reply, fail):
        if FAULT == "abrupt":
            os._exit(0)
        reply()
        if FAULT != "stays":
            GLib.idle_add(loop.quit)


bus = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop())
loop = GLib.MainLoop()
if FAULT == "memory":
    ballast = bytearray(os.urandom(1 << 20)) * 80
widget = Provider(bus, "/elsewhere" if FAULT == "path" else PATH)
if FAULT != "name":
    name = dbus.service.BusName(NAME, bus, do_not_queue=FAULT != "queue", allow_replacement=False)
if FAULT == "survivor":
    bus.set_exit_on_disconnect(False)
loop.run()
sys.exit(3 if FAULT == "status" else 0)
