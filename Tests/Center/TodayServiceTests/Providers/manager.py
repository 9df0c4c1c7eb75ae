"""The part of the session's service manager that starts apps, as a template of python-dbusmock.

It notes in the file $OPENING_LOG what it is asked, starts the program as the real one does, and refuses what the
environment variable REFUSES is in.
"""

import os
import subprocess

import dbus
from dbusmock import mockobject

BUS_NAME = "org.freedesktop.systemd1"
MAIN_OBJ = "/org/freedesktop/systemd1"
MAIN_IFACE = "org.freedesktop.systemd1.Manager"
SYSTEM_BUS = False


def load(mock, parameters):
    """There is nothing to prepare."""


@dbus.service.method(MAIN_IFACE, in_signature="ssa(sv)a(sa(sv))", out_signature="o")
def StartTransientUnit(self, name, mode, properties, auxiliary):
    settings = {str(key): value for key, value in properties}
    variables = dict(str(variable).split("=", 1) for variable in settings["Environment"])
    with open(os.environ["OPENING_LOG"], "a") as log:
        log.write(f"unit {name} {mode} {settings['Slice']} {settings['CollectMode']} {settings['ExitType']}\n")
    if "REFUSES" in variables:
        raise dbus.exceptions.DBusException("unknown setting", name="org.freedesktop.DBus.Error.PropertyReadOnly")
    for path, arguments, _ in settings["ExecStart"]:
        # What is a dollar sign here is one in the program.
        words = [str(argument).replace("$$", "$") for argument in arguments]
        subprocess.Popen(
            words, executable=str(path), env={**variables, "UNIT": str(name)}, cwd=settings.get("WorkingDirectory")
        )
    return dbus.ObjectPath("/org/freedesktop/systemd1/job/1")


mockobject.DBusMockObject.StartTransientUnit = StartTransientUnit
