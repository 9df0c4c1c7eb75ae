#include "load.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes JSON with a text whose escapes take that many bytes. */
static char *new_json(long size) {
    static const char head[] = "{\"kind\":\"text\",\"text\":\"", tail[] = "\"}";
    char *text = malloc(size + sizeof head + sizeof tail), *end = text;
    memcpy(end, head, sizeof head - 1), end += sizeof head - 1;
    for (long i = 0; i < size / 2; i++) *end++ = '\\', *end++ = 'n';
    memcpy(end, tail, sizeof tail);
    return text;
}

void json(DBusConnection *bus, const char *name, long size, long widgets) {
    unsigned pid = owner_pid(bus, name);
    char *text = new_json(size);
    double cpu = cpu_seconds(pid);
    for (long i = 0; i < widgets; i++) {
        char identifier[64];
        const char *word = identifier;
        DBusMessageIter iter, changes;
        DBusError error = DBUS_ERROR_INIT;
        snprintf(identifier, sizeof identifier, "org.example.Widget%03ld", i);
        DBusMessage *call = dbus_message_new_method_call(name, CENTER_PATH, CENTER_INTERFACE, "UpdateWidget");
        dbus_message_iter_init_append(call, &iter);
        dbus_message_iter_append_basic(&iter, DBUS_TYPE_STRING, &word);
        dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &changes);
        workload_append_entry(&changes, "Content", DBUS_TYPE_STRING, &text);
        dbus_message_iter_close_container(&iter, &changes);
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, &error);
        if (reply != NULL) fail("json", "it was not refused");
        if (dbus_error_has_name(&error, DBUS_ERROR_NO_REPLY)) fail("json", error.message);
        dbus_error_free(&error);
        dbus_message_unref(call);
    }
    printf("%.3f\n", (cpu_seconds(pid) - cpu) / widgets * 1e3);
    free(text);
}
