#define _GNU_SOURCE
#include "measure.h"
#include <errno.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void fail(const char *what, const char *detail) {
    fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, detail);
    exit(1);
}

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

double cpu_seconds(unsigned pid) {
    char path[300];
    snprintf(path, sizeof path, "/proc/%u/task", pid);
    DIR *tasks = opendir(path);
    if (tasks == NULL) fail("the service has gone", path);
    unsigned long long total = 0, run;
    struct dirent *entry;
    while ((entry = readdir(tasks)) != NULL) {
        snprintf(path, sizeof path, "/proc/%u/task/%s/schedstat", pid, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (file == NULL) continue;
        if (fscanf(file, "%llu", &run) == 1) total += run;
        fclose(file);
    }
    closedir(tasks);
    return total / 1e9;
}

unsigned owner_pid(DBusConnection *bus, const char *name) {
    DBusMessage *call = dbus_message_new_method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS,
                                                     "GetConnectionUnixProcessID");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID);
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, NULL);
    dbus_uint32_t pid = 0;
    if (reply == NULL || !dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &pid, DBUS_TYPE_INVALID))
        fail("nobody owns the name", name);
    dbus_message_unref(reply);
    dbus_message_unref(call);
    return pid;
}
