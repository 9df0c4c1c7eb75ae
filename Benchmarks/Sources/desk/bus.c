#include "desk.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static DBusConnection *bus;

void bus_connect(void) {
    dbus_threads_init_default();
    bus = workload_connect("desk", NULL);
    dbus_connection_set_exit_on_disconnect(bus, FALSE);
}

static DBusMessage *new_push(const char *widget, const char *json) {
    DBusMessage *call =
        dbus_message_new_method_call(CENTER_INTERFACE, CENTER_PATH, CENTER_INTERFACE, "UpdateWidget");
    DBusMessageIter iter, changes;
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_append_basic(&iter, DBUS_TYPE_STRING, &widget);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &changes);
    workload_append_entry(&changes, "Content", DBUS_TYPE_STRING, &json);
    dbus_message_iter_close_container(&iter, &changes);
    return call;
}

static void finish_push(DBusPendingCall *pending) {
    dbus_pending_call_block(pending);
    DBusMessage *reply = dbus_pending_call_steal_reply(pending);
    DBusError error = DBUS_ERROR_INIT;
    if (dbus_set_error_from_message(&error, reply)) fail("UpdateWidget", error.message);
    dbus_message_unref(reply);
    dbus_pending_call_unref(pending);
}

double bus_push(char **changes, const char *color) {
    DBusMessage *calls[MOST_WORDS];
    DBusPendingCall *pending[MOST_WORDS];
    int count = 0;
    for (; changes[0] != NULL && changes[1] != NULL; changes += 2) calls[count++] = new_push(changes[0], changes[1]);
    double start = now(), end = 0;
    for (int i = 0; i < count; i++) dbus_connection_send_with_reply(bus, calls[i], &pending[i], PATIENCE * 1000);
    dbus_connection_flush(bus);
    if (color != NULL) {
        screen_wait(strtoul(color, NULL, 16), 1, 0);
        end = now();
    }
    for (int i = 0; i < count; i++) finish_push(pending[i]);
    if (color == NULL) end = now();
    for (int i = 0; i < count; i++) dbus_message_unref(calls[i]);
    return end - start;
}

pid_t bus_owner(const char *name) {
    DBusMessage *call = dbus_message_new_method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS,
                                                     "GetConnectionUnixProcessID");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID);
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, NULL);
    dbus_uint32_t process = 0;
    if (reply == NULL || !dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &process, DBUS_TYPE_INVALID))
        fail("nobody owns the name", name);
    dbus_message_unref(reply);
    dbus_message_unref(call);
    return process;
}

/* The number of answers to a poll each millisecond over a few minutes. */
enum { MOST_ANSWERS = 200000 };

static struct {
    pthread_t thread;
    atomic_int is_over;
    DBusConnection *bus;
    DBusMessage *call;
    double *seconds;
    int count;
} asker;

static void *ask(void *unused) {
    (void)unused;
    while (!asker.is_over && asker.count < MOST_ANSWERS) {
        DBusMessage *call = dbus_message_copy(asker.call);
        double start = now();
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(asker.bus, call, PATIENCE * 1000, NULL);
        double seconds = now() - start;
        /* An error means that the program isn't ready yet. */
        if (reply != NULL) {
            asker.seconds[asker.count++] = seconds;
            dbus_message_unref(reply);
        }
        dbus_message_unref(call);
        usleep(1000);
    }
    return NULL;
}

void bus_begin_asking(const char *name, const char *path) {
    asker.is_over = 0;
    asker.count = 0;
    asker.bus = workload_connect("desk", NULL);
    dbus_connection_set_exit_on_disconnect(asker.bus, FALSE);
    asker.call = dbus_message_new_method_call(name, path, "org.gtk.Actions", "List");
    dbus_message_set_auto_start(asker.call, FALSE);
    asker.seconds = calloc(MOST_ANSWERS, sizeof *asker.seconds);
    if (pthread_create(&asker.thread, NULL, ask, NULL) != 0) fail("pthread_create", name);
}

static int order(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

int bus_end_asking(double *result) {
    asker.is_over = 1;
    pthread_join(asker.thread, NULL);
    int count = asker.count;
    if (count == 0) fail("the panel's loop", "never answered");
    qsort(asker.seconds, count, sizeof *asker.seconds, order);
    result[0] = asker.seconds[count / 2];
    result[1] = asker.seconds[count * 99 / 100];
    result[2] = asker.seconds[count - 1];
    free(asker.seconds);
    dbus_message_unref(asker.call);
    dbus_connection_close(asker.bus);
    dbus_connection_unref(asker.bus);
    return count;
}
