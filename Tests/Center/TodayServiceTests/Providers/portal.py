"""The OpenURI part of a desktop portal, as a template of python-dbusmock.

The last word of the URL decides about the result: opened, canceled, failed, choosing, late, leaves, own-handle, refused,
silent. Each call adds a line to the file $OPENING_LOG.
"""

import os

import dbus
from dbusmock import mockobject
from gi.repository import GLib

BUS_NAME = "org.freedesktop.portal.Desktop"
MAIN_OBJ = "/org/freedesktop/portal/desktop"
MAIN_IFACE = "org.freedesktop.portal.OpenURI"
REQUEST = "org.freedesktop.portal.Request"
SYSTEM_BUS = False

RESPONSES = {"opened": 0, "late": 0, "canceled": 1, "own-handle": 1, "failed": 2}


def load(mock, parameters):
    """Prepares nothing."""


def note(*words):
    with open(os.environ["OPENING_LOG"], "a") as log:
        log.write(" ".join(words) + "\n")


def open_it(mock, sender, subject, parent, options):
    word = os.path.basename(subject).split(":")[-1]
    token = str(options["handle_token"])
    note("portal", subject, repr(str(parent)), str(options.get("activation_token", "-")))
    if word == "refused":
        raise dbus.exceptions.DBusException("not this one", name="org.freedesktop.portal.Error.NotAllowed")
    path = f"{MAIN_OBJ}/request/{sender[1:].replace('.', '_')}/{token}"
    if word == "own-handle":
        path = f"{MAIN_OBJ}/request/{id(options)}"
    mock.AddObject(path, REQUEST, {}, [("Close", "", "", "")])
    request = mockobject.objects[path]

    def respond():
        request.EmitSignal(REQUEST, "Response", "ua{sv}", [dbus.UInt32(RESPONSES[word]), dbus.Dictionary(signature="sv")])
        return False

    if word == "leaves":
        GLib.idle_add(lambda: os._exit(0))
    elif word == "late":
        GLib.timeout_add(100, respond)
    elif word in RESPONSES:
        # Sends the response before the reply.
        respond()
    return dbus.ObjectPath(path)


@dbus.service.method(MAIN_IFACE, in_signature="ssa{sv}", out_signature="o", sender_keyword="sender")
def OpenURI(self, parent, uri, options, sender=None):
    return open_it(self, sender, str(uri), parent, options)


@dbus.service.method(MAIN_IFACE, in_signature="sha{sv}", out_signature="o", sender_keyword="sender")
def OpenFile(self, parent, fd, options, sender=None):
    descriptor = fd.take()
    path = os.readlink(f"/proc/self/fd/{descriptor}")
    os.close(descriptor)
    return open_it(self, sender, path, parent, options)
