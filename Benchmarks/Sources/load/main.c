/* Loads one service, and measures it.
 *
 *   load NAME CASE COUNT IN_FLIGHT   calls a method COUNT times, with IN_FLIGHT calls in progress, and prints:
 *                                    calls per second, the service's CPU time in µs per call, bytes of a reply
 *   load NAME signals COUNT          the same for signals that the service emits
 *   load NAME hear COUNT RULES       sends signals to a service with RULES match rules, one of which matches, and
 *                                    prints: the service's CPU time in µs per signal, and that of the bus
 *   load NAME owner                  1 if the name is owned, else 0
 *   load NAME fill COUNT             sets content for each of COUNT widgets of the center
 *   load NAME push COUNT WIDGETS PANELS
 *                                    pushes content to the widgets in turn, and prints: the median of the time from the
 *                                    call to the signal at the first panel that receives it, in µs; the service's CPU
 *                                    time per push
 *   load NAME start COUNT COMMAND…   milliseconds from exec until the name is owned
 *   load NAME flood CASE CONNECTIONS IN_FLIGHT SAMPLES
 *                                    another client's waits for SetHasContent, before and while CONNECTIONS connections
 *                                    keep IN_FLIGHT calls each in progress, in µs: p50 and p99 before; p50, p99 and the
 *                                    longest during the flood; p99 of the bus itself during the flood. Then counts:
 *                                    waits taken; calls of the flood per second, refused for a limit, without exactly
 *                                    one reply, answered before an earlier one; failed calls of the other client, calls
 *                                    of the flood
 *   load NAME unanswered CASE CONNECTIONS COUNT SAMPLES
 *                                    the same while they send COUNT calls each that expect no reply; a wait counts
 *                                    from the time when the call was due, one each ms
 *   load NAME huge KIND CONNECTIONS SIZE
 *                                    another client's longest wait, and that for the bus itself, in ms, while
 *                                    CONNECTIONS connections send an UpdateWidget each, of SIZE bytes (KIND bytes) or
 *                                    with SIZE nodes (KIND children). Then counts: calls refused for a limit, without
 *                                    reply; failed calls of the other client; and seconds until the last reply
 *   load NAME turnover PAIRS         registers and unregisters PAIRS transient widgets, and prints: ms per pair, of the
 *                                    first and of the last tenth; µs per SetHasContent before and after; the number of
 *                                    pairs within two minutes
 *   load NAME refused COUNT IN_FLIGHT
 *                                    makes COUNT calls of a method that doesn't exist, and prints the service's CPU
 *                                    time in µs per call, of the first and of the last tenth
 *   load NAME removal FOLDER COUNT SECONDS
 *                                    a client's longest wait in ms while COUNT manifests are removed
 *   load NAME json SIZE WIDGETS      the service's CPU time in ms for refusing JSON with SIZE bytes of escapes
 *   load NAME look PANELS SECONDS    PANELS panels show Today, and do nothing else; prints a line once they do
 *
 * A tenth of the calls runs first as a warm-up. */
#include "load.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DBusConnection *bus;
static const char *name;

/* A sent message is locked; its copies aren't. */
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

/* Whether the service is expected to refuse the call under load. */
static int is_refused;

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
            if (type == DBUS_MESSAGE_TYPE_ERROR && !is_refused) fail(name, dbus_message_get_error_name(message));
            if (type == DBUS_MESSAGE_TYPE_METHOD_RETURN || type == DBUS_MESSAGE_TYPE_ERROR) {
                if (done++ == 0) size = size_of(message);
                if (sent < calls) send_copy(template), sent++;
            }
            dbus_message_unref(message);
        }
    }
    return size;
}

/* Requests signals, and waits until all have arrived. */
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

static void refused(long calls, long in_flight) {
    enum { TENTHS = 10 };
    double microseconds[TENTHS];
    DBusMessage *template = new_call(name, "nothing");
    unsigned pid = owner_pid(bus, name);
    is_refused = 1;
    call_often(template, calls / 100 + 1, in_flight);
    for (int tenth = 0; tenth < TENTHS; tenth++) {
        double before = cpu_seconds(pid);
        call_often(template, calls / TENTHS, in_flight);
        microseconds[tenth] = (cpu_seconds(pid) - before) / (calls / TENTHS) * 1e6;
    }
    printf("%.3f %.3f\n", microseconds[0], microseconds[TENTHS - 1]);
}

int main(int count, char **arguments) {
    if (count < 3) fail("usage", "load NAME CASE [COUNT [IN_FLIGHT]]");
    name = arguments[1];
    const char *word = arguments[2];
    long calls = count > 3 ? atol(arguments[3]) : 1, in_flight = count > 4 ? atol(arguments[4]) : 1;
    /* These cases have connections in their own processes, and must start without one. */
    if (strcmp(word, "flood") == 0 || strcmp(word, "unanswered") == 0) {
        if (count < 7) fail("usage", "load NAME flood|unanswered CASE CONNECTIONS CALLS SAMPLES");
        flood(name, arguments[3], atoi(arguments[4]), atol(arguments[5]), word[0] == 'u', atol(arguments[6]));
        return 0;
    }
    if (strcmp(word, "huge") == 0) {
        if (count < 6) fail("usage", "load NAME huge KIND CONNECTIONS SIZE");
        huge(name, arguments[3], atoi(arguments[4]), atol(arguments[5]));
        return 0;
    }
    if (strcmp(word, "look") == 0) return look(name, (int)calls, count > 4 ? atof(arguments[4]) : 1), 0;
    bus = workload_connect("load", NULL);
    dbus_connection_set_max_received_size(bus, 1 << 30);
    if (strcmp(word, "owner") == 0) return printf("%d\n", dbus_bus_name_has_owner(bus, name, NULL)), 0;
    if (strcmp(word, "fill") == 0) return fill(bus, name, calls), 0;
    if (strcmp(word, "push") == 0) return push(bus, name, calls, in_flight, count > 5 ? atoi(arguments[5]) : 1), 0;
    if (strcmp(word, "turnover") == 0) return turnover(bus, name, calls), 0;
    if (strcmp(word, "refused") == 0) return refused(calls, in_flight), 0;
    if (strcmp(word, "json") == 0) return json(bus, name, calls, in_flight), 0;
    if (strcmp(word, "hear") == 0) return hear_by_rules(bus, name, calls, in_flight), 0;
    if (strcmp(word, "removal") == 0 && count > 5)
        return removal(bus, name, arguments[3], in_flight, atof(arguments[5])), 0;
    if (strcmp(word, "start") == 0) {
        printf("%.3f\n", start_milliseconds(bus, name, calls, arguments + 4));
        return 0;
    }
    DBusMessage *template = new_call(name, word);
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
