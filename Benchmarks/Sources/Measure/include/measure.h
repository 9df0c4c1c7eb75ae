/* Clocks, CPU times and calls of the center, for programs that measure. */
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

/* Shows the center of a bus as a panel does. Ends the program on failure. */
void begin_viewing(DBusConnection *bus, const char *name);
/* Makes a push of content to a widget of the benchmark, org.example.Widget000 and so on. */
DBusMessage *new_push(const char *name, long widget, double number);

#endif
