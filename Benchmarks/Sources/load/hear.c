#include "load.h"
#include "workload.h"
#include <stdio.h>

/* The maximum number of signals in progress: the bus queues them, and its queue must not overflow. */
enum { BATCH = 500 };

static dbus_uint32_t call_with_number(DBusConnection *bus, const char *name, const char *member, const dbus_uint32_t *number) {
    DBusMessage *call = dbus_message_new_method_call(name, BENCHMARK_PATH, BENCHMARK_INTERFACE, member);
    if (number != NULL) dbus_message_append_args(call, DBUS_TYPE_UINT32, number, DBUS_TYPE_INVALID);
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 120000, &error);
    if (reply == NULL) fail(member, error.message);
    dbus_uint32_t result = 0;
    dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &result, DBUS_TYPE_INVALID);
    dbus_message_unref(reply);
    dbus_message_unref(call);
    return result;
}

/* Sends the signals, each for another rule, and waits until the service has received all. */
static void poke(DBusConnection *bus, const char *name, long count, long rules) {
    dbus_uint32_t heard = call_with_number(bus, name, "Heard", NULL);
    for (long sent = 0; sent < count;) {
        for (long end = sent + BATCH < count ? sent + BATCH : count; sent < end; sent++) {
            char interface[300];
            snprintf(interface, sizeof interface, "%s.R%ld", name, sent % rules);
            DBusMessage *signal = dbus_message_new_signal(BENCHMARK_PATH, interface, "Poke");
            dbus_uint32_t number = (dbus_uint32_t)sent;
            dbus_message_append_args(signal, DBUS_TYPE_UINT32, &number, DBUS_TYPE_INVALID);
            dbus_connection_send(bus, signal, NULL);
            dbus_message_unref(signal);
        }
        while (call_with_number(bus, name, "Heard", NULL) != (dbus_uint32_t)(heard + sent)) {}
    }
}

void hear_by_rules(DBusConnection *bus, const char *name, long count, long rules) {
    dbus_uint32_t wanted = (dbus_uint32_t)rules;
    call_with_number(bus, name, "Listen", &wanted);
    unsigned service = owner_pid(bus, name), daemon = owner_pid(bus, DBUS_SERVICE_DBUS);
    poke(bus, name, count / 10 + 1, rules);
    double of_service = cpu_seconds(service), of_daemon = cpu_seconds(daemon);
    poke(bus, name, count, rules);
    printf("%.3f %.3f\n", (cpu_seconds(service) - of_service) / count * 1e6, (cpu_seconds(daemon) - of_daemon) / count * 1e6);
}
