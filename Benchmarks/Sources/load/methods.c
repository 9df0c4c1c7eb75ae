#include "load.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define APPS_INTERFACE "org.todaycenter.Apps1"

static void append_flagged(DBusMessageIter *iter, const char *text) {
    dbus_bool_t flag = TRUE;
    dbus_message_iter_append_basic(iter, DBUS_TYPE_STRING, &text);
    dbus_message_iter_append_basic(iter, DBUS_TYPE_BOOLEAN, &flag);
}

static void append_echo(DBusMessageIter *iter) { append_flagged(iter, "org.example.Echo"); }

static void append_flag(DBusMessageIter *iter) { append_flagged(iter, "org.example.Widget000"); }

static void append_text(DBusMessageIter *iter, const char *text) {
    dbus_message_iter_append_basic(iter, DBUS_TYPE_STRING, &text);
}

static void append_widget(DBusMessageIter *iter) { append_text(iter, "org.example.Widget000"); }

/* Appends the widget whose provider never acquires its name. */
static void append_slow_widget(DBusMessageIter *iter) { append_text(iter, "org.example.Slow"); }

/* Appends a value that this process has not set before, under its own key. */
static void append_group_value(DBusMessageIter *iter) {
    static dbus_uint32_t number = 0;
    DBusMessageIter values;
    char key[32];
    number++;
    snprintf(key, sizeof key, "process-%d", getpid());
    dbus_message_iter_open_container(iter, DBUS_TYPE_ARRAY, "{sv}", &values);
    workload_append_entry(&values, key, DBUS_TYPE_UINT32, &number);
    dbus_message_iter_close_container(iter, &values);
}

static const struct method {
    const char *word, *path, *interface, *member;
    void (*append)(DBusMessageIter *);
    const char *destination; /* NULL for the name under load */
} methods[] = {
    {"ping", BENCHMARK_PATH, BENCHMARK_INTERFACE, "Ping"},
    {"echo", BENCHMARK_PATH, BENCHMARK_INTERFACE, "Echo", append_echo},
    {"give-properties", BENCHMARK_PATH, BENCHMARK_INTERFACE, "GiveProperties"},
    {"take-properties", BENCHMARK_PATH, BENCHMARK_INTERFACE, "TakeProperties", workload_append_properties},
    {"give-strings", BENCHMARK_PATH, BENCHMARK_INTERFACE, "GiveStrings"},
    {"take-strings", BENCHMARK_PATH, BENCHMARK_INTERFACE, "TakeStrings", workload_append_strings},
    {"set-has-content", CENTER_PATH, CENTER_INTERFACE, "SetHasContent", append_flag},
    {"nothing", CENTER_PATH, CENTER_INTERFACE, "Nothing"},
    {"managed-objects", CENTER_PATH, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"},
    {"explain", CENTER_PATH, CENTER_INTERFACE, "Explain", append_widget},
    {"introspect", CENTER_PATH, DBUS_INTERFACE_INTROSPECTABLE, "Introspect"},
    {"perform-update", CENTER_PATH, CENTER_INTERFACE, "PerformUpdate", append_slow_widget},
    {"group-set", "/org/todaycenter/Apps1/group/" BENCHMARK_GROUP, APPS_INTERFACE ".Group", "Set", append_group_value,
     APPS_INTERFACE},
};

DBusMessage *new_call(const char *name, const char *word) {
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        const struct method *method = &methods[i];
        if (strcmp(word, method->word) != 0) continue;
        const char *destination = method->destination != NULL ? method->destination : name;
        DBusMessage *call = dbus_message_new_method_call(destination, method->path, method->interface, method->member);
        DBusMessageIter iter;
        dbus_message_iter_init_append(call, &iter);
        if (method->append != NULL) method->append(&iter);
        return call;
    }
    return NULL;
}
