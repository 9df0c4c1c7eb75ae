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
        DBusMessage *call = dbus_message_new_method_call(
            name, "/org/todaycenter/NotificationCenter1", "org.todaycenter.NotificationCenter1", "BeginViewing");
        DBusMessageIter body, options;
        dbus_message_iter_init_append(call, &body);
        dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &options);
        dbus_message_iter_close_container(&body, &options);
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(buses[i], call, 10000, NULL);
        if (reply == NULL) fail(name, "BeginViewing failed");
        dbus_message_unref(reply);
        dbus_message_unref(call);
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
