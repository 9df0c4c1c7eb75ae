/* client-libdbus NAME CASE COUNT: the client on bare libdbus; see client.h. */
#include "client.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DBusConnection *bus;
static const char *name;

static DBusMessage *new_call(const char *member) {
    return dbus_message_new_method_call(name, BENCHMARK_PATH, BENCHMARK_INTERFACE, member);
}

static DBusMessage *new_echo(void) {
    DBusMessage *call = new_call("Echo");
    const char *text = client_text();
    dbus_bool_t flag = TRUE;
    dbus_message_append_args(call, DBUS_TYPE_STRING, &text, DBUS_TYPE_BOOLEAN, &flag, DBUS_TYPE_INVALID);
    return call;
}

/* Copies the text of a reply, and releases the reply. */
static int take_echo(DBusMessage *reply) {
    const char *text;
    dbus_bool_t flag;
    if (reply == NULL ||
        !dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_BOOLEAN, &flag, DBUS_TYPE_INVALID))
        return 0;
    free(strdup(text));
    dbus_message_unref(reply);
    return 1;
}

static DBusMessage *perform(DBusMessage *call) {
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 25000, NULL);
    dbus_message_unref(call);
    return reply;
}

static int serial(long count) {
    for (long i = 0; i < count; i++)
        if (!take_echo(perform(new_echo()))) return 0;
    return 1;
}

static void send_echo(void) {
    DBusMessage *call = new_echo();
    dbus_connection_send(bus, call, NULL);
    dbus_message_unref(call);
}

static int flight(long count) {
    long sent = 0, done = 0;
    while (sent < count && sent < IN_FLIGHT) send_echo(), sent++;
    while (done < count && dbus_connection_read_write(bus, -1)) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus)) != NULL) {
            if (dbus_message_get_type(message) != DBUS_MESSAGE_TYPE_METHOD_RETURN) {
                dbus_message_unref(message);
                continue;
            }
            if (!take_echo(message)) return 0;
            done++;
            if (sent < count) send_echo(), sent++;
        }
    }
    return done == count;
}

static int properties(long count) {
    for (long i = 0; i < count; i++) {
        DBusMessage *reply = perform(new_call("GiveProperties"));
        if (reply == NULL) return 0;
        DBusMessageIter arguments, dictionary, entry, variant;
        dbus_message_iter_init(reply, &arguments);
        dbus_message_iter_recurse(&arguments, &dictionary);
        for (; dbus_message_iter_get_arg_type(&dictionary) != DBUS_TYPE_INVALID; dbus_message_iter_next(&dictionary)) {
            const char *key;
            DBusBasicValue value;
            dbus_message_iter_recurse(&dictionary, &entry);
            dbus_message_iter_get_basic(&entry, &key);
            dbus_message_iter_next(&entry);
            dbus_message_iter_recurse(&entry, &variant);
            dbus_message_iter_get_basic(&variant, &value);
            free(strdup(key));
            if (dbus_message_iter_get_arg_type(&variant) == DBUS_TYPE_STRING) free(strdup(value.str));
        }
        dbus_message_unref(reply);
    }
    return 1;
}

static int hear(long count) {
    static dbus_uint64_t sum;
    for (long heard = 0; heard < count;) {
        DBusMessage *call = new_call("EmitSignals");
        dbus_uint32_t number = SIGNAL_BATCH;
        dbus_message_append_args(call, DBUS_TYPE_UINT32, &number, DBUS_TYPE_INVALID);
        dbus_message_set_no_reply(call, TRUE);
        dbus_connection_send(bus, call, NULL);
        dbus_message_unref(call);
        for (long end = heard + SIGNAL_BATCH; heard < end;) {
            DBusMessage *message = dbus_connection_pop_message(bus);
            if (message == NULL) {
                if (!dbus_connection_read_write(bus, -1)) return 0;
                continue;
            }
            dbus_uint64_t time;
            if (dbus_message_is_signal(message, BENCHMARK_INTERFACE, "Tick") &&
                dbus_message_get_args(message, NULL, DBUS_TYPE_UINT32, &number, DBUS_TYPE_UINT64, &time, DBUS_TYPE_INVALID))
                sum += time, heard++;
            dbus_message_unref(message);
        }
    }
    return 1;
}

static int connect_to(const char *service) {
    name = service;
    bus = workload_connect("client-libdbus", NULL);
    return 1;
}

static int subscribe(void) {
    dbus_bus_add_match(bus, "type='signal',interface='" BENCHMARK_INTERFACE "',member='Tick'", NULL);
    return 1;
}

int main(int argument_count, char **arguments) {
    return client_main(argument_count, arguments, connect_to, &(struct client_work){serial, flight, properties, subscribe, hear});
}
