/* client-sdbus NAME CASE COUNT: the client on sd-bus; see client.h. */
#include "client.h"
#include <stdio.h>

#if __has_include(<systemd/sd-bus.h>)
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

static sd_bus *bus;
static const char *name;
static long sent, done, wanted;
static uint64_t sum;

static int take_echo(sd_bus_message *reply) {
    const char *text;
    int flag;
    if (sd_bus_message_read(reply, "sb", &text, &flag) < 0) return 0;
    free(strdup(text));
    return 1;
}

static int serial(long count) {
    for (long i = 0; i < count; i++) {
        sd_bus_message *reply = NULL;
        if (sd_bus_call_method(bus, name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "Echo", NULL, &reply, "sb", client_text(), 1) < 0 ||
            !take_echo(reply))
            return 0;
        sd_bus_message_unref(reply);
    }
    return 1;
}

static int replied(sd_bus_message *reply, void *data, sd_bus_error *error);

static int send_echo(void) {
    sent++;
    return sd_bus_call_method_async(bus, NULL, name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "Echo", replied, NULL, "sb",
                                    client_text(), 1);
}

static int replied(sd_bus_message *reply, void *data, sd_bus_error *error) {
    if (!take_echo(reply)) exit(1);
    done++;
    if (sent < wanted) send_echo();
    return 0;
}

static int process_until(const long *value, long end) {
    while (*value < end) {
        int result = sd_bus_process(bus, NULL);
        if (result < 0 || (result == 0 && sd_bus_wait(bus, UINT64_MAX) < 0)) return 0;
    }
    return 1;
}

static int flight(long count) {
    sent = done = 0;
    wanted = count;
    while (sent < count && sent < IN_FLIGHT) send_echo();
    return process_until(&done, count);
}

static int properties(long count) {
    for (long i = 0; i < count; i++) {
        sd_bus_message *reply = NULL;
        if (sd_bus_call_method(bus, name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "GiveProperties", NULL, &reply, NULL) < 0) return 0;
        sd_bus_message_enter_container(reply, 'a', "{sv}");
        while (sd_bus_message_enter_container(reply, 'e', "sv") > 0) {
            const char *key, *contents, *text;
            union { uint32_t number; int flag; double real; } value;
            sd_bus_message_read_basic(reply, 's', &key);
            sd_bus_message_peek_type(reply, NULL, &contents);
            free(strdup(key));
            char type = contents[0];
            sd_bus_message_enter_container(reply, 'v', contents);
            if (type == 's') {
                sd_bus_message_read_basic(reply, 's', &text);
                free(strdup(text));
            } else {
                sd_bus_message_read_basic(reply, type, &value);
            }
            sd_bus_message_exit_container(reply);
            sd_bus_message_exit_container(reply);
        }
        sd_bus_message_unref(reply);
    }
    return 1;
}

static int tick(sd_bus_message *signal, void *data, sd_bus_error *error) {
    uint32_t number;
    uint64_t time;
    if (sd_bus_message_read(signal, "ut", &number, &time) < 0) exit(1);
    sum += time;
    done++;
    return 0;
}

static int hear(long count) {
    done = 0;
    while (done < count) {
        sd_bus_message *call = NULL;
        if (sd_bus_message_new_method_call(bus, &call, name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "EmitSignals") < 0) return 0;
        sd_bus_message_append(call, "u", (uint32_t)SIGNAL_BATCH);
        sd_bus_message_set_expect_reply(call, 0);
        sd_bus_send(bus, call, NULL);
        sd_bus_message_unref(call);
        if (!process_until(&done, done + SIGNAL_BATCH)) return 0;
    }
    return 1;
}

static int connect_to(const char *service) {
    name = service;
    return sd_bus_open_user(&bus) >= 0;
}

static int subscribe(void) {
    return sd_bus_match_signal(bus, NULL, NULL, NULL, BENCHMARK_INTERFACE, "Tick", tick, NULL) >= 0;
}

int main(int argument_count, char **arguments) {
    return client_main(argument_count, arguments, connect_to, &(struct client_work){serial, flight, properties, subscribe, hear});
}
#else
int main(void) { return fputs("libsystemd-dev was missing when it was built\n", stderr), STATUS_SKIPPED; }
#endif
