#include "load.h"
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

/* Waits until the name has an owner, or has lost it. */
static void wait_for_owner(DBusConnection *bus, const char *name, int owned) {
    for (;;) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus)) != NULL) {
            const char *changed = "", *old = "", *new = "";
            int matches = dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged") &&
                          dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &changed, DBUS_TYPE_STRING, &old,
                                                DBUS_TYPE_STRING, &new, DBUS_TYPE_INVALID) &&
                          strcmp(changed, name) == 0 && (new[0] != 0) == owned;
            dbus_message_unref(message);
            if (matches) return;
        }
        if (!dbus_connection_read_write(bus, 10000)) fail("the bus has gone away", name);
    }
}

double start_milliseconds(DBusConnection *bus, const char *name, long count, char **command) {
    char rule[300];
    snprintf(rule, sizeof rule, "type='signal',sender='%s',member='NameOwnerChanged',arg0='%s'", DBUS_SERVICE_DBUS, name);
    dbus_bus_add_match(bus, rule, NULL);
    dbus_connection_flush(bus);
    double total = 0;
    for (long i = 0; i < count; i++) {
        pid_t child;
        double start = now();
        if (posix_spawn(&child, command[0], NULL, NULL, command, environ) != 0) fail("cannot start", command[0]);
        wait_for_owner(bus, name, 1);
        total += now() - start;
        kill(child, SIGTERM);
        waitpid(child, NULL, 0);
        wait_for_owner(bus, name, 0);
    }
    return total / count * 1e3;
}
