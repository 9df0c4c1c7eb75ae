"""The part of the session's service manager that starts apps, as a template of python-dbusmock.

It writes requests to the file $OPENING_LOG, and starts the program like the real one. It refuses a program with the
environment variable REFUSES.
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
    """Prepares nothing."""


@dbus.service.method(MAIN_IFACE, in_signature="ssa(sv)a(sa(sv))", out_signature="o")
def StartTransientUnit(self, name, mode, properties, auxiliary):
    settings = {str(key): value for key, value in properties}
    variables = dict(str(variable).split("=", 1) for variable in settings["Environment"])
    with open(os.environ["OPENING_LOG"], "a") as log:
        log.write(f"unit {name} {mode} {settings['Slice']} {settings['CollectMode']} {settings['ExitType']}\n")
    if "REFUSES" in variables:
        raise dbus.exceptions.DBusException("unknown setting", name="org.freedesktop.DBus.Error.PropertyReadOnly")
    for path, arguments, _ in settings["ExecStart"]:
        # In units, $$ means a dollar sign.
        words = [str(argument).replace("$$", "$") for argument in arguments]
        subprocess.Popen(
            words, executable=str(path), env={**variables, "UNIT": str(name)}, cwd=settings.get("WorkingDirectory")
        )
    return dbus.ObjectPath("/org/freedesktop/systemd1/job/1")


mockobject.DBusMockObject.StartTransientUnit = StartTransientUnit
