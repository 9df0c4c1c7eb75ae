#include "load.h"
#include "waits.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The time limit; the remaining pairs are left out. */
enum { MOST_SECONDS = 120 };

/* Waits for the reply; an error ends the program. */
static void ask(DBusConnection *bus, DBusMessage *call) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, &error);
    if (reply == NULL) fail(dbus_message_get_member(call), error.message);
    dbus_message_unref(reply);
    dbus_message_unref(call);
}

static void register_and_unregister(DBusConnection *bus, const char *name, long number) {
    char text[64];
    const char *identifier = text;
    dbus_bool_t flag = TRUE;
    snprintf(text, sizeof text, "org.example.Turnover%06ld", number);
    DBusMessage *call = dbus_message_new_method_call(name, CENTER_PATH, CENTER_INTERFACE, "RegisterWidget");
    DBusMessageIter iter, definition;
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_append_basic(&iter, DBUS_TYPE_STRING, &identifier);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &definition);
    workload_append_entry(&definition, "Transient", DBUS_TYPE_BOOLEAN, &flag);
    dbus_message_iter_close_container(&iter, &definition);
    ask(bus, call);
    call = dbus_message_new_method_call(name, CENTER_PATH, CENTER_INTERFACE, "UnregisterWidget");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &identifier, DBUS_TYPE_INVALID);
    ask(bus, call);
}

/* Returns the cost of a call in µs, one at a time. */
static double flag_microseconds(DBusConnection *bus, const char *name) {
    enum { CALLS = 2000 };
    double start = 0;
    for (int i = -CALLS / 10; i < CALLS; i++) {
        if (i == 0) start = now();
        ask(bus, new_call(name, "set-has-content"));
    }
    return (now() - start) / CALLS * 1e6;
}

void turnover(DBusConnection *bus, const char *name, long pairs) {
    double before = flag_microseconds(bus, name), start = now(), *ends = calloc(pairs + 1, sizeof *ends);
    long done = 0;
    while (done < pairs && ends[done] < MOST_SECONDS) {
        register_and_unregister(bus, name, done);
        ends[++done] = now() - start;
    }
    long tenth = done / 10;
    if (tenth == 0) fail("turnover", "too few");
    printf("%.4f %.4f %.1f %.1f %ld\n", ends[tenth] / tenth * 1e3, (ends[done] - ends[done - tenth]) / tenth * 1e3, before,
           flag_microseconds(bus, name), done);
    free(ends);
}

/* Removes that many manifests from a folder. */
static void unlink_manifests(const char *folder, long count) {
    DIR *files = opendir(folder);
    struct dirent *entry;
    char path[1000];
    while (files != NULL && count > 0 && (entry = readdir(files)) != NULL) {
        if (strstr(entry->d_name, ".widget") == NULL) continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        count -= unlink(path) == 0;
    }
    if (count > 0) fail("too few manifests", folder);
    closedir(files);
}

void removal(DBusConnection *bus, const char *name, const char *folder, long count, double seconds) {
    static struct waits waits;
    DBusMessage *call = new_call(name, "explain");
    double start = now();
    int is_removed = 0;
    while (now() - start < seconds) {
        take_wait(bus, call, 0, &waits, NULL);
        usleep(500);
        if (is_removed || now() - start < seconds / 4) continue;
        waits.count = 0;
        unlink_manifests(folder, count);
        is_removed = 1;
    }
    printf("%.1f\n", microseconds_of(&waits, 1) / 1e3);
}
