"""Calls the service as a process in a sandbox does, and prints what became of each call as a line of JSON.

The process is on the bus before it goes into the sandbox, so that the sandbox need not hold a Python.
"""

import argparse
import ctypes
import os
import sys
import time

import dbus.bus

sys.dont_write_bytecode = True
import calling  # noqa: E402

options = argparse.ArgumentParser()
options.add_argument("--root", help="a folder that becomes the root of this process")
options.add_argument("--cgroup", help="a control group to go into")
options.add_argument("--proc", help="a folder that stands for /proc, where this process tells of itself")
options.add_argument("--told-cgroup", help="what it tells there of its control group")
options.add_argument("--told-start", type=int, help="how many ticks after now it tells that it was started")
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
    with open("/proc/self/stat") as file:
        told = file.read()
    if options.told_start is not None:
        start = int(time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK")) + options.told_start
        fields = told[told.rindex(")") + 2 :].split()
        fields[19] = str(max(start, 1))
        told = f"{os.getpid()} (python3) {' '.join(fields)}\n"
    with open(own + "/stat", "w") as file:
        file.write(told)
if options.root:
    enter(options.root)
if options.child:
    # The connection of a child that was made inside; its socket is a link in the root.
    if os.fork() == 0:
        calling.run_all(dbus.bus.BusConnection("unix:path=/bus"), options.calls)
        os._exit(0)
    os.wait()
else:
    calling.run_all(connection, options.calls)
