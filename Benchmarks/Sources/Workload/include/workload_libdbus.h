/* The workload written with libdbus, for the bare service and for the load. */
#ifndef WORKLOAD_LIBDBUS_H
#define WORKLOAD_LIBDBUS_H

#include <dbus/dbus.h>

/* Appends 4 KiB of a{sv}. */
void workload_append_properties(DBusMessageIter *iter);
/* Appends the 1,000 strings as `as`. */
void workload_append_strings(DBusMessageIter *iter);
/* Appends a variant with one basic value; `value` points to it, as for dbus_message_iter_append_basic. */
void workload_append_variant(DBusMessageIter *iter, int type, const void *value);
/* Appends an entry of an a{sv} with one basic value. */
void workload_append_entry(DBusMessageIter *dictionary, const char *key, int type, const void *value);
/* Appends a widget's content, (sa{sv}av): a column of texts. `number` is its spacing, so different numbers give
 * different contents. */
void workload_append_content(DBusMessageIter *iter, double number);
/* Appends an entry of an a{sv}: the key Content. */
void workload_append_content_entry(DBusMessageIter *dictionary, double number);

/* Connects to the session bus, and acquires a name unless it is NULL. Ends the program on failure. */
DBusConnection *workload_connect(const char *program, const char *name);

#endif
