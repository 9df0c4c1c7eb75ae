/* Clocks and CPU times, for programs that measure. */
#ifndef MEASURE_H
#define MEASURE_H

#include <dbus/dbus.h>

/* Prints the reason, and ends the program. */
_Noreturn void fail(const char *what, const char *detail);

/* Returns monotonic seconds. */
double now(void);

/* Returns the CPU time of a process in seconds: that of all its threads, from their schedstat, which counts
 * nanoseconds. */
double cpu_seconds(unsigned pid);

/* Returns the process that owns a name on the bus. */
unsigned owner_pid(DBusConnection *bus, const char *name);

#endif
