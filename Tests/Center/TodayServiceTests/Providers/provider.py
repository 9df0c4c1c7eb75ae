#!/usr/bin/python3
"""A widget's provider, written without any code of this project.

usage: provider.py BEHAVIOR [IDENTIFIER]

Each call adds a line to the file $PROVIDER_LOG: process id, member, reason.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

CENTER = "org.todaycenter.NotificationCenter1"
CENTER_PATH = "/org/todaycenter/NotificationCenter1"
PROVIDER = CENTER + ".Provider"

IDENTIFIER = os.environ.get("TODAYCENTER_WIDGET") or sys.argv[2]


def note(member, detail=""):
    """Appends a line to the log, in one write. Returns how many of its lines have this member."""
    path = os.environ["PROVIDER_LOG"]
    with open(path, "a") as log:
        log.write(f"{os.getpid()} {member} {detail}".strip() + "\n")
    with open(path) as log:
        return sum(1 for line in log if line.split()[1] == member)


def text(string):
    return {"Content": '{"kind":"text","text":"%s"}' % string}


class Good(dbus.service.Object):
    """Answers all calls. The n-th update shows "update n"."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="a{sv}")
    def BeginRequest(self, context):
        note("BeginRequest", context["Reason"])
        return text("cached")

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        count = note("PerformUpdate", context["Reason"])
        return "new-data", text(f"update {count}")

    @dbus.service.method(PROVIDER, in_signature="sava{sv}", out_signature="a{sv}")
    def InvokeAction(self, action, parameter, platform_data):
        note("InvokeAction", action)
        return text(f"{action} {[str(value) for value in parameter]}")


class Bare(dbus.service.Object):
    """Has only the method that every provider has."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        count = note("PerformUpdate", context["Reason"])
        return "new-data", text(f"update {count}")


class Silent(Good):
    """Never answers."""

    @dbus.service.method(
        PROVIDER, in_signature="a{sv}", out_signature="sa{sv}", async_callbacks=("answer", "refuse"))
    def PerformUpdate(self, context, answer, refuse):
        note("PerformUpdate", context["Reason"])


class SilentOnce(Good):
    """The first process never answers an update."""

    @dbus.service.method(
        PROVIDER, in_signature="a{sv}", out_signature="sa{sv}", async_callbacks=("answer", "refuse"))
    def PerformUpdate(self, context, answer, refuse):
        count = note("PerformUpdate", context["Reason"])
        if count > 1:
            answer("new-data", text(f"update {count}"))


class UnknownWord(Good):
    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        return "splendid", text("never shown")


class WrongSignature(Good):
    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="i")
    def PerformUpdate(self, context):
        return 7


class InvalidContent(Good):
    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        return "new-data", {"Content": '{"kind":"column","children":[{"kind":"progress","value":1.5}]}'}


class CallsBack(Good):
    """Pushes during its own update."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        center = dbus.Interface(self.connection.get_object(CENTER, CENTER_PATH), CENTER)
        revision = center.UpdateWidget(context["Identifier"], text("pushed"))
        note("PerformUpdate", str(revision))
        return "no-data", {}


def ask(how):
    """Makes the center update this widget, and notes the answer."""
    bus = dbus.SessionBus(private=True) if how == "asks-aside" else dbus.SessionBus()
    center = dbus.Interface(bus.get_object(CENTER, CENTER_PATH), CENTER)
    try:
        if how == "asks-by-tap":
            note("answer", center.InvokeAction(IDENTIFIER, "today.refresh", dbus.Array(signature="v"), {}))
        else:
            note("answer", center.PerformUpdate(IDENTIFIER))
    except dbus.DBusException as error:
        note("answer", error.get_dbus_name())


class Asks(Good):
    """Requests an update during that update."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="a{sv}")
    def BeginRequest(self, context):
        if sys.argv[1] == "asks-first":
            ask(sys.argv[1])
        return Good.BeginRequest(self, context)

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        if sys.argv[1] not in ("asks-first", "asks-early"):
            ask(sys.argv[1])
        return Good.PerformUpdate(self, context)


class DiesOnce(Good):
    """The first process dies during an update."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        count = note("PerformUpdate", context["Reason"])
        if count == 1:
            os._exit(1)
        return "new-data", text(f"update {count}")


class LeavesOnce(Good):
    """The first process leaves the bus during an update, and keeps running."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        count = note("PerformUpdate", context["Reason"])
        if count == 1:
            self.connection.set_exit_on_disconnect(False)
            self.connection.close()
        return "new-data", text(f"update {count}")


class Dies(Good):
    """Dies during each call."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        note("PerformUpdate", context["Reason"])
        os._exit(1)

    @dbus.service.method(PROVIDER, in_signature="sava{sv}", out_signature="a{sv}")
    def InvokeAction(self, action, parameter, platform_data):
        note("InvokeAction", action)
        os._exit(1)


class Slow(Good):
    """Handles one call at a time, and sleeps during a tap."""

    @dbus.service.method(PROVIDER, in_signature="sava{sv}", out_signature="a{sv}")
    def InvokeAction(self, action, parameter, platform_data):
        note("InvokeAction", action)
        time.sleep(1000)


class Polite(Good):
    """Exits some time after the reply to EndRequest."""

    @dbus.service.method(PROVIDER)
    def EndRequest(self):
        note("EndRequest")
        GLib.timeout_add(300, self.leave)

    def leave(self):
        note("gone")
        os._exit(0)

    @dbus.service.method(PROVIDER, in_signature="s(dd)", out_signature="a{sv}")
    def DisplayModeChanged(self, mode, size):
        note("DisplayModeChanged", f"{mode} {size[0]:.0f}x{size[1]:.0f}")
        return text(mode)

    @dbus.service.method(PROVIDER)
    def Appear(self):
        note("Appear")

    @dbus.service.method(PROVIDER)
    def Disappear(self):
        note("Disappear")


class Deaf(Good):
    """Answers EndRequest, and keeps running."""

    @dbus.service.method(PROVIDER)
    def EndRequest(self):
        note("EndRequest")


class Suspicious(Good):
    """Notes its callers. It leaves the bus before it answers EndRequest, so that its caller notices the exit."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="a{sv}", sender_keyword="sender")
    def BeginRequest(self, context, sender=None):
        note("BeginRequest", sender)
        return {}

    @dbus.service.method(PROVIDER, sender_keyword="sender")
    def EndRequest(self, sender=None):
        note("EndRequest", sender)
        os._exit(0)


class DiesTwice(Good):
    """The first two processes die during an update."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        count = note("PerformUpdate", context["Reason"])
        if count <= 2:
            os._exit(1)
        return "new-data", text(f"update {count}")


class Greedy(Good):
    """Takes 64 MB, then answers."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        self.hoard = bytearray(os.urandom(1 << 20)) * 64
        return Good.PerformUpdate(self, context)


class GreedySilent(Good):
    """Takes 64 MB, and doesn't answer."""

    @dbus.service.method(
        PROVIDER, in_signature="a{sv}", out_signature="sa{sv}", async_callbacks=("answer", "refuse"))
    def PerformUpdate(self, context, answer, refuse):
        note("PerformUpdate", context["Reason"])
        self.hoard = bytearray(os.urandom(1 << 20)) * 64


class GreedyLater(Good):
    """Answers, and takes 64 MB after the test made the file $PROVIDER_LOG.take. The answer has arrived by then."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        GLib.timeout_add(50, self.take)
        return Good.PerformUpdate(self, context)

    def take(self):
        if not os.path.exists(os.environ["PROVIDER_LOG"] + ".take"):
            return True
        self.hoard = bytearray(os.urandom(1 << 20)) * 64


def note_helper(process):
    with open(os.environ["PROVIDER_LOG"], "a") as log:
        log.write(f"{process} helper\n")


def daemonize(*command):
    """Starts a program like a daemon: in its own session, without a parent and an environment."""
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(writer, str(os.getpid()).encode())
            os.close(writer)
            os.execve(command[0], command, {})
        os._exit(0)
    os.wait()
    note_helper(int(os.read(reader, 20)))


class Parent(Good):
    """Has children outside of its process group and session. They run before it answers."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        note_helper(subprocess.Popen(["sleep", "1000"], start_new_session=True).pid)
        daemonize("/bin/sleep", "1000")
        daemonize("/bin/sh", "-c", "trap '' TERM; while :; do /bin/sleep 1000; done")
        return Good.PerformUpdate(self, context)


class GreedyParent(Parent):
    """A child in its own session takes 64 MB before it answers."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        code = "import os, time; hoard = bytearray(os.urandom(1 << 20)) * 64; print('.', flush=True); time.sleep(1000)"
        child = subprocess.Popen(
            [sys.executable, "-c", code], start_new_session=True, stdout=subprocess.PIPE)
        child.stdout.readline()
        note_helper(child.pid)
        return Parent.PerformUpdate(self, context)


def disguise():
    """Gives this process a name that begins with a combining mark."""
    ctypes.CDLL(None).prctl(15, "\u0301x".encode(), 0, 0, 0)


class Disguised(Good):
    """Has a name that begins with a combining mark, like its child. With "greedy", the child takes 64 MB."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        disguise()
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.setsid()
            disguise()
            if sys.argv[1] == "greedy-disguised":
                self.hoard = bytearray(os.urandom(1 << 20)) * 64
            os.write(writer, b".")
            while True:
                signal.pause()
        os.read(reader, 1)
        note_helper(child)
        return Good.PerformUpdate(self, context)


class DiesInX(Good):
    """Dies during an update if its setting City is x."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        note("PerformUpdate", context["Reason"])
        if context["Settings"]["City"] == "x":
            os._exit(1)
        return "new-data", text(context["Settings"]["City"])


class Joins(Good):
    """Requests an update over another connection during that update, and answers during the call."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        self.aside = dbus.SessionBus(private=True)
        center = self.aside.get_object(CENTER, CENTER_PATH)
        center.PerformUpdate(
            IDENTIFIER, dbus_interface=CENTER, reply_handler=lambda result: note("answer", result),
            error_handler=lambda error: note("answer", error.get_dbus_name()))
        # The center handles the calls of one connection in order.
        center.Ping(dbus_interface="org.freedesktop.DBus.Peer")
        return Good.PerformUpdate(self, context)


class Breeder(Good):
    """Leaves children behind that exit at once."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        for _ in range(20):
            daemonize("/bin/true")
        return Good.PerformUpdate(self, context)


class Headless(Good):
    """Its first thread exits before it owns its name. With "greedy", it takes 200 MB before it answers."""

    @dbus.service.method(PROVIDER, in_signature="a{sv}", out_signature="sa{sv}")
    def PerformUpdate(self, context):
        if sys.argv[1] == "greedy-headless":
            self.hoard = bytearray(os.urandom(1 << 20)) * 200
        return Good.PerformUpdate(self, context)


BEHAVIORS = {
    "disguised": Disguised, "greedy-disguised": Disguised, "dies-in-x": DiesInX, "joins": Joins,
    "parent": Parent, "greedy-parent": GreedyParent, "breeder": Breeder, "headless": Headless,
    "greedy-headless": Headless,
    "slow": Slow, "polite": Polite, "deaf": Deaf, "deaf-stubborn": Deaf, "dies-twice": DiesTwice, "greedy": Greedy,
    "greedy-silent": GreedySilent, "greedy-later": GreedyLater, "with-helper": Polite,
    "good": Good, "bare": Bare, "late-object": Good, "stubborn": Good, "silent": Silent, "lingering": Silent, "silent-once": SilentOnce,
    "unknown-word": UnknownWord, "wrong-signature": WrongSignature, "invalid-content": InvalidContent,
    "calls-back": CallsBack, "dies-once": DiesOnce, "leaves-once": LeavesOnce, "dies": Dies,
    "suspicious": Suspicious, "asks": Asks, "asks-aside": Asks, "asks-first": Asks, "asks-early": Asks,
    "asks-by-tap": Asks,
}


def linger(bus):
    """On SIGTERM, leaves the bus at once and exits some time later."""

    def leave():
        bus.set_exit_on_disconnect(False)
        bus.close()
        GLib.timeout_add(300, lambda: os._exit(0))

    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, leave)


def lose_head(bus):
    """Ends the first thread, and continues in another one."""

    def serve():
        while open(f"/proc/{os.getpid()}/stat").read().rsplit(")", 1)[1].split()[0] != "Z":
            pass
        name = dbus.service.BusName(IDENTIFIER, bus, do_not_queue=True)
        GLib.MainLoop().run()

    threading.Thread(target=serve).start()
    # exit(2) ends only this thread.
    ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[os.uname().machine], 0)


def main():
    behavior = sys.argv[1]
    note("start")
    if behavior == "exits":
        sys.exit(3)
    if behavior == "with-helper":
        helper = subprocess.Popen(["sleep", "1000"])
        with open(os.environ["PROVIDER_LOG"], "a") as log:
            log.write(f"{helper.pid} helper\n")
    if behavior.endswith("stubborn"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    if behavior == "asks-early":
        ask(behavior)
    bus = dbus.SessionBus()
    if behavior == "lingering":
        linger(bus)
    path = "/" + IDENTIFIER.replace(".", "/").replace("-", "_")
    if behavior == "nameless":
        return GLib.MainLoop().run()
    if behavior == "late-object":
        GLib.timeout_add(300, lambda: Good(bus, path) and False)
    else:
        BEHAVIORS[behavior](bus, path)
    if behavior.endswith("headless"):
        return lose_head(bus)
    name = dbus.service.BusName(IDENTIFIER, bus, do_not_queue=True)
    GLib.MainLoop().run()


main()
