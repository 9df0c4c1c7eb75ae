/* load CALLS IN_FLIGHT: calls SetHasContent that often, with that many calls under way, and prints
 *   calls per second, and the service's CPU time in microseconds per call
 * after a tenth of the calls to warm up. */
#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NAME "org.todaycenter.NotificationCenter1"
#define PATH "/org/todaycenter/NotificationCenter1"

static DBusConnection *bus;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/* User and system time of a process in seconds, from all its threads' schedstat (nanoseconds). */
static double cpu(unsigned pid) {
    char command[128];
    snprintf(command, sizeof command, "cat /proc/%u/task/*/schedstat", pid);
    FILE *file = popen(command, "r");
    unsigned long long total = 0, run, wait, slices;
    while (file != NULL && fscanf(file, "%llu %llu %llu", &run, &wait, &slices) == 3) total += run;
    if (file != NULL) pclose(file);
    return total / 1e9;
}

static void fail(const char *what) {
    fprintf(stderr, "load: %s\n", what);
    exit(1);
}

static unsigned owner_pid(void) {
    DBusMessage *call = dbus_message_new_method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS,
                                                     "GetConnectionUnixProcessID");
    const char *name = NAME;
    dbus_message_append_args(call, DBUS_TYPE_STRING, &name, DBUS_TYPE_INVALID);
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, NULL);
    dbus_uint32_t pid = 0;
    if (reply == NULL || !dbus_message_get_args(reply, NULL, DBUS_TYPE_UINT32, &pid, DBUS_TYPE_INVALID))
        fail("nobody owns " NAME);
    return pid;
}

static void register_widget(void) {
    DBusMessage *call = dbus_message_new_method_call(NAME, PATH, NAME, "RegisterWidget");
    const char *identifier = "org.example.Bench";
    DBusMessageIter arguments, dictionary;
    dbus_message_iter_init_append(call, &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_STRING, &identifier);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &dictionary);
    dbus_message_iter_close_container(&arguments, &dictionary);
    /* The bare rival does not know it; that is fine. */
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, -1, NULL);
    if (reply != NULL) dbus_message_unref(reply);
    dbus_message_unref(call);
}

static void send_call(void) {
    DBusMessage *call = dbus_message_new_method_call(NAME, PATH, NAME, "SetHasContent");
    const char *identifier = "org.example.Bench";
    dbus_bool_t flag = 1;
    dbus_message_append_args(call, DBUS_TYPE_STRING, &identifier, DBUS_TYPE_BOOLEAN, &flag, DBUS_TYPE_INVALID);
    dbus_connection_send(bus, call, NULL);
    dbus_message_unref(call);
}

static void run(long calls, long in_flight) {
    long sent = 0, done = 0;
    while (sent < in_flight && sent < calls) send_call(), sent++;
    while (done < calls) {
        if (!dbus_connection_read_write(bus, -1)) fail("the bus has gone away");
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus)) != NULL) {
            int type = dbus_message_get_type(message);
            if (type == DBUS_MESSAGE_TYPE_ERROR) fail(dbus_message_get_error_name(message));
            if (type == DBUS_MESSAGE_TYPE_METHOD_RETURN) {
                done++;
                if (sent < calls) send_call(), sent++;
            }
            dbus_message_unref(message);
        }
    }
}

int main(int count, char **arguments) {
    if (count != 3) fail("usage: load CALLS IN_FLIGHT");
    long calls = atol(arguments[1]), in_flight = atol(arguments[2]);
    bus = dbus_bus_get_private(DBUS_BUS_SESSION, NULL);
    if (bus == NULL) fail("no bus");
    unsigned pid = owner_pid();
    register_widget();
    run(calls / 10 + 1, in_flight);
    double cpu_before = cpu(pid), start = now();
    run(calls, in_flight);
    double seconds = now() - start;
    printf("%.0f %.3f\n", calls / seconds, (cpu(pid) - cpu_before) / calls * 1e6);
    return 0;
}
