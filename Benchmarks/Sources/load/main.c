/* The load on one service, and the measure of it.
 *
 *   load NAME CASE COUNT IN_FLIGHT   calls a method that often, with that many calls under way, and prints:
 *                                    calls per second, the service's CPU time in µs per call, bytes of a reply
 *   load NAME signals COUNT          the same of signals that the service emits
 *   load NAME owner                  1 if the name is owned, else 0
 *   load NAME fill COUNT             gives each of so many widgets of the center content
 *   load NAME push COUNT WIDGETS PANELS
 *                                    pushes content to the widgets in turn, and prints: the median of the time from the
 *                                    call to the signal at the panel that hears it first, in µs; the service's CPU time
 *                                    per push
 *   load NAME start COUNT COMMAND…   milliseconds from exec to the name owned
 *
 * A tenth of the calls comes before, to warm up. */
#include "load.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DBusConnection *bus;
static const char *name;

static void append_echo(DBusMessageIter *iter) {
    const char *text = "org.example.Echo";
    dbus_bool_t flag = TRUE;
    dbus_message_iter_append_basic(iter, DBUS_TYPE_STRING, &text);
    dbus_message_iter_append_basic(iter, DBUS_TYPE_BOOLEAN, &flag);
}

static void append_flag(DBusMessageIter *iter) {
    const char *text = "org.example.Widget000";
    dbus_bool_t flag = TRUE;
    dbus_message_iter_append_basic(iter, DBUS_TYPE_STRING, &text);
    dbus_message_iter_append_basic(iter, DBUS_TYPE_BOOLEAN, &flag);
}

static const struct method {
    const char *word, *path, *interface, *member;
    void (*append)(DBusMessageIter *);
} methods[] = {
    {"ping", BENCHMARK_PATH, BENCHMARK_INTERFACE, "Ping", NULL},
    {"echo", BENCHMARK_PATH, BENCHMARK_INTERFACE, "Echo", append_echo},
    {"give-properties", BENCHMARK_PATH, BENCHMARK_INTERFACE, "GiveProperties", NULL},
    {"take-properties", BENCHMARK_PATH, BENCHMARK_INTERFACE, "TakeProperties", workload_append_properties},
    {"give-strings", BENCHMARK_PATH, BENCHMARK_INTERFACE, "GiveStrings", NULL},
    {"take-strings", BENCHMARK_PATH, BENCHMARK_INTERFACE, "TakeStrings", workload_append_strings},
    {"set-has-content", CENTER_PATH, CENTER_INTERFACE, "SetHasContent", append_flag},
    {"managed-objects", CENTER_PATH, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", NULL},
};

static DBusMessage *new_call(const struct method *method) {
    DBusMessage *call = dbus_message_new_method_call(name, method->path, method->interface, method->member);
    DBusMessageIter iter;
    dbus_message_iter_init_append(call, &iter);
    if (method->append != NULL) method->append(&iter);
    return call;
}

/* A message that was sent is locked; its copies are not. */
static void send_copy(DBusMessage *template) {
    DBusMessage *call = dbus_message_copy(template);
    dbus_connection_send(bus, call, NULL);
    dbus_message_unref(call);
}

static int size_of(DBusMessage *message) {
    char *bytes;
    int size = 0;
    if (dbus_message_marshal(message, &bytes, &size)) dbus_free(bytes);
    return size;
}

/* Returns the size of the first reply. */
static int call_often(DBusMessage *template, long calls, long in_flight) {
    long sent = 0, done = 0;
    int size = 0;
    while (sent < in_flight && sent < calls) send_copy(template), sent++;
    while (done < calls) {
        if (!dbus_connection_read_write(bus, -1)) fail("the bus has gone away", name);
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus)) != NULL) {
            int type = dbus_message_get_type(message);
            if (type == DBUS_MESSAGE_TYPE_ERROR) fail(name, dbus_message_get_error_name(message));
            if (type == DBUS_MESSAGE_TYPE_METHOD_RETURN) {
                if (done++ == 0) size = size_of(message);
                if (sent < calls) send_copy(template), sent++;
            }
            dbus_message_unref(message);
        }
    }
    return size;
}

/* Asks for signals, and waits until all are here. */
static int hear_signals(dbus_uint32_t count) {
    DBusMessage *call = dbus_message_new_method_call(name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "EmitSignals");
    dbus_message_append_args(call, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID);
    dbus_connection_send(bus, call, NULL);
    dbus_message_unref(call);
    dbus_uint32_t heard = 0, replies = 0;
    while (heard < count || replies == 0) {
        if (!dbus_connection_read_write(bus, -1)) fail("the bus has gone away", name);
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus)) != NULL) {
            if (dbus_message_is_signal(message, BENCHMARK_INTERFACE, "Tick")) heard++;
            if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_ERROR)
                fail(name, dbus_message_get_error_name(message));
            replies += dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_RETURN;
            dbus_message_unref(message);
        }
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count < 3) fail("usage", "load NAME CASE [COUNT [IN_FLIGHT]]");
    name = arguments[1];
    const char *word = arguments[2];
    long calls = count > 3 ? atol(arguments[3]) : 1, in_flight = count > 4 ? atol(arguments[4]) : 1;
    bus = workload_connect("load", NULL);
    dbus_connection_set_max_received_size(bus, 1 << 30);
    if (strcmp(word, "owner") == 0) return printf("%d\n", dbus_bus_name_has_owner(bus, name, NULL)), 0;
    if (strcmp(word, "fill") == 0) return fill(bus, name, calls), 0;
    if (strcmp(word, "push") == 0) return push(bus, name, calls, in_flight, count > 5 ? atoi(arguments[5]) : 1), 0;
    if (strcmp(word, "start") == 0) {
        printf("%.3f\n", start_milliseconds(bus, name, calls, arguments + 4));
        return 0;
    }
    DBusMessage *template = NULL;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(word, methods[i].word) == 0) template = new_call(&methods[i]);
    if (template == NULL && strcmp(word, "signals") != 0) fail("unknown case", word);
    if (template == NULL) dbus_bus_add_match(bus, "type='signal',interface='" BENCHMARK_INTERFACE "'", NULL);
    unsigned pid = owner_pid(bus, name);
    if (template != NULL) call_often(template, calls / 10 + 1, in_flight); else hear_signals(calls / 10 + 1);
    double cpu_before = cpu_seconds(pid), start = now();
    int size = template != NULL ? call_often(template, calls, in_flight) : hear_signals(calls);
    double seconds = now() - start;
    printf("%.0f %.3f %d\n", calls / seconds, (cpu_seconds(pid) - cpu_before) / calls * 1e6, size);
    return 0;
}
