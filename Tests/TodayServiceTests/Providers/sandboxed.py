"""Calls the service as a process in a sandbox does, and prints what became of each call as a line of JSON.

The process is on the bus before it goes into the sandbox, so that the sandbox need not hold a Python.
"""

import argparse
import ctypes
import json
import os
import sys

import dbus.bus
import dbus.lowlevel

options = argparse.ArgumentParser()
options.add_argument("--root", help="a folder that becomes the root of this process")
options.add_argument("--cgroup", help="a control group to go into")
options.add_argument("--proc", help="a folder that stands for /proc, where this process tells of itself")
options.add_argument("--told-cgroup", help="what it tells there of its control group")
options.add_argument("--child", action="store_true", help="the calls are made by a child that connects inside")
options.add_argument("--from", dest="sender", help="a file .flatpak-info to spoof with: folder to be in")
options.add_argument("calls", nargs="*", help="[name, path, interface, member, signature, arguments]")
options = options.parse_args()

address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
CLONE_NEWUSER = 0x10000000


def enter(root):
    try:
        os.chroot(root)
    except PermissionError:
        # Nobody but root may without a namespace of users, in which everybody is.
        user = os.geteuid()
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(CLONE_NEWUSER) != 0:
            sys.exit("neither chroot nor a namespace of users: " + os.strerror(ctypes.get_errno()))
        # The same user inside, for those who connect to the bus from there.
        with open("/proc/self/uid_map", "w") as mapping:
            mapping.write(f"{user} {user} 1")
        os.chroot(root)
    os.chdir("/")


def value(argument):
    if isinstance(argument, dict):
        if list(argument) == ["objectPath"]:
            return dbus.ObjectPath(argument["objectPath"])
        return dbus.Dictionary({key: value(inner) for key, inner in argument.items()}, signature="sv")
    if isinstance(argument, list):
        return dbus.Array([value(inner) for inner in argument], signature="s")
    return argument


def run(connection, call):
    name, path, interface, member, signature, arguments = call
    message = dbus.lowlevel.MethodCallMessage(
        destination=name, path=path, interface=interface or None, method=member
    )
    message.append(*[value(argument) for argument in arguments], signature=signature)
    try:
        reply = connection.send_message_with_reply_and_block(message, 60)
        return {"reply": [str(part) for part in reply.get_args_list()]}
    except dbus.DBusException as error:
        return {"error": error.get_dbus_name(), "message": error.get_dbus_message()}


def run_all(connection):
    for call in options.calls:
        print(json.dumps(run(connection, json.loads(call)), sort_keys=True), flush=True)


connection = dbus.bus.BusConnection(address)
if options.sender:
    os.chdir(options.sender)
    os.environ["HOME"] = options.sender
if options.cgroup:
    with open(options.cgroup + "/cgroup.procs", "w") as file:
        file.write(str(os.getpid()))
if options.proc:
    own = f"{options.proc}/{os.getpid()}"
    os.makedirs(own)
    os.symlink("/", own + "/root")
    with open(own + "/cgroup", "w") as file:
        file.write(options.told_cgroup)
if options.root:
    enter(options.root)
if options.child:
    # The connection of a child that was made inside; its socket is a link in the root.
    if os.fork() == 0:
        run_all(dbus.bus.BusConnection("unix:path=/bus"))
        os._exit(0)
    os.wait()
else:
    run_all(connection)
