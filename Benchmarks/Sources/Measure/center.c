#include "measure.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <stdio.h>

DBusMessage *new_push(const char *name, long widget, double number) {
    DBusMessage *call = dbus_message_new_method_call(name, CENTER_PATH, CENTER_INTERFACE, "UpdateWidget");
    DBusMessageIter iter, changes;
    char identifier[64];
    const char *text = identifier;
    snprintf(identifier, sizeof identifier, "org.example.Widget%03ld", widget);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_append_basic(&iter, DBUS_TYPE_STRING, &text);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &changes);
    workload_append_content_entry(&changes, number);
    dbus_message_iter_close_container(&iter, &changes);
    return call;
}

void begin_viewing(DBusConnection *bus, const char *name) {
    DBusMessage *call = dbus_message_new_method_call(name, CENTER_PATH, CENTER_INTERFACE, "BeginViewing");
    DBusMessageIter body, options;
    dbus_message_iter_init_append(call, &body);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &options);
    dbus_message_iter_close_container(&body, &options);
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 10000, NULL);
    if (reply == NULL) fail(name, "BeginViewing failed");
    dbus_message_unref(reply);
    dbus_message_unref(call);
}
