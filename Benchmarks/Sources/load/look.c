/* Panels that show the center, and do nothing else. */
#include "load.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>

void look(const char *name, int panels, double seconds) {
    DBusConnection *buses[panels];
    for (int i = 0; i < panels; i++) {
        buses[i] = workload_connect("look", NULL);
        char rule[256];
        snprintf(rule, sizeof rule, "type='signal',sender='%s'", name);
        dbus_bus_add_match(buses[i], rule, NULL);
        begin_viewing(buses[i], name);
    }
    puts("looking");
    fflush(stdout);
    for (double end = now() + seconds; now() < end;) {
        for (int i = 0; i < panels; i++) {
            DBusMessage *message;
            if (!dbus_connection_read_write(buses[i], i == 0 ? 20 : 0)) fail("the bus has gone away", name);
            while ((message = dbus_connection_pop_message(buses[i])) != NULL) dbus_message_unref(message);
        }
    }
}
