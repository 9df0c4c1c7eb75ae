/* The times for which a client waits for its replies, one call at a time. */
#ifndef WAITS_H
#define WAITS_H

#include <dbus/dbus.h>

enum { MOST_WAITS = 50000 };

struct waits {
    long count;
    long failed; /* an error reply, or no reply within two minutes */
    double seconds[MOST_WAITS];
};

/* Measures one wait for the service and, if `of_bus` is given, one for the bus itself at the same time.
 *
 * If `due` isn't 0, the wait counts from that time, when the call should have been made. Otherwise, a service that
 * is unresponsive for long would count only once, and the calls that were not made in the meantime wouldn't count at
 * all. */
void take_wait(DBusConnection *bus, DBusMessage *call, double due, struct waits *of_service, struct waits *of_bus);

/* Returns a wait in µs; the share is from 0 to 1, which is the longest. Sorts the waits. */
double microseconds_of(struct waits *waits, double share);

#endif
