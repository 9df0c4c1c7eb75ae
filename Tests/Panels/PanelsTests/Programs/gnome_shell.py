#!/usr/bin/python3
"""Runs a GNOME Shell without a screen on the session bus, with the extension, and uses it like a person.

    gnome_shell.py run ZIP [UUID=ZIP...]   runs it, with extensions from zips, until SIGTERM
    gnome_shell.py open                    opens the popup of Today, or closes it, by the keyboard
    gnome_shell.py dump                    prints the shown texts in the form for screen readers
    gnome_shell.py press TEXT [NUMBER]     focuses the last object with this name, or the one with the number, and presses
                                           Return; with TODAY_VALUE in the environment, exits with 77, because it can't
                                           enter values
    gnome_shell.py click TEXT [NUMBER]     clicks on that object
    gnome_shell.py key NAME...             presses keys, such as Tab, Escape and Down, or small letters and digits
    gnome_shell.py describe TEXT           prints roles, states and places of objects with this name, and the texts of fields
    gnome_shell.py enable, disable         enables or disables the extension
    gnome_shell.py shot FILE               saves a picture of the screen

The process of run has the pointer and the keyboard. The others write to its pipe in XDG_RUNTIME_DIR/shell, which also has its
log. It needs gnome-shell, unzip, python3-gi and at-spi2-core.
"""

import functools
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

from gi.repository import Gio, GLib

ACCESSIBLE, ACTION, COMPONENT = (f"org.a11y.atspi.{name}" for name in ("Accessible", "Action", "Component"))
PROPERTIES = "org.freedesktop.DBus.Properties"
REGISTRY = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
UUID = "today-center@todaycenter.org"
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
SYSTEM_BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>custom</type><listen>unix:dir={folder}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""
SETTINGS = """[org/gnome/shell]
enabled-extensions=[{uuids}]
welcome-dialog-last-shown-version='99.0'
[org/gnome/desktop/interface]
enable-animations=false
toolkit-accessibility=true
"""
WIDTH, HEIGHT = 1280, 1024
KEYS = {"Escape": 1, "BackSpace": 14, "Tab": 15, "Return": 28, "space": 57, "Up": 103, "Left": 105, "Right": 106,
        "Down": 108, "Super": 125}
KEYS |= {letter: start + index for start, row in ((2, "1234567890"), (16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm"))
         for index, letter in enumerate(row)}


def wait(what, condition, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (value := condition()):
            return value
        time.sleep(0.02)
    sys.exit(f"{what}: not within {seconds} seconds")


@functools.cache
def session():
    return Gio.bus_get_sync(Gio.BusType.SESSION)


def owner(name):
    return session().call_sync(*BUS, "NameHasOwner", GLib.Variant("(s)", (name,)), None, 0, -1, None).unpack()[0]


# Running it

def run(extensions):
    home = pathlib.Path(os.environ["XDG_RUNTIME_DIR"], "shell")
    environment = dict(os.environ, HOME=str(home), GSETTINGS_BACKEND="keyfile", LIBGL_ALWAYS_SOFTWARE="1",
                       XDG_DATA_DIRS="/usr/local/share:/usr/share")
    for variable, folder in (("CONFIG", ".config"), ("DATA", ".local/share"), ("CACHE", ".cache"), ("STATE", ".state")):
        environment[f"XDG_{variable}_HOME"] = str(home / folder)
        (home / folder).mkdir(parents=True, exist_ok=True)
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "GNOME_SETUP_DISPLAY"):
        environment.pop(variable, None)
    settings = home / ".config/glib-2.0/settings/keyfile"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(SETTINGS.format(uuids=", ".join(f"'{uuid}'" for uuid, _ in extensions)))
    for uuid, archive in extensions:
        folder = home / ".local/share/gnome-shell/extensions" / uuid
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(["unzip", "-qo", archive, "-d", folder], check=True)
        if (folder / "schemas").exists():
            subprocess.run(["glib-compile-schemas", folder / "schemas"], check=True)
    # Removes the pipe of an earlier Shell.
    (home / "input").unlink(missing_ok=True)
    children = []

    def ended(*_):
        for child in children:
            child.terminate()
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, ended)
    signal.signal(signal.SIGINT, ended)
    # Its children outlive it, and must not keep the caller's output open.
    log = open(home / "log", "w", encoding="utf-8")
    configuration = home / "system-bus.conf"
    configuration.write_text(SYSTEM_BUS.format(folder=home))
    bus = subprocess.Popen(["dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address"],
                           stdout=subprocess.PIPE, stderr=log, text=True)
    children.append(bus)
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = bus.stdout.readline().strip()
    if not owner("org.a11y.Bus"):
        children.append(subprocess.Popen(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"],
                                         env=dict(environment, GSETTINGS_BACKEND="memory"), stdout=log, stderr=log))
        wait("accessibility", lambda: owner("org.a11y.Bus"))
    shell = subprocess.Popen(["gnome-shell", "--headless", "--no-x11", "--virtual-monitor", f"{WIDTH}x{HEIGHT}",
                              "--wayland-display", "today-center-test"], env=environment, stdout=log, stderr=log)
    children.append(shell)
    threading.Thread(target=serve, args=(home / "input",), daemon=True).start()
    shell.wait()
    ended()


# Shown objects

class Tree:
    def __init__(self):
        call = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None)
        address = wait("accessibility", lambda: owner("org.a11y.Bus")) and session().call_sync(*call).unpack()[0]
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def call(self, node, interface, member, arguments=None):
        return self.bus.call_sync(*node, interface, member, arguments, None, 0, 5000, None).unpack()

    def nodes(self):
        """Returns all nodes in reading order, each with its name. It leaves out nodes that vanish during the calls."""
        loop = GLib.MainLoop()
        self.waiting = 0

        def ask(node, interface, member, arguments, handle):
            def answered(bus, result):
                try:
                    handle(bus.call_finish(result).unpack()[0])
                except GLib.Error:
                    pass
                self.waiting -= 1
                if not self.waiting:
                    loop.quit()
            self.waiting += 1
            self.bus.call(*node, interface, member, arguments, None, 0, 5000, None, answered)

        def read(node, depth):
            """Requests the names and the children of many nodes at once."""
            found = {"node": node, "name": "", "children": []}
            if depth > 1:
                ask(node, PROPERTIES, "Get", GLib.Variant("(ss)", (ACCESSIBLE, "Name")),
                    lambda name: found.update(name=name))
            ask(node, ACCESSIBLE, "GetChildren", None, lambda children: found.update(
                children=[read(child, depth + 1) for child in children]))
            return found

        def flat(found):
            yield found["node"], found["name"]
            for child in found["children"]:
                yield from flat(child)

        root = read(REGISTRY, 0)
        loop.run()
        return list(flat(root))

    def role(self, node):
        return self.call(node, ACCESSIBLE, "GetRoleName")[0]

    def states(self, node):
        low, high = self.call(node, ACCESSIBLE, "GetState")[0]
        names = {4: "checked", 8: "enabled", 9: "expandable", 10: "expanded", 11: "focusable", 12: "focused", 25: "showing"}
        return [name for bit, name in names.items() if (low | high << 32) >> bit & 1]

    def named(self, text):
        return [node for node, name in self.nodes() if name == text]

    def focus(self, node):
        self.call(node, COMPONENT, "GrabFocus")

    def text(self, node):
        return self.call(node, "org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, -1)))[0]

    def place(self, node):
        return self.call(node, COMPONENT, "GetExtents", GLib.Variant("(u)", (0,)))[0]


# Pointer and keyboard

def serve(pipe):
    """Runs the lines of a pipe: clicks on positions, and presses keys."""
    name, interface = "org.gnome.Mutter.RemoteDesktop", "org.gnome.Mutter.RemoteDesktop.Session"
    wait(name, lambda: owner(name) and owner("org.gnome.Shell"))
    path = session().call_sync(name, "/org/gnome/Mutter/RemoteDesktop", name, "CreateSession", None, None, 0, -1,
                               None).unpack()[0]

    def call(member, signature=None, *values):
        session().call_sync(name, path, interface, member, signature and GLib.Variant(signature, values), None, 0, -1, None)

    call("Start")
    os.mkfifo(pipe)
    while True:
        with open(pipe, encoding="utf-8") as lines:
            for what, *numbers in map(str.split, lines):
                if what == "click":
                    # The position of the pointer is unknown: it first moves to an empty corner.
                    call("NotifyPointerMotionRelative", "(dd)", 9999.0, 9999.0)
                    x, y = map(float, numbers)
                    call("NotifyPointerMotionRelative", "(dd)", x - WIDTH + 1, y - HEIGHT + 1)
                for is_pressed in (True, False):
                    if what == "click":
                        call("NotifyPointerButton", "(ib)", 272, is_pressed)
                    else:
                        call("NotifyKeyboardKeycode", "(ub)", int(numbers[0]), is_pressed)


def send(line):
    pipe = pathlib.Path(os.environ["XDG_RUNTIME_DIR"], "shell", "input")
    wait("the pipe", pipe.exists)
    with open(pipe, "w", encoding="utf-8") as input:
        print(line, file=input)


def press(key):
    send(f"key {KEYS[key]}")


def main(command, *words):
    if command == "run":
        run([(UUID, words[0])] + [word.split("=", 1) for word in words[1:]])
    elif command == "open":
        tree = Tree()
        buttons = wait("the button", lambda: [node for node in tree.named("Today") if tree.role(node) == "menu"])
        tree.focus(buttons[0])
        press("Return")
    elif command == "press" and "TODAY_VALUE" in os.environ:
        sys.exit(77)
    elif command in ("press", "click"):
        tree = Tree()
        nodes = wait(f"something to press that is called {words[0]!r}", lambda: [
            node for node in tree.named(words[0]) if tree.role(node) not in ("label", "panel")])
        node = nodes[int(words[1]) if len(words) > 1 else -1]
        # The Shell scrolls to the focus.
        tree.focus(node)
        if command == "press":
            press("Return")
        else:
            x, y, width, height = tree.place(node)
            send(f"click {x + width // 2} {y + height // 2}")
    elif command == "dump":
        last = None
        for _, name in Tree().nodes():
            if name and name != last:
                print(name)
            last = name
    elif command == "key":
        for key in words:
            press(key)
    elif command == "describe":
        tree = Tree()
        for node in tree.named(words[0]):
            role = tree.role(node)
            print(role, *tree.states(node), *tree.place(node), *([tree.text(node)] if role == "text" else []))
    elif command in ("enable", "disable"):
        session().call_sync("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Extensions",
                            f"{command.capitalize()}Extension", GLib.Variant("(s)", (UUID,)), None, 0, -1, None)
    elif command == "shot":
        loop = GLib.MainLoop()
        name = "org.gnome.Screenshot"
        Gio.bus_own_name_on_connection(session(), name, 0, None, None)
        arguments = GLib.Variant("(bbs)", (False, False, os.path.abspath(words[0])))
        session().call("org.gnome.Shell", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", "Screenshot", arguments,
                       None, 0, -1, None, lambda bus, result: (bus.call_finish(result), loop.quit()))
        loop.run()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*sys.argv[1:])
