#!/usr/bin/python3
"""Prints what the graphical programs on the session bus show to a screen reader, or presses a button.

    accessible.py --start COMMAND...   starts accessibility on the bus, then becomes the command
    accessible.py                      prints the names of all shown objects, in reading order
    accessible.py --press TEXT         presses the object with this name; with TODAY_VALUE in the environment, moves the
                                       slider to this number, or enters this text in the entry

These are hooks for 'today-conformance panel', for panels of GTK 4, Qt or GNOME Shell. It needs python3-gi and at-spi2-core.
"""

import os
import subprocess
import sys
import time

from gi.repository import Gio, GLib

ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
TEXT = "org.a11y.atspi.Text"
EDITABLE = "org.a11y.atspi.EditableText"
VALUE = "org.a11y.atspi.Value"
CANNOT_ENTER = 77
PROPERTIES = "org.freedesktop.DBus.Properties"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
LAUNCHER = "/usr/libexec/at-spi-bus-launcher"


def start(command):
    subprocess.Popen([LAUNCHER, "--launch-immediately"], env=dict(os.environ, GSETTINGS_BACKEND="memory"))
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    call = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner")
    for _ in range(200):
        owned = bus.call_sync(*call, GLib.Variant("(s)", ("org.a11y.Bus",)), None, 0, -1, None)
        if owned.unpack()[0]:
            break
        time.sleep(0.05)
    os.environ["GTK_A11Y"] = "atspi"
    os.execvp(command[0], command)


class Tree:
    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address.unpack()[0], flags, None, None)

    def call(self, node, interface, member, arguments=None):
        return self.bus.call_sync(*node, interface, member, arguments, None, 0, 5000, None).unpack()

    def name(self, node):
        arguments = GLib.Variant("(ss)", (ACCESSIBLE, "Name"))
        return self.call(node, PROPERTIES, "Get", arguments)[0]

    def shown(self, node, name):
        """Returns the shown part of a name: a text cut off after some lines can have all of its words as its name."""
        if "\n" in name and TEXT in self.call(node, ACCESSIBLE, "GetInterfaces")[0]:
            count = self.call(node, PROPERTIES, "Get", GLib.Variant("(ss)", (TEXT, "CharacterCount")))[0]
            return self.call(node, TEXT, "GetText", GLib.Variant("(ii)", (0, count)))[0] or name
        return name

    def nodes(self):
        """Returns all nodes in reading order, each with its name. It leaves out nodes that vanish during the calls.

        Many calls run at once, because a round trip for each node of a full panel would take seconds.
        """
        calls, loop, flying = [], GLib.MainLoop(), 0
        root = {"node": REGISTRY, "name": None, "children": [], "depth": 0}

        def send():
            nonlocal flying
            while calls and flying < 256:
                entry, interface, member, arguments, apply = calls.pop()
                flying += 1
                self.bus.call(
                    *entry["node"], interface, member, arguments, None, 0, 5000, None, finish, (entry, apply))

        def finish(bus, result, context):
            nonlocal flying
            flying -= 1
            entry, apply = context
            try:
                apply(entry, bus.call_finish(result).unpack()[0])
            except GLib.Error:
                pass
            send()
            if not flying:
                loop.quit()

        def read(entry):
            if entry["depth"] > 1:
                calls.append((entry, PROPERTIES, "Get", GLib.Variant("(ss)", (ACCESSIBLE, "Name")), named))
            calls.append((entry, ACCESSIBLE, "GetChildren", None, parent))

        def named(entry, name):
            entry["name"] = name

        def parent(entry, children):
            depth = entry["depth"] + 1
            if depth <= 60:
                entry["children"] = [{"node": n, "name": None, "children": [], "depth": depth} for n in children]
                for child in entry["children"]:
                    read(child)

        def shown(entry):
            if entry["name"] is not None:
                try:
                    yield entry["node"], self.shown(entry["node"], entry["name"])
                except GLib.Error:
                    return
            for child in entry["children"]:
                yield from shown(child)

        read(root)
        send()
        loop.run()
        return shown(root)

    def pressing(self, node):
        """Returns the number of the press action, if the node has one. Labels have others, such as a menu."""
        try:
            if ACTION not in self.call(node, ACCESSIBLE, "GetInterfaces")[0]:
                return None
            actions = self.call(node, ACTION, "GetActions")[0]
        except GLib.Error:  # The node has vanished.
            return None
        names = [action[0].lower() for action in actions]
        return next((i for i, name in enumerate(names) if name in ("click", "activate", "press", "toggle")), None)

    def press(self, text):
        # A button around other nodes has a name made from them, and comes before them.
        nodes = [node for node, name in self.nodes() if name == text]
        for node in reversed(nodes):
            if (number := self.pressing(node)) is not None:
                return self.call(node, ACTION, "DoAction", GLib.Variant("(i)", (number,)))
        sys.exit(f"nothing to press with the name {text!r}")

    def enter(self, text, value):
        """Moves a slider to a number, or fills in an entry and presses Return."""
        for node, name in list(self.nodes()):
            interfaces = self.call(node, ACCESSIBLE, "GetInterfaces")[0] if name == text else []
            if EDITABLE in interfaces:
                number = self.pressing(node)
                if number is None:
                    print(f"{text!r} can't be activated", file=sys.stderr)
                    sys.exit(CANNOT_ENTER)
                self.call(node, EDITABLE, "SetTextContents", GLib.Variant("(s)", (value,)))
                if self.call(node, ACTION, "DoAction", GLib.Variant("(i)", (number,)))[0]:
                    return
                print(f"{text!r} can't be activated", file=sys.stderr)
                sys.exit(CANNOT_ENTER)
            if VALUE in interfaces:
                number = GLib.Variant("d", float(value))
                return self.call(node, PROPERTIES, "Set", GLib.Variant("(ssv)", (VALUE, "CurrentValue", number)))
        print(f"no slider or entry with the name {text!r}", file=sys.stderr)
        sys.exit(CANNOT_ENTER)


if sys.argv[1:2] == ["--start"]:
    start(sys.argv[2:])
elif sys.argv[1:2] == ["--press"] and "TODAY_VALUE" in os.environ:
    Tree().enter(sys.argv[2], os.environ["TODAY_VALUE"])
elif sys.argv[1:2] == ["--press"]:
    Tree().press(sys.argv[2])
else:
    last = None
    for _, name in Tree().nodes():
        # A button and the label on it have the same name.
        if name and name != last:
            print(name)
        last = name
