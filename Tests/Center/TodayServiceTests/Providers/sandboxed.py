"""Calls the service like a process in a sandbox, and prints the result of each call as a line of JSON.

The process connects to the bus before it enters the sandbox, so the sandbox doesn't need Python.
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
options.add_argument("--root", help="the folder that becomes the root of this process")
options.add_argument("--cgroup", help="the control group to enter")
options.add_argument("--proc", help="a folder in place of /proc, with an entry for this process")
options.add_argument("--claimed-cgroup", help="the control group in that entry")
options.add_argument("--claimed-start", type=int, help="the start time in that entry, in ticks from now")
options.add_argument("--child", action="store_true", help="make the calls in a child that connects inside")
options.add_argument("--from", dest="sender", help="the working directory, a folder with a false .flatpak-info")
options.add_argument("calls", nargs="*", help="[name, path, interface, member, signature, arguments]")
options = options.parse_args()

address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
CLONE_NEWUSER = 0x10000000


def enter(root):
    try:
        os.chroot(root)
    except PermissionError:
        # Only root can do this without a user namespace. Every user can make one.
        user = os.geteuid()
        libc = ctypes.CDLL(None, use_errno=True)
        if libc.unshare(CLONE_NEWUSER) != 0:
            sys.exit("can't use chroot or a user namespace: " + os.strerror(ctypes.get_errno()))
        # Keeps the user inside, for processes that connect to the bus from there.
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
        file.write(options.claimed_cgroup)
    with open("/proc/self/stat") as file:
        stat = file.read()
    if options.claimed_start is not None:
        start = int(time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK")) + options.claimed_start
        fields = stat[stat.rindex(")") + 2 :].split()
        fields[19] = str(max(start, 1))
        stat = f"{os.getpid()} (python3) {' '.join(fields)}\n"
    with open(own + "/stat", "w") as file:
        file.write(stat)
if options.root:
    enter(options.root)
if options.child:
    # The connection comes from a child inside. Its socket is a link in the root.
    if os.fork() == 0:
        calling.run_all(dbus.bus.BusConnection("unix:path=/bus"), options.calls)
        os._exit(0)
    os.wait()
else:
    calling.run_all(connection, options.calls)
