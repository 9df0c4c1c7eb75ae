/* How long a client waits for its replies, one call at a time. */
#ifndef WAITS_H
#define WAITS_H

#include <dbus/dbus.h>

enum { MOST_WAITS = 50000 };

struct waits {
    long count;
    long failed; /* an error reply, or none within two minutes */
    double seconds[MOST_WAITS];
};

/* Takes one wait for the service and, if `of_bus` is given, one for the bus itself beside it.
 *
 * If `due` is not 0 the wait counts from that time, when the call should have been made: or a service that is away for
 * long would be counted once, and the calls that were not made meanwhile would not count at all. */
void take_wait(DBusConnection *bus, DBusMessage *call, double due, struct waits *of_service, struct waits *of_bus);

/* In µs; the share is from 0 to 1, the longest. Sorts the waits. */
double microseconds_of(struct waits *waits, double share);

#endif
