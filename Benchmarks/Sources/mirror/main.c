/* Pushes to widgets of another center, which today-bridge mirrors in the center of this session.
 *
 *   mirror ADDRESS HOST WIDGETS SECONDS
 *
 * ADDRESS is the bus of the other center, HOST its name in bridge.conf. Each widget gets new content once a second. It
 * prints, in ms: p50 and p99 of the time from a push to the signal of the other center, and to the signal of this
 * session's center; and the number of pushes that this session missed. */
#include "measure.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 512 };

static struct {

    double times[1 << 16];
    long count;
} *side;

static double pushed[MOST];
static int waits[2][MOST];

static DBusConnection *open_bus(const char *address) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *bus = dbus_connection_open_private(address, &error);
    if (bus == NULL || !dbus_bus_register(bus, &error)) fail(address, error.message);
    return bus;
}

/* Shows the center of a bus, and listens to its widgets. */
static void look(DBusConnection *bus) {
    begin_viewing(bus, CENTER_INTERFACE);
    dbus_bus_add_match(
        bus, "type='signal',interface='" DBUS_INTERFACE_PROPERTIES "',path_namespace='" CENTER_PATH "'", NULL);
}

static void push(DBusConnection *bus, int widget, double number) {
    DBusMessage *call = new_push(CENTER_INTERFACE, widget, number);
    dbus_message_set_no_reply(call, TRUE);
    pushed[widget] = now();
    waits[0][widget] = waits[1][widget] = 1;
    dbus_connection_send(bus, call, NULL);
    dbus_connection_flush(bus);
    dbus_message_unref(call);
}

/* Notes the widgets whose signals have arrived. Returns how many have. */
static int take(DBusConnection *bus, int which) {
    int found = 0;
    DBusMessage *message;
    if (!dbus_connection_read_write(bus, 0)) fail("a bus has gone away", "mirror");
    double time = now();
    while ((message = dbus_connection_pop_message(bus)) != NULL) {
        const char *path = dbus_message_get_path(message);
        const char *place = path ? strstr(path, "Widget") : NULL;
        if (place != NULL && dbus_message_has_member(message, "PropertiesChanged")) {
            int widget = atoi(place + strlen("Widget"));
            if (widget >= 0 && widget < MOST && waits[which][widget] && side[which].count < 1 << 16) {
                waits[which][widget] = 0;
                side[which].times[side[which].count++] = (time - pushed[widget]) * 1000;
                found++;
            }
        }
        dbus_message_unref(message);
    }
    return found;
}

/* The number of mirrored widgets with content in this session's center. */
static int mirrored(DBusConnection *bus, const char *host) {
    char text[200];
    snprintf(text, sizeof text, "/widget/org_2etodaycenter_2eremote_2e%s_2e", host);
    DBusMessage *call = dbus_message_new_method_call(
        CENTER_INTERFACE, CENTER_PATH, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 10000, NULL);
    dbus_message_unref(call);
    if (reply == NULL) return 0;
    int count = 0;
    DBusMessageIter body, objects, entry;
    dbus_message_iter_init(reply, &body);
    dbus_message_iter_recurse(&body, &objects);
    for (; dbus_message_iter_get_arg_type(&objects) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&objects)) {
        const char *path;
        dbus_message_iter_recurse(&objects, &entry);
        dbus_message_iter_get_basic(&entry, &path);
        count += strstr(path, text) != NULL;
    }
    dbus_message_unref(reply);
    return count;
}

static int order(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

int main(int argument_count, char **words) {
    if (argument_count != 5) fail("usage", "mirror ADDRESS HOST WIDGETS SECONDS");
    int widgets = atoi(words[3]);
    double seconds = atof(words[4]);
    if (widgets > MOST) fail("usage", "too many widgets");
    side = calloc(2, sizeof *side);
    DBusConnection *pusher = open_bus(words[1]), *there = open_bus(words[1]), *here = workload_connect("mirror", NULL);
    look(there);
    look(here);
    for (double end = now() + 60; mirrored(here, words[2]) < widgets; poll(NULL, 0, 100))
        if (now() > end) fail("not all widgets are mirrored", words[2]);
    int fds[2];
    dbus_connection_get_unix_fd(there, &fds[0]);
    dbus_connection_get_unix_fd(here, &fds[1]);
    struct pollfd wait[2] = {{.fd = fds[0], .events = POLLIN}, {.fd = fds[1], .events = POLLIN}};
    long sent = 0;
    double warm = 3, start = now();
    for (double time; (time = now()) < start + warm + seconds + 1;) {
        if (time < start + warm + seconds && sent < (time - start) * widgets) {
            push(pusher, (int)(sent % widgets), (double)sent + 1);
            sent++;
        }
        poll(wait, 2, 1);
        take(there, 0);
        take(here, 1);
        if (time < start + warm) side[0].count = side[1].count = 0;
    }
    long missed = 0;
    for (int i = 0; i < widgets; i++) missed += waits[1][i];
    for (int i = 0; i < 2; i++) {
        if (side[i].count == 0) fail("no signal", i == 0 ? "there" : "here");
        qsort(side[i].times, (size_t)side[i].count, sizeof(double), order);
    }
    printf("%.3f %.3f %.3f %.3f %ld\n", side[0].times[side[0].count / 2],
           side[0].times[(long)(side[0].count * 0.99)], side[1].times[side[1].count / 2],
           side[1].times[(long)(side[1].count * 0.99)], missed);
    return 0;
}
