/* Machines that publish a widget to an MQTT broker, and a panel that shows them as one widget of today-bridge.
 *
 *   fleet PORT MACHINES RATE SECONDS WIDGET PID
 *
 * A tenth of the machines has a connection of its own, with a last will; the others share 100 connections. When the
 * widget names all machines, RATE machines a second change for SECONDS seconds. Meanwhile, single machines fail: first
 * one among none, then one at a time beside another one that keeps failing.
 *
 * It prints: ms from a failure to the signal that names the machine, of the first failure, and p50, p99 and maximum of
 * the others; changes per second; CPU of today-bridge and of the process PID (0: none) in percent of a core. */
#define _GNU_SOURCE
#include "measure.h"
#include "workload.h"
#include "workload_libdbus.h"
#include <mosquitto.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { SHARED = 100, MOST_SAMPLES = 10000, HOLD = 3 };

static struct mosquitto **clients;
static int client_count, machine_count, own_count;
static DBusConnection *bus;
static const char *widget_path;

static struct mosquitto *client_of(int machine) {
    return machine < own_count ? clients[machine] : clients[own_count + machine % SHARED];
}

static void publish(int machine, const char *part, const char *payload) {
    char topic[200];
    snprintf(topic, sizeof topic, "todaycenter/1/m%05d/%s", machine, part);
    int code = mosquitto_publish(client_of(machine), NULL, topic, (int)strlen(payload), payload, 0, true);
    if (code != MOSQ_ERR_SUCCESS) fail("publish", mosquitto_strerror(code));
}

static void publish_content(int machine, double value) {
    char payload[200];
    snprintf(payload, sizeof payload,
             "{\"kind\":\"progress\",\"value\":%.4f}", value);
    publish(machine, "org.example.Disk/content", payload);
}

static void publish_state(int machine, const char *error) {
    char payload[300];
    snprintf(payload, sizeof payload,
             "{\"HasContent\":true,\"Error\":\"%s\",\"ErrorKind\":\"%s\",\"Attention\":\"none\",\"Badge\":0,\"UpdatedAt\":0,"
             "\"SentAt\":0}",
             error, *error ? "app" : "");
    publish(machine, "org.example.Disk/state", payload);
}

/* Lets libmosquitto send what waits, read answers, and keep the connections alive. */
static void tend(void) {
    static struct pollfd *wait;
    if (wait == NULL) wait = calloc((size_t)client_count, sizeof *wait);
    for (int i = 0; i < client_count; i++) {
        wait[i].fd = mosquitto_socket(clients[i]);
        wait[i].events = (short)(POLLIN | (mosquitto_want_write(clients[i]) ? POLLOUT : 0));
    }
    poll(wait, (nfds_t)client_count, 0);
    for (int i = 0; i < client_count; i++) {
        int code = MOSQ_ERR_SUCCESS;
        if (wait[i].revents & POLLIN) code = mosquitto_loop_read(clients[i], 1);
        if (code == MOSQ_ERR_SUCCESS && wait[i].revents & POLLOUT) code = mosquitto_loop_write(clients[i], 1);
        if (code == MOSQ_ERR_SUCCESS) code = mosquitto_loop_misc(clients[i]);
        if (code != MOSQ_ERR_SUCCESS) fail("a connection to the broker ended", mosquitto_strerror(code));
    }
}

static void connect_all(int port) {
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    client_count = own_count + SHARED;
    clients = calloc((size_t)client_count, sizeof *clients);
    for (int i = 0; i < client_count; i++) {
        char text[100];
        snprintf(text, sizeof text, "fleet-%d", i);
        clients[i] = mosquitto_new(text, true, NULL);
        mosquitto_int_option(clients[i], MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
        if (i < own_count) {
            snprintf(text, sizeof text, "todaycenter/1/m%05d/$state", i);
            mosquitto_will_set(clients[i], text, 7, "offline", 1, true);
        }
        int code = mosquitto_connect(clients[i], "127.0.0.1", port, 60);
        if (code != MOSQ_ERR_SUCCESS) fail("connect", mosquitto_strerror(code));
        /* mosquitto_loop() can't wait for more than 1,024 connections. */
        struct pollfd wait = {.fd = mosquitto_socket(clients[i]), .events = POLLIN};
        if (poll(&wait, 1, 5000) != 1) fail("connect", "no answer");
        code = mosquitto_loop_read(clients[i], 1);
        if (code != MOSQ_ERR_SUCCESS) fail("connect", mosquitto_strerror(code));
    }
}

/* Whether a message has a text. */
static int has_text(DBusMessage *message, const char *text) {
    char *bytes;
    int size = 0;
    if (!dbus_message_marshal(message, &bytes, &size)) return 0;
    int found = memmem(bytes, (size_t)size, text, strlen(text)) != NULL;
    dbus_free(bytes);
    return found;
}

/* Whether a signal of the widget that has arrived names a machine. */
static int is_named(const char *machine) {
    int found = 0;
    DBusMessage *message;
    if (!dbus_connection_read_write(bus, 0)) fail("the bus has gone away", widget_path);
    while ((message = dbus_connection_pop_message(bus)) != NULL) {
        if (dbus_message_has_path(message, widget_path) && dbus_message_has_member(message, "PropertiesChanged"))
            found |= has_text(message, machine);
        dbus_message_unref(message);
    }
    return found;
}

/* Waits until the content of the widget has a text. */
static void wait_for_content(const char *text) {
    for (double end = now() + 120; now() < end;) {
        DBusMessage *call = dbus_message_new_method_call(
            CENTER_INTERFACE, widget_path, DBUS_INTERFACE_PROPERTIES, "Get");
        const char *interface = "org.todaycenter.NotificationCenter1.Widget", *property = "Content";
        dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, 5000, NULL);
        int found = reply != NULL && has_text(reply, text);
        if (reply != NULL) dbus_message_unref(reply);
        dbus_message_unref(call);
        if (found) return;
        tend();
        poll(NULL, 0, 100);
    }
    fail("the widget doesn't show", text);
}

static int order(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

int main(int count, char **words) {
    if (count != 7) fail("usage", "fleet PORT MACHINES RATE SECONDS WIDGET PID");
    machine_count = atoi(words[2]);
    own_count = machine_count / 10;
    double rate = atof(words[3]), seconds = atof(words[4]);
    widget_path = words[5];
    unsigned reader = (unsigned)atoi(words[6]);
    mosquitto_lib_init();
    connect_all(atoi(words[1]));
    for (int i = 0; i < machine_count; i++) {
        if (i < own_count) publish(i, "$state", "online");
        publish_content(i, (i % 100) / 200.0);
        publish_state(i, "");
        if (i % 200 == 0) tend();
    }
    bus = workload_connect("fleet", NULL);
    begin_viewing(bus, CENTER_INTERFACE);
    char rule[400], text[100];
    snprintf(rule, sizeof rule, "type='signal',interface='" DBUS_INTERFACE_PROPERTIES "',path='%s'", widget_path);
    dbus_bus_add_match(bus, rule, NULL);
    snprintf(text, sizeof text, "%d machines", machine_count);
    wait_for_content(text);
    unsigned bridge = owner_pid(bus, "org.todaycenter.Bridge");
    double cpu = cpu_seconds(bridge), of_reader = reader ? cpu_seconds(reader) : 0;
    double *samples = calloc(MOST_SAMPLES, sizeof *samples), first = -1;
    int sampled = 0, failing = -1;
    long changes = 0;
    char name[16] = "";
    double start = now(), begun = 0, next_failure = start + 2.0;
    srand(1);
    for (double time; (time = now()) < start + seconds;) {
        while (changes < (time - start) * rate) {
            publish_content(HOLD + 1 + rand() % (machine_count - HOLD - 1), (rand() % 1000) / 2000.0);
            changes++;
        }
        if (failing < 0 && time >= next_failure && sampled < MOST_SAMPLES) {
            failing = first < 0 ? HOLD : HOLD + 1 + rand() % (machine_count - HOLD - 1);
            snprintf(name, sizeof name, "m%05d", failing);
            is_named(name);
            publish_state(failing, "The disk is full");
            begun = now();
        }
        tend();
        if (failing >= 0 && is_named(name)) {
            double waited = (now() - begun) * 1000;
            if (first < 0) first = waited;
            else samples[sampled++] = waited, publish_state(failing, "");
            failing = -1;
            /* At any moment between two signals. */
            next_failure = now() + (rand() % 1000) / 1000.0;
        } else if (failing >= 0 && now() > begun + 30) {
            fail("no signal within 30 s names", name);
        }
        poll(NULL, 0, 1);
    }
    double passed = now() - start;
    cpu = (cpu_seconds(bridge) - cpu) / passed * 100;
    if (reader) of_reader = (cpu_seconds(reader) - of_reader) / passed * 100;
    qsort(samples, (size_t)sampled, sizeof *samples, order);
    if (sampled == 0) fail("failures", "none was shown");
    printf("%.1f %.1f %.1f %.1f %.0f %.3f %.3f\n", first, samples[sampled / 2], samples[(int)(sampled * 0.99)],
           samples[sampled - 1], changes / passed, cpu, of_reader);
    return 0;
}
