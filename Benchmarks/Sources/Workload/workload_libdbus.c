#include "workload_libdbus.h"
#include "workload.h"
#include <stdio.h>
#include <stdlib.h>

void workload_append_variant(DBusMessageIter *iter, int type, const void *value) {
    DBusMessageIter variant;
    char signature[] = {(char)type, 0};
    dbus_message_iter_open_container(iter, DBUS_TYPE_VARIANT, signature, &variant);
    dbus_message_iter_append_basic(&variant, type, value);
    dbus_message_iter_close_container(iter, &variant);
}

void workload_append_entry(DBusMessageIter *dictionary, const char *key, int type, const void *value) {
    DBusMessageIter entry;
    dbus_message_iter_open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    workload_append_variant(&entry, type, value);
    dbus_message_iter_close_container(dictionary, &entry);
}

void workload_append_properties(DBusMessageIter *iter) {
    DBusMessageIter dictionary;
    dbus_message_iter_open_container(iter, DBUS_TYPE_ARRAY, "{sv}", &dictionary);
    for (int i = 0; i < PROPERTY_COUNT; i++) {
        const struct workload_property *property = workload_property(i);
        const char *text = property->text;
        dbus_uint32_t number = property->number, flag = number != 0;
        const void *value = property->type == 's'   ? (const void *)&text
                            : property->type == 'u' ? (const void *)&number
                            : property->type == 'b' ? (const void *)&flag
                                                    : (const void *)&property->real;
        workload_append_entry(&dictionary, property->name, property->type, value);
    }
    dbus_message_iter_close_container(iter, &dictionary);
}

void workload_append_strings(DBusMessageIter *iter) {
    DBusMessageIter array;
    dbus_message_iter_open_container(iter, DBUS_TYPE_ARRAY, "s", &array);
    for (int i = 0; i < STRING_COUNT; i++) {
        const char *text = workload_string(i);
        dbus_message_iter_append_basic(&array, DBUS_TYPE_STRING, &text);
    }
    dbus_message_iter_close_container(iter, &array);
}

/* Appends a node of the tree: a text or, if the text is NULL, a column of lines with a spacing. */
static void append_node(DBusMessageIter *iter, const char *kind, const char *text, double spacing, int lines) {
    DBusMessageIter node, attributes, children, child;
    const char *style = "body";
    dbus_message_iter_open_container(iter, DBUS_TYPE_STRUCT, NULL, &node);
    dbus_message_iter_append_basic(&node, DBUS_TYPE_STRING, &kind);
    dbus_message_iter_open_container(&node, DBUS_TYPE_ARRAY, "{sv}", &attributes);
    if (text != NULL) {
        workload_append_entry(&attributes, "style", DBUS_TYPE_STRING, &style);
        workload_append_entry(&attributes, "text", DBUS_TYPE_STRING, &text);
    } else {
        workload_append_entry(&attributes, "spacing", DBUS_TYPE_DOUBLE, &spacing);
    }
    dbus_message_iter_close_container(&node, &attributes);
    dbus_message_iter_open_container(&node, DBUS_TYPE_ARRAY, "v", &children);
    for (int i = 0; i < lines; i++) {
        dbus_message_iter_open_container(&children, DBUS_TYPE_VARIANT, "(sa{sv}av)", &child);
        append_node(&child, "text", workload_line(i), 0, 0);
        dbus_message_iter_close_container(&children, &child);
    }
    dbus_message_iter_close_container(&node, &children);
    dbus_message_iter_close_container(iter, &node);
}

void workload_append_content(DBusMessageIter *iter, double number) {
    append_node(iter, "column", NULL, number, LINE_COUNT);
}

void workload_append_content_entry(DBusMessageIter *dictionary, double number) {
    DBusMessageIter entry, variant;
    const char *key = "Content";
    dbus_message_iter_open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "(sa{sv}av)", &variant);
    workload_append_content(&variant, number);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(dictionary, &entry);
}

DBusConnection *workload_connect(const char *program, const char *name) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *bus = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (bus == NULL) {
        fprintf(stderr, "%s: %s\n", program, error.message);
        exit(1);
    }
    if (name != NULL && dbus_bus_request_name(bus, name, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) != 1) {
        fprintf(stderr, "%s: the name %s is taken\n", program, name);
        exit(1);
    }
    return bus;
}
