#!/usr/bin/python3
"""Measures GNOME Shell while 20 widgets change once a second: with the popup closed, and open.

    XDG_RUNTIME_DIR=$(mktemp -d) dbus-run-session -- frames.py TODAYD [SECONDS]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from gi.repository import Gio, GLib

import gnome_shell as shell

CENTER = ("org.todaycenter.NotificationCenter1", "/org/todaycenter/NotificationCenter1", "org.todaycenter.NotificationCenter1")
PROBE = ("org.todaycenter.FrameProbe", "/org/todaycenter/FrameProbe", "org.todaycenter.FrameProbe")
HERE = pathlib.Path(__file__).resolve().parent
WIDGETS = 20


def call(place, method, arguments=None):
    return shell.session().call_sync(*place, method, arguments, None, 0, -1, None).unpack()


def push(widget, number):
    tree = {"kind": "column", "children": [
        {"kind": "row", "children": [
            {"kind": "image", "icon": "weather-showers"}, {"kind": "text", "text": f"Value {number}", "style": "headline"},
            {"kind": "spacer"}, {"kind": "text", "text": f"{number * 7 % 100} %", "color": "secondary"}]},
        {"kind": "progress", "value": number * 7 % 100 / 100},
        {"kind": "chart", "values": [(number + step * step) % 17 for step in range(30)]},
        {"kind": "button", "label": f"Button {number}", "action": "today.refresh"}]}
    changes = {"Content": GLib.Variant("s", json.dumps(tree))}
    shell.session().call(*CENTER, "UpdateWidget", GLib.Variant("(sa{sv})", (f"org.example.W{widget}", changes)), None, 0, -1,
                         None, None)


def measure(what, seconds, pause, widgets):
    """Changes some widgets repeatedly, with a pause between changes."""
    loop, state = GLib.MainLoop(), {"turn": 0}

    def turn():
        state["turn"] += 1
        for widget in widgets(state["turn"]):
            push(widget, state["turn"])
        return True

    call(PROBE, "Begin")
    source = GLib.timeout_add(pause, turn)
    GLib.timeout_add_seconds(seconds, loop.quit)
    loop.run()
    GLib.source_remove(source)
    print(f"{what}: {call(PROBE, 'End')[0]}", flush=True)


def main(todayd, seconds="10"):
    folder = pathlib.Path(tempfile.mkdtemp())
    for name in ("state", "data", "config", "cache"):
        os.environ[f"XDG_{name.upper()}_HOME"] = str(folder / name)
    pack = HERE.parents[3] / "data/panels/gnome-shell/pack"
    archive = subprocess.run([pack, "43"], cwd=folder, check=True, capture_output=True, text=True).stdout.splitlines()[-1]
    subprocess.run(["zip", "-qrj", folder / "probe.zip", HERE / "frame-probe"], check=True)
    log = open(folder / "log", "w", encoding="utf-8")
    processes = [
        subprocess.Popen([todayd], stderr=log),
        subprocess.Popen([sys.executable, HERE / "gnome_shell.py", "run", archive,
                          f"frame-probe@todaycenter.org={folder}/probe.zip"], stdout=log, stderr=log)]
    try:
        shell.wait("the center", lambda: shell.owner(CENTER[0]))
        shell.wait("the probe", lambda: shell.owner(PROBE[0]))
        for widget in range(WIDGETS):
            definition = {"Name": GLib.Variant("s", f"Widget {widget}")}
            call(CENTER, "RegisterWidget", GLib.Variant("(sa{sv})", (f"org.example.W{widget}", definition)))
            push(widget, 0)
        # A new session is busy at first.
        time.sleep(5)
        all_of_them, none_of_them = (lambda turn: range(WIDGETS)), (lambda turn: [])
        measure("closed, nothing changes", int(seconds), 1000, none_of_them)
        measure("closed, 20 change at once", int(seconds), 1000, all_of_them)
        shell.main("open")
        time.sleep(2)
        measure("open, nothing changes", int(seconds), 1000, none_of_them)
        measure("open, 20 change at once", int(seconds), 1000, all_of_them)
        measure("open, one after the other", int(seconds), 50, lambda turn: [turn % WIDGETS])
    finally:
        for process in processes:
            process.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
