#include "crew.h"
#include "load.h"
#include "waits.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The maximum size of one array or string in a call; D-Bus limits an array to 64 MiB. */
enum { MOST_OF_VALUE = 60000000, MOST_MILLISECONDS = 120000 };

struct order {
    const char *name, *kind;
    long size;
};

static void append_children(DBusMessageIter *variant, long count) {
    DBusMessageIter node, attributes, children, child, inner;
    const char *column = "column", *spacer = "spacer";
    dbus_message_iter_open_container(variant, DBUS_TYPE_STRUCT, NULL, &node);
    dbus_message_iter_append_basic(&node, DBUS_TYPE_STRING, &column);
    dbus_message_iter_open_container(&node, DBUS_TYPE_ARRAY, "{sv}", &attributes);
    dbus_message_iter_close_container(&node, &attributes);
    dbus_message_iter_open_container(&node, DBUS_TYPE_ARRAY, "v", &children);
    for (long i = 0; i < count; i++) {
        dbus_message_iter_open_container(&children, DBUS_TYPE_VARIANT, "(sa{sv}av)", &child);
        dbus_message_iter_open_container(&child, DBUS_TYPE_STRUCT, NULL, &inner);
        dbus_message_iter_append_basic(&inner, DBUS_TYPE_STRING, &spacer);
        dbus_message_iter_open_container(&inner, DBUS_TYPE_ARRAY, "{sv}", &attributes);
        dbus_message_iter_close_container(&inner, &attributes);
        dbus_message_iter_open_container(&inner, DBUS_TYPE_ARRAY, "v", &attributes);
        dbus_message_iter_close_container(&inner, &attributes);
        dbus_message_iter_close_container(&child, &inner);
        dbus_message_iter_close_container(&children, &child);
    }
    dbus_message_iter_close_container(&node, &children);
    dbus_message_iter_close_container(variant, &node);
}

static void append_bytes(DBusMessageIter *variant, const char *bytes, long count) {
    DBusMessageIter array;
    dbus_message_iter_open_container(variant, DBUS_TYPE_ARRAY, "y", &array);
    dbus_message_iter_append_fixed_array(&array, DBUS_TYPE_BYTE, &bytes, count);
    dbus_message_iter_close_container(variant, &array);
}

/* Makes an UpdateWidget call. Its content has that many bytes of text or of an array, alternating by `index`, or that
 * many children. The bytes that don't fit into the content make the identifier longer. */
static DBusMessage *new_huge_call(const struct order *order, int index) {
    int has_children = strcmp(order->kind, "children") == 0;
    long size = has_children || order->size < MOST_OF_VALUE ? order->size : MOST_OF_VALUE;
    long rest = order->size - size;
    const char *key = "Content", *signature = has_children ? "(sa{sv}av)" : index % 2 == 0 ? "s" : "ay";
    DBusMessage *call = dbus_message_new_method_call(order->name, CENTER_PATH, CENTER_INTERFACE, "UpdateWidget");
    DBusMessageIter iter, changes, entry, variant;
    char *identifier = calloc(rest + 32, 1), *text = calloc(size + 1, 1);
    memset(text, 'x', size);
    snprintf(identifier, 32, "org.example.Widget%03d", index);
    memset(identifier + strlen(identifier), 'x', rest);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_append_basic(&iter, DBUS_TYPE_STRING, &identifier);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &changes);
    dbus_message_iter_open_container(&changes, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
    if (has_children)
        append_children(&variant, size);
    else if (index % 2 == 0)
        dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &text);
    else
        append_bytes(&variant, text, size);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(&changes, &entry);
    dbus_message_iter_close_container(&iter, &changes);
    free(identifier);
    free(text);
    return call;
}

static struct outcome run(struct member *me, const void *argument) {
    DBusMessage *call = new_huge_call(argument, me->index);
    DBusConnection *bus = workload_connect("load", NULL);
    DBusPendingCall *pending = NULL;
    member_wait(me);
    double start = now();
    dbus_connection_send_with_reply(bus, call, &pending, MOST_MILLISECONDS);
    if (pending == NULL) fail("huge", "the bus has gone away");
    dbus_pending_call_block(pending);
    DBusMessage *reply = dbus_pending_call_steal_reply(pending);
    const char *error = dbus_message_get_error_name(reply);
    struct outcome outcome = {.sent = 1, .answered = 1, .seconds = now() - start};
    if (error != NULL) {
        outcome.missing = strcmp(error, DBUS_ERROR_NO_REPLY) == 0 || strcmp(error, DBUS_ERROR_DISCONNECTED) == 0;
        outcome.refused = strstr(error, ".LimitExceeded") != NULL || strstr(error, ".LimitsExceeded") != NULL;
    }
    member_is_done(me);
    while (!member_must_stop(me)) usleep(1000);
    return outcome;
}

void huge(const char *name, const char *kind, int connections, long size) {
    static struct waits of_service, of_bus;
    struct order order = {.name = name, .kind = kind, .size = size};
    DBusMessage *call = new_call(name, "set-has-content");
    struct crew crew;
    crew_start(&crew, connections, run, &order);
    DBusConnection *bus = workload_connect("load", NULL);
    for (int i = 0; i < 100; i++) take_wait(bus, call, 0, &of_service, NULL);
    of_service.count = 0;
    crew_begin(&crew);
    double start = now();
    while (crew_is_busy(&crew) || now() - start < 1) {
        take_wait(bus, call, 0, &of_service, &of_bus);
        usleep(500);
    }
    struct outcome outcome = crew_end(&crew);
    printf("%.1f %.1f %ld %ld %ld %.2f\n", microseconds_of(&of_service, 1) / 1e3, microseconds_of(&of_bus, 1) / 1e3,
           outcome.refused, outcome.missing, of_service.failed, outcome.seconds);
}
