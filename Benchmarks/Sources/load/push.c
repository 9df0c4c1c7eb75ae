#include "load.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PANELS = 32 };

void fill(DBusConnection *bus, const char *name, long widgets) {
    for (long i = 0; i < widgets; i++) {
        DBusMessage *call = new_push(name, i, 0);
        DBusError error = DBUS_ERROR_INIT;
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, &error);
        if (reply == NULL) fail("UpdateWidget", error.message);
        dbus_message_unref(reply);
        dbus_message_unref(call);
    }
}

/* Makes a panel: a connection that receives changes of widgets. */
static DBusConnection *new_panel(const char *name) {
    DBusConnection *panel = workload_connect("load", NULL);
    char rule[400];
    snprintf(rule, sizeof rule,
             "type='signal',sender='%s',interface='" DBUS_INTERFACE_PROPERTIES "',path_namespace='" CENTER_PATH "'", name);
    DBusError error = DBUS_ERROR_INIT;
    dbus_bus_add_match(panel, rule, &error);
    if (dbus_error_is_set(&error)) fail("AddMatch", error.message);
    return panel;
}

/* Reads available messages, and returns how many of them have the type; an error reply ends the program. */
static int take(DBusConnection *connection, int type) {
    int found = 0;
    if (!dbus_connection_read_write(connection, 0)) fail("the bus has gone away", "push");
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(connection)) != NULL) {
        if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR) fail("push", dbus_message_get_error_name(message));
        found += dbus_message_get_type(message) == type &&
                 (type != DBUS_MESSAGE_TYPE_SIGNAL || dbus_message_has_member(message, "PropertiesChanged"));
        dbus_message_unref(message);
    }
    return found;
}

static int order(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

void push(DBusConnection *bus, const char *name, long count, long widgets, int panels) {
    static DBusConnection *panel[MOST_PANELS];
    struct pollfd wait[MOST_PANELS + 1];
    if (panels > MOST_PANELS || widgets > MOST_WIDGETS) fail("push", "too many");
    for (int i = 0; i <= panels; i++) {
        DBusConnection *connection = i == 0 ? bus : (panel[i - 1] = new_panel(name));
        wait[i].events = POLLIN;
        dbus_connection_get_unix_fd(connection, &wait[i].fd);
    }
    unsigned pid = owner_pid(bus, name);
    double *times = calloc(count, sizeof *times), cpu = 0;
    long warm = count / 10;
    for (long i = -warm; i < count; i++) {
        if (i == 0) cpu = cpu_seconds(pid);
        DBusMessage *call = new_push(name, (i + warm) % widgets, i + warm + 1);
        double start = now(), first = 0;
        dbus_connection_send(bus, call, NULL);
        dbus_connection_flush(bus);
        dbus_message_unref(call);
        /* Send the next one when the reply and every panel's signal have arrived. */
        for (int missing = panels + 1; missing > 0;) {
            if (poll(wait, panels + 1, 10000) <= 0) fail("push", "no answer within 10 s");
            for (int k = panels; k >= 0; k--) {
                if (wait[k].revents == 0) continue;
                int here = take(k == 0 ? bus : panel[k - 1], k == 0 ? DBUS_MESSAGE_TYPE_METHOD_RETURN : DBUS_MESSAGE_TYPE_SIGNAL);
                if (k > 0 && here > 0 && first == 0) first = now();
                missing -= here;
            }
        }
        if (i >= 0) times[i] = first - start;
    }
    cpu = cpu_seconds(pid) - cpu;
    qsort(times, count, sizeof *times, order);
    printf("%.1f %.3f\n", times[count / 2] * 1e6, cpu / count * 1e6);
    free(times);
}
