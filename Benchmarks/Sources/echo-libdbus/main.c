/* echo-libdbus NAME: the service on bare libdbus, with minimal code around it. */
#include "workload.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static DBusConnection *bus;
static const char *name;
static dbus_uint32_t rules, heard;

static void send_message(DBusMessage *message) {
    dbus_connection_send(bus, message, NULL);
    dbus_message_unref(message);
}

/* Copies every key and value, counts them, and frees the copies. */
static dbus_uint32_t take_properties(DBusMessageIter *arguments) {
    struct { char *key, *text; int type; DBusBasicValue value; } kept[PROPERTY_COUNT * 2];
    dbus_uint32_t count = 0;
    DBusMessageIter dictionary, entry, variant;
    dbus_message_iter_recurse(arguments, &dictionary);
    while (dbus_message_iter_get_arg_type(&dictionary) != DBUS_TYPE_INVALID && count < PROPERTY_COUNT * 2) {
        const char *key;
        dbus_message_iter_recurse(&dictionary, &entry);
        dbus_message_iter_get_basic(&entry, &key);
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &variant);
        kept[count].key = strdup(key);
        kept[count].type = dbus_message_iter_get_arg_type(&variant);
        dbus_message_iter_get_basic(&variant, &kept[count].value);
        kept[count].text = kept[count].type == DBUS_TYPE_STRING ? strdup(kept[count].value.str) : NULL;
        count++;
        dbus_message_iter_next(&dictionary);
    }
    for (dbus_uint32_t i = 0; i < count; i++) free(kept[i].key), free(kept[i].text);
    return count;
}

static dbus_uint32_t take_strings(DBusMessageIter *arguments) {
    char *kept[STRING_COUNT * 2];
    dbus_uint32_t count = 0;
    DBusMessageIter array;
    dbus_message_iter_recurse(arguments, &array);
    while (dbus_message_iter_get_arg_type(&array) != DBUS_TYPE_INVALID && count < STRING_COUNT * 2) {
        const char *text;
        dbus_message_iter_get_basic(&array, &text);
        kept[count++] = strdup(text);
        dbus_message_iter_next(&array);
    }
    for (dbus_uint32_t i = 0; i < count; i++) free(kept[i]);
    return count;
}

static void emit(dbus_uint32_t count) {
    for (dbus_uint32_t i = 0; i < count; i++) {
        DBusMessage *signal = dbus_message_new_signal(BENCHMARK_PATH, BENCHMARK_INTERFACE, "Tick");
        dbus_uint64_t time = i;
        dbus_message_append_args(signal, DBUS_TYPE_UINT32, &i, DBUS_TYPE_UINT64, &time, DBUS_TYPE_INVALID);
        send_message(signal);
    }
}

static void listen(dbus_uint32_t count) {
    char rule[300];
    for (; rules < count; rules++) {
        snprintf(rule, sizeof rule, "type='signal',interface='%s.R%u',member='Poke'", name, rules);
        dbus_bus_add_match(bus, rule, NULL); /* doesn't wait for the bus */
    }
}

/* Answers one call; the signature shows whether the arguments fit the method. */
static void answer(DBusMessage *call) {
    const char *member = dbus_message_get_member(call), *text;
    dbus_bool_t flag;
    dbus_uint32_t count;
    DBusMessageIter in, out;
    DBusMessage *reply = dbus_message_new_method_return(call);
    dbus_message_iter_init(call, &in);
    if (strcmp(member, "Ping") == 0 && dbus_message_has_signature(call, "")) {
    } else if (strcmp(member, "Echo") == 0 && dbus_message_has_signature(call, "sb")) {
        dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_BOOLEAN, &flag, DBUS_TYPE_INVALID);
        dbus_message_append_args(reply, DBUS_TYPE_STRING, &text, DBUS_TYPE_BOOLEAN, &flag, DBUS_TYPE_INVALID);
    } else if (strcmp(member, "GiveProperties") == 0 && dbus_message_has_signature(call, "")) {
        dbus_message_iter_init_append(reply, &out);
        workload_append_properties(&out);
    } else if (strcmp(member, "GiveStrings") == 0 && dbus_message_has_signature(call, "")) {
        dbus_message_iter_init_append(reply, &out);
        workload_append_strings(&out);
    } else if (strcmp(member, "TakeProperties") == 0 && dbus_message_has_signature(call, "a{sv}")) {
        count = take_properties(&in);
        dbus_message_append_args(reply, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID);
    } else if (strcmp(member, "TakeStrings") == 0 && dbus_message_has_signature(call, "as")) {
        count = take_strings(&in);
        dbus_message_append_args(reply, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID);
    } else if (strcmp(member, "EmitSignals") == 0 && dbus_message_has_signature(call, "u")) {
        dbus_message_get_args(call, NULL, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID);
        emit(count);
    } else if (strcmp(member, "Listen") == 0 && dbus_message_has_signature(call, "u")) {
        dbus_message_get_args(call, NULL, DBUS_TYPE_UINT32, &count, DBUS_TYPE_INVALID);
        listen(count);
    } else if (strcmp(member, "Heard") == 0 && dbus_message_has_signature(call, "")) {
        dbus_message_append_args(reply, DBUS_TYPE_UINT32, &heard, DBUS_TYPE_INVALID);
    } else {
        dbus_message_unref(reply);
        reply = dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "no such method");
    }
    send_message(reply);
}

int main(int count, char **arguments) {
    name = count > 1 ? arguments[1] : NULL;
    bus = workload_connect("echo-libdbus", name);
    while (dbus_connection_read_write(bus, -1)) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus)) != NULL) {
            if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL) answer(message);
            if (dbus_message_has_member(message, "Poke")) heard++;
            dbus_message_unref(message);
        }
    }
    return 0;
}
