/* What the cases of the load share. */
#ifndef LOAD_H
#define LOAD_H

#include <dbus/dbus.h>
#include <stddef.h>

/* Prints why, and ends the program. */
_Noreturn void fail(const char *what, const char *detail);

/* Monotonic seconds. */
double now(void);

/* The CPU time of a process in seconds: all its threads, from their schedstat, which counts nanoseconds. */
double cpu_seconds(unsigned pid);

/* The process behind a name on the bus. */
unsigned owner_pid(DBusConnection *bus, const char *name);

/* Gives each of so many widgets of the center content. */
void fill(DBusConnection *bus, const char *name, long widgets);

/* Pushes content to so many widgets in turn, with so many panels that listen, and prints what `load` says. */
void push(DBusConnection *bus, const char *name, long count, long widgets, int panels);

/* Starts a program `count` times, and returns the milliseconds from there until it owned the name, on average. */
double start_milliseconds(DBusConnection *bus, const char *name, long count, char **command);

#endif
