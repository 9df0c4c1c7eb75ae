#!/usr/bin/python3
"""A panel that writes its texts to the file in the variable PANEL_FILE. It follows the contract, except for the fault in the
variable FAULT. With --tap TEXT, it taps in the running one; the variable TODAY_VALUE is the value to enter. It needs
python3-dbus and python3-gi."""

import html
import os
import re
import sys
import time
from datetime import datetime
from zoneinfo import ZoneInfo

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

CENTER = "org.todaycenter.NotificationCenter1"
PATH = "/org/todaycenter/NotificationCenter1"
WIDGET = CENTER + ".Widget"
PROPERTIES = "org.freedesktop.DBus.Properties"
MANAGER = "org.freedesktop.DBus.ObjectManager"
NAME = "org.example.Panel"
FAULT = os.environ.get("FAULT", "")
KINDS = {"column", "row", "grid", "list", "text", "timer", "progress", "image", "button", "toggle", "chart", "section",
         "divider", "spacer", "checkbox", "slider", "clock", "entry"}
INPUTS = {"checkbox", "slider", "entry"}
CLOCKS = {"seconds": "%H:%M:%S", "date": "%Y-%m-%d", "date-time": "%Y-%m-%d %H:%M"}


def clock(seconds):
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def relative(seconds, form):
    minutes = int(seconds) // 60
    for unit, length in (("d", 1440), ("h", 60), ("min", 1)):
        if minutes >= length or unit == "min":
            return form.format(f"{minutes // length} {unit}")


def clean(text):
    if FAULT == "markup":
        text = html.unescape(re.sub("<[^>]*>", "", text))
    if FAULT != "terminal":
        text = re.sub("[\x00-\x09\x0b-\x1f\x7f-\x9f]", "", text)
    return text if FAULT == "override" else re.sub("[\u202a-\u202e]", "", text)


class Panel(dbus.service.Object):
    def __init__(self, bus):
        super().__init__(bus, "/panel")
        self.bus = bus
        self.widgets = {}
        self.today = []
        self.locked = False
        self.owner = None
        self.shown = None
        self.drawn_at = 0
        for saver in ["org.freedesktop.ScreenSaver"]:
            bus.add_signal_receiver(self.lock, "ActiveChanged", saver)
            try:
                screen = bus.get_object(saver, "/org/freedesktop/ScreenSaver", introspect=False)
                self.locked = bool(screen.GetActive(dbus_interface=saver))
            except dbus.DBusException:
                pass
        if FAULT != "subscribe":
            self.subscribe()
        bus.watch_name_owner(CENTER, self.change_owner)
        GLib.timeout_add(100, self.draw)
        if FAULT == "poll":
            GLib.timeout_add(2000, lambda: self.center(PROPERTIES).GetAll(CENTER))

    def subscribe(self):
        for member, interface in (("PropertiesChanged", PROPERTIES), ("InterfacesAdded", MANAGER),
                                  ("InterfacesRemoved", MANAGER)):
            self.bus.add_signal_receiver(self.receive, member, interface, path_keyword="path", sender_keyword="sender",
                                         member_keyword="member", destination_keyword="destination",
                                         byte_arrays=True)

    def lock(self, locked):
        self.locked = bool(locked)

    def center(self, interface=CENTER):
        return dbus.Interface(self.bus.get_object(CENTER, PATH, introspect=False), interface)

    def change_owner(self, owner):
        if not owner or FAULT == "restart" and self.owner:
            return
        self.owner = str(owner)
        self.read()
        if FAULT == "subscribe":
            self.subscribe()
        if FAULT == "other-connection":
            other = dbus.bus.BusConnection(os.environ["DBUS_SESSION_BUS_ADDRESS"])
            self.other = other
            return dbus.Interface(other.get_object(CENTER, PATH, introspect=False), CENTER).BeginViewing(
                {"Name": "panel.py"}, signature="a{sv}")
        if FAULT != "viewing":
            size = "large" if FAULT == "options" else dbus.Struct((320.0, 110.0))
            try:
                self.center().BeginViewing({"Name": "panel.py", "CompactSize": size}, signature="a{sv}")
            except dbus.DBusException:
                pass

    def read(self):
        objects = self.center(MANAGER).GetManagedObjects(byte_arrays=True)
        former = self.widgets if FAULT == "former" else {}
        self.widgets = {path: dict(all[WIDGET]) for path, all in objects.items() if WIDGET in all} | former
        self.take(self.center(PROPERTIES).GetAll(CENTER))

    def take(self, values):
        self.today = list(values.get("Arrangement" if FAULT == "arrangement" else "Today", self.today))
        if FAULT == "order":
            self.today.sort()
        if "StateError" in values:
            self.trouble = str(values["StateError"])

    def receive(self, *arguments, path, sender, member, destination):
        if sender != self.owner and FAULT != "stranger" and not (destination and FAULT == "unicast"):
            return
        if FAULT == "refresh":
            self.center().PerformUpdate("org.example.First", ignore_reply=True)
        if member == "InterfacesAdded" and WIDGET in arguments[1] and FAULT != "added":
            self.widgets[arguments[0]] = dict(arguments[1][WIDGET])
        elif member == "InterfacesRemoved" and WIDGET in arguments[1]:
            self.widgets.pop(arguments[0], None)
        elif member == "PropertiesChanged":
            interface, changed, _ = arguments
            if interface == CENTER:
                self.take(changed)
            elif path in self.widgets and (interface == WIDGET or FAULT == "interface"):
                if FAULT == "reread":
                    changed = dbus.Interface(self.bus.get_object(CENTER, path, introspect=False), PROPERTIES).GetAll(
                        WIDGET, byte_arrays=True)
                if FAULT == "name":
                    changed.pop("Name", None)
                if FAULT == "words" and changed.get("State", "idle") not in ("idle", "updating"):
                    os._exit(1)
                self.widgets[path].update(changed)

    def identifier(self, path, widget):
        if FAULT == "unescape":
            element = path.rsplit("/", 1)[1]
            return re.sub("_([0-9a-f]{2})", lambda match: chr(int(match[1], 16)), element)
        return str(widget["Identifier"])

    def by_today(self):
        known = {self.identifier(path, widget): widget for path, widget in self.widgets.items()}
        return [known[identifier] for identifier in self.today if identifier in known]

    # Texts

    def visible(self, node, mode):
        attributes = node[1]
        if self.locked and attributes.get("private") and FAULT != "private":
            return False
        if "modes" in attributes and mode not in attributes["modes"] and FAULT != "modes":
            return False
        now = (self.drawn_at or time.time()) * 1e6 if FAULT == "time" else time.time() * 1e6
        return attributes.get("show-after", 0) <= now < attributes.get("show-before", 2 ** 64)

    def children(self, node, mode):
        return [child for child in node[2] if self.visible(child, mode)]

    def lines(self, node, mode):
        kind, attributes, _ = node
        children = self.children(node, mode)
        if kind in KINDS and FAULT == "kind-fallback" and "fallback" in attributes:
            return [clean(attributes["fallback"])]
        if kind not in KINDS:
            if FAULT != "fallback" and "fallback" in attributes:
                return [clean(attributes["fallback"])]
            kind = "column"
        if kind in ("row", "grid"):
            return ["  ".join(line for child in children for line in self.lines(child, mode))]
        if kind == "list" and attributes.get("visible-rows", 0) and FAULT != "rows":
            children = children[:int(attributes["visible-rows"])]
        if kind in ("column", "list", "section"):
            lines = [line for child in children for line in self.lines(child, mode)]
            if FAULT == "reverse":
                lines.reverse()
            return ([clean(attributes["label"])] if kind == "section" and FAULT != "section" else []) + lines
        if kind == "text":
            if FAULT == "style" and attributes.get("style", "body") not in ("title", "body", "caption", "headline"):
                return []
            lines = clean(attributes["text"]).split("\n")
            most = int(attributes.get("lines", 0)) if FAULT != "lines" else 0
            return lines[:most - 1] + [lines[most - 1] + "…"] if 0 < most < len(lines) else lines
        if kind == "timer":
            now = (self.drawn_at or time.time()) if FAULT == "tick" else time.time()
            if attributes.get("style") == "relative" and "since" in attributes:
                passed = now - attributes["since"] / 1e6
                return ["now" if passed < 60 and FAULT != "zero" else relative(passed, "{} ago")]
            if attributes.get("style") == "relative":
                return [relative(attributes["until"] / 1e6 - now + 59, "in {}")]
            if "since" in attributes:
                return [clock(now - attributes["since"] / 1e6)]
            left = attributes["until"] / 1e6 - now
            seconds = left // 1 if FAULT == "down" else -(-left // 1)
            return [clock(seconds) if left > 0 else clean(attributes.get("finished-text", "0:00"))]
        if kind == "progress":
            return [f"{attributes.get('value', 0):.0%}"]
        if kind == "image":
            if FAULT == "image" and "data" in attributes:
                os._exit(1)
            return [clean(attributes.get("description", ""))]
        if kind == "button":
            return [f"[{clean(attributes['label'])}]"]
        if kind == "clock":
            now = time.time()
            if FAULT == "clock":
                self.first_clock = now = getattr(self, "first_clock", now)
            form = CLOCKS.get(attributes.get("style"), "%H:%M")
            return [datetime.fromtimestamp(now, ZoneInfo(attributes.get("zone", "UTC"))).strftime(form)]
        if kind in ("slider", "entry"):
            return [clean(attributes["label"])]
        if kind in ("toggle", "checkbox"):
            return [f"({'x' if attributes['value'] else ' '}) {clean(attributes['label'])}"]
        return []

    def draw(self):
        blocks = [getattr(self, "trouble", "")] if FAULT != "trouble" else []
        for widget in self.by_today()[:100 if FAULT == "crowd" else None]:
            mode = "expanded" if FAULT == "large" else widget["DisplayMode"]
            content = widget["Content"]
            lines = self.lines(content, mode) if content[0] and self.visible(content, mode) else ["Nothing to show"]
            error = clean(widget["Error"]).split("\n")[0]
            if FAULT == "kind" and widget.get("ErrorKind", "app") != "app":
                error = "It has failed" if error else ""
            if error:
                lines = [error] if FAULT == "error" else lines + [error]
            count, name = int(widget.get("Badge", 0)), clean(widget["Name"])
            if widget.get("Attention", "none") != "none" and FAULT != "attention":
                name += f" ({min(count, 9999)}{'+' if count > 9999 else ''})" if count else " *"
            blocks.append("\n".join([name] + lines))
        state = repr((self.widgets, self.today)) if FAULT in ("tick", "time") else None
        if state is None or state != getattr(self, "state", None):
            self.state = state
            self.drawn_at = time.time()
        text = "\n\n".join(blocks) + "\n"
        if text != self.shown:
            self.shown = text
            with open(os.environ["PANEL_FILE"] + ".new", "w") as file:
                file.write(text)
            os.rename(os.environ["PANEL_FILE"] + ".new", os.environ["PANEL_FILE"])
        return True

    # Taps

    def find(self, node, text, mode, above=(), enabled=True):
        attributes = node[1]
        enabled = enabled and (attributes.get("enabled", True) or FAULT == "disabled")
        above = above + ((node,) if "action" in attributes or "url" in attributes else ())
        if text in (attributes.get("label"), attributes.get("text")):
            if node[0] in INPUTS and "action" not in attributes and FAULT != "no-action":
                enabled = False
            return list(above) if enabled else []
        for child in self.children(node, mode):
            found = self.find(child, text, mode, above, enabled)
            if found is not None:
                return found
        return None

    @dbus.service.method(NAME, in_signature="sas")
    def Tap(self, text, values):
        for widget in self.by_today():
            nodes = self.find(widget["Content"], text, widget["DisplayMode"])
            for node in (nodes or [])[0 if FAULT == "bubble" else -1:]:
                self.tap(widget, node, values)

    def tap(self, widget, node, values):
        attributes = node[1]
        if "url" in attributes:
            url = attributes["url"].replace("%20", " ") if FAULT == "url" else attributes["url"]
            return self.center().OpenURL(widget["Identifier"], url, {}, signature="ssa{sv}", ignore_reply=True)
        parameter = [attributes["parameter"]] if "parameter" in attributes else []
        if FAULT == "parameter":
            parameter = [str(value) for value in parameter]
        if FAULT == "parameter-type":
            parameter = [dbus.Int64(value) if isinstance(value, int) else value for value in parameter]
        if node[0] == "toggle":
            parameter = [bool(attributes["value"]) == (FAULT == "toggle")]
        if node[0] == "checkbox":
            parameter = [bool(attributes["value"]) == (FAULT == "checkbox")]
        if node[0] == "slider":
            parameter = [self.rounded(attributes, float(values[0]))]
        if node[0] == "entry":
            if not values[0] and FAULT != "empty":
                return
            parameter = [values[0].upper() if FAULT == "entry" else values[0]]
        data = {"revision": dbus.UInt64(widget["Revision"])} if FAULT != "revision" else {}
        if "id" in attributes:
            data["node"] = attributes["id"]
        call = self.center().InvokeAction
        arguments = (widget["Identifier"], attributes["action"], dbus.Array(parameter, signature="v"), data)
        if FAULT == "wait":
            return call(*arguments, signature="ssava{sv}", timeout=60)
        call(*arguments, signature="ssava{sv}", reply_handler=lambda: None, error_handler=self.fail)

    def rounded(self, attributes, value):
        low, high, step = attributes.get("minimum", 0.0), attributes.get("maximum", 1.0), attributes.get("step", 0.0)
        if step and FAULT != "slider":
            value = low + round((value - low) / step) * step
        return dbus.Double(min(max(value, low), high))

    def fail(self, error):
        if FAULT == "fail":
            os._exit(1)


bus = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop())
if sys.argv[1:2] == ["--tap"]:
    bus.get_object(NAME, "/panel", introspect=False).Tap(
        sys.argv[2], dbus.Array([os.environ[name] for name in ["TODAY_VALUE"] if name in os.environ], signature="s"),
        dbus_interface=NAME)
else:
    panel = Panel(bus)
    name = dbus.service.BusName(NAME, bus)
    GLib.MainLoop().run()
