/* echo-sdbus NAME: the service on sd-bus. */
#include "workload.h"
#include <stdio.h>

#if __has_include(<systemd/sd-bus.h>)
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>

static int ping(sd_bus_message *call, void *data, sd_bus_error *error) {
    return sd_bus_reply_method_return(call, NULL);
}

static int echo(sd_bus_message *call, void *data, sd_bus_error *error) {
    const char *text;
    int flag, result = sd_bus_message_read(call, "sb", &text, &flag);
    return result < 0 ? result : sd_bus_reply_method_return(call, "sb", text, flag);
}

static int give_properties(sd_bus_message *call, void *data, sd_bus_error *error) {
    sd_bus_message *reply;
    int result = sd_bus_message_new_method_return(call, &reply);
    if (result < 0) return result;
    sd_bus_message_open_container(reply, 'a', "{sv}");
    for (int i = 0; i < PROPERTY_COUNT; i++) {
        const struct workload_property *property = workload_property(i);
        switch (property->type) {
        case 's': sd_bus_message_append(reply, "{sv}", property->name, "s", property->text); break;
        case 'u': sd_bus_message_append(reply, "{sv}", property->name, "u", property->number); break;
        case 'b': sd_bus_message_append(reply, "{sv}", property->name, "b", property->number != 0); break;
        case 'd': sd_bus_message_append(reply, "{sv}", property->name, "d", property->real); break;
        }
    }
    sd_bus_message_close_container(reply);
    result = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return result;
}

static int take_properties(sd_bus_message *call, void *data, sd_bus_error *error) {
    struct { char *key, *text; char type; union { uint32_t number; int flag; double real; } value; } kept[PROPERTY_COUNT * 2];
    uint32_t count = 0;
    int result = sd_bus_message_enter_container(call, 'a', "{sv}");
    while (result >= 0 && count < PROPERTY_COUNT * 2 && sd_bus_message_enter_container(call, 'e', "sv") > 0) {
        const char *key, *contents, *text;
        sd_bus_message_read_basic(call, 's', &key);
        sd_bus_message_peek_type(call, NULL, &contents);
        kept[count].key = strdup(key);
        kept[count].text = NULL;
        kept[count].type = contents[0];
        sd_bus_message_enter_container(call, 'v', contents);
        if (contents[0] == 's') {
            sd_bus_message_read_basic(call, 's', &text);
            kept[count].text = strdup(text);
        } else {
            result = sd_bus_message_read_basic(call, contents[0], &kept[count].value);
        }
        sd_bus_message_exit_container(call);
        sd_bus_message_exit_container(call);
        count++;
    }
    for (uint32_t i = 0; i < count; i++) free(kept[i].key), free(kept[i].text);
    return result < 0 ? result : sd_bus_reply_method_return(call, "u", count);
}

static int give_strings(sd_bus_message *call, void *data, sd_bus_error *error) {
    sd_bus_message *reply;
    int result = sd_bus_message_new_method_return(call, &reply);
    if (result < 0) return result;
    sd_bus_message_open_container(reply, 'a', "s");
    for (int i = 0; i < STRING_COUNT; i++) sd_bus_message_append_basic(reply, 's', workload_string(i));
    sd_bus_message_close_container(reply);
    result = sd_bus_send(NULL, reply, NULL);
    sd_bus_message_unref(reply);
    return result;
}

static int take_strings(sd_bus_message *call, void *data, sd_bus_error *error) {
    char *kept[STRING_COUNT * 2];
    const char *text;
    uint32_t count = 0;
    int result = sd_bus_message_enter_container(call, 'a', "s");
    while (result >= 0 && count < STRING_COUNT * 2 && sd_bus_message_read_basic(call, 's', &text) > 0)
        kept[count++] = strdup(text);
    for (uint32_t i = 0; i < count; i++) free(kept[i]);
    return result < 0 ? result : sd_bus_reply_method_return(call, "u", count);
}

static int emit_signals(sd_bus_message *call, void *data, sd_bus_error *error) {
    uint32_t count;
    int result = sd_bus_message_read(call, "u", &count);
    for (uint32_t i = 0; result >= 0 && i < count; i++)
        result = sd_bus_emit_signal(sd_bus_message_get_bus(call), BENCHMARK_PATH, BENCHMARK_INTERFACE, "Tick", "ut", i,
                                    (uint64_t)i);
    return result < 0 ? result : sd_bus_reply_method_return(call, NULL);
}

static const char *name;
static uint32_t rules, heard;

static int poke(sd_bus_message *signal, void *data, sd_bus_error *error) {
    heard++;
    return 0;
}

static int listen_to(sd_bus_message *call, void *data, sd_bus_error *error) {
    uint32_t count;
    int result = sd_bus_message_read(call, "u", &count);
    for (; result >= 0 && rules < count; rules++) {
        char rule[300];
        snprintf(rule, sizeof rule, "type='signal',interface='%s.R%u',member='Poke'", name, rules);
        result = sd_bus_add_match(sd_bus_message_get_bus(call), NULL, rule, poke, NULL);
    }
    return result < 0 ? result : sd_bus_reply_method_return(call, NULL);
}

static int tell_heard(sd_bus_message *call, void *data, sd_bus_error *error) {
    return sd_bus_reply_method_return(call, "u", heard);
}

static const sd_bus_vtable table[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Ping", "", "", ping, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Echo", "sb", "sb", echo, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GiveProperties", "", "a{sv}", give_properties, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("TakeProperties", "a{sv}", "u", take_properties, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("GiveStrings", "", "as", give_strings, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("TakeStrings", "as", "u", take_strings, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("EmitSignals", "u", "", emit_signals, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Listen", "u", "", listen_to, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_METHOD("Heard", "", "u", tell_heard, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_SIGNAL("Tick", "ut", 0),
    SD_BUS_VTABLE_END,
};

int main(int count, char **arguments) {
    sd_bus *bus;
    name = arguments[count - 1];
    if (sd_bus_open_user(&bus) < 0 || sd_bus_add_object_vtable(bus, NULL, BENCHMARK_PATH, BENCHMARK_INTERFACE, table, NULL) < 0 ||
        sd_bus_request_name(bus, name, 0) < 0)
        return fprintf(stderr, "echo-sdbus: cannot take the name %s\n", name), 1;
    for (;;) {
        int result = sd_bus_process(bus, NULL);
        if (result < 0 || (result == 0 && sd_bus_wait(bus, UINT64_MAX) < 0)) return 1;
    }
}
#else
int main(void) { return fputs("libsystemd-dev was missing when it was built\n", stderr), STATUS_SKIPPED; }
#endif
