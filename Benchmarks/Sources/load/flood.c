#include "crew.h"
#include "load.h"
#include "waits.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The limits of one flood: calls of a connection; seconds of measurement; seconds for the last replies, or for the bus
 * to take all calls. */
enum { MOST_CALLS = 4000000, MEASURED_SECONDS = 10, DRAIN_SECONDS = 120 };

/* The time between two calls of the measuring client while the flood expects no replies. */
static const double INTERVAL = 0.001;

struct order {
    const char *name, *word;
    long calls; /* in progress; or in total, if they expect no replies */
    int unanswered;
};

/* The calls of one connection, in the order of their serial numbers. */
struct ledger {
    struct outcome outcome;
    unsigned first_serial;
    long latest;            /* the last answered call */
    unsigned char *replies; /* the number of replies to each call */
};

static void send_next(DBusConnection *bus, const struct order *order, struct ledger *ledger) {
    DBusMessage *call = new_call(order->name, order->word);
    dbus_uint32_t serial;
    dbus_message_set_no_reply(call, order->unanswered);
    dbus_connection_send(bus, call, &serial);
    dbus_message_unref(call);
    if (ledger->outcome.sent++ == 0) ledger->first_serial = serial;
}

static void count_reply(struct ledger *ledger, DBusMessage *message) {
    int type = dbus_message_get_type(message);
    if (type != DBUS_MESSAGE_TYPE_METHOD_RETURN && type != DBUS_MESSAGE_TYPE_ERROR) return;
    long index = (long)dbus_message_get_reply_serial(message) - ledger->first_serial;
    if (index < 0 || index >= ledger->outcome.sent) return;
    const char *error = type == DBUS_MESSAGE_TYPE_ERROR ? dbus_message_get_error_name(message) : NULL;
    int is_refusal = error != NULL && (strstr(error, ".LimitsExceeded") || strstr(error, ".LimitExceeded"));
    if (error != NULL && !is_refusal) fail("flood", error);
    if (ledger->replies[index]++ > 0) {
        ledger->outcome.unwanted++;
        return;
    }
    ledger->outcome.answered++;
    ledger->outcome.refused += is_refusal;
    if (is_refusal) return;
    ledger->outcome.misplaced += index < ledger->latest;
    if (index > ledger->latest) ledger->latest = index;
}

/* Reads available replies, or waits for them for that many ms. */
static void take_replies(DBusConnection *bus, struct ledger *ledger, int milliseconds) {
    if (!dbus_connection_read_write(bus, milliseconds)) fail("flood", "the bus has gone away");
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(bus)) != NULL) {
        count_reply(ledger, message);
        dbus_message_unref(message);
    }
}

/* Keeps that many calls in progress until it must stop, then waits for the last replies. */
static void flood_and_wait(struct member *me, DBusConnection *bus, const struct order *order, struct ledger *ledger) {
    struct outcome *outcome = &ledger->outcome;
    while (!member_must_stop(me)) {
        while (outcome->sent - outcome->answered < order->calls && outcome->sent < MOST_CALLS) send_next(bus, order, ledger);
        take_replies(bus, ledger, 100);
    }
    member_is_done(me);
    double deadline = now() + DRAIN_SECONDS;
    while (outcome->answered < outcome->sent && now() < deadline) take_replies(bus, ledger, 100);
    outcome->missing = outcome->sent - outcome->answered;
}

/* Sends that many calls as fast as the bus takes them, and stays connected until it must stop. */
static void flood_and_leave(struct member *me, DBusConnection *bus, const struct order *order, struct ledger *ledger) {
    while (ledger->outcome.sent < order->calls) {
        send_next(bus, order, ledger);
        if (ledger->outcome.sent % 64 == 0) dbus_connection_flush(bus);
    }
    dbus_connection_flush(bus);
    /* The bus answers this call after it has taken the others. */
    dbus_bus_name_has_owner(bus, order->name, NULL);
    member_is_done(me);
    while (!member_must_stop(me)) take_replies(bus, ledger, 10);
    ledger->outcome.unwanted += ledger->outcome.answered;
}

static struct outcome run(struct member *me, const void *argument) {
    const struct order *order = argument;
    struct ledger ledger = {.latest = -1, .replies = calloc(MOST_CALLS, 1)};
    DBusConnection *bus = workload_connect("load", NULL);
    dbus_connection_set_max_received_size(bus, 1 << 30);
    member_wait(me);
    double start = now();
    (order->unanswered ? flood_and_leave : flood_and_wait)(me, bus, order, &ledger);
    ledger.outcome.seconds = now() - start;
    return ledger.outcome;
}

static void sleep_until(double time) {
    double rest = time - now();
    if (rest > 0) nanosleep(&(struct timespec){.tv_nsec = rest * 1e9}, NULL);
}

/* Takes that many waits, and more while the crew is busy; every fourth is also measured for the bus itself. */
static void take_waits(DBusConnection *bus, DBusMessage *call, long samples, struct crew *crew, double interval,
                       struct waits *of_service, struct waits *of_bus) {
    double start = now();
    for (long i = 0; i < samples || (crew != NULL && crew_is_busy(crew)); i++) {
        double due = interval > 0 ? start + i * interval : 0;
        if (due > 0) sleep_until(due);
        take_wait(bus, call, due, of_service, of_bus != NULL && i % 4 == 0 ? of_bus : NULL);
        if (crew == NULL && now() - start > MEASURED_SECONDS) break;
        if (crew != NULL && now() - start > DRAIN_SECONDS && crew_is_busy(crew)) fail("flood", "it does not end");
    }
}

void flood(const char *name, const char *word, int connections, long calls, int unanswered, long samples) {
    static struct waits quiet, flooded, of_bus;
    struct order order = {.name = name, .word = word, .calls = calls, .unanswered = unanswered};
    DBusMessage *call = new_call(name, "set-has-content"), *probe = new_call(name, word);
    if (probe == NULL) fail("unknown case", word);
    if (calls > MOST_CALLS || samples > MOST_WAITS) fail("flood", "too many");
    dbus_message_unref(probe);
    struct crew crew;
    crew_start(&crew, connections, run, &order);
    DBusConnection *bus = workload_connect("load", NULL);
    double interval = unanswered ? INTERVAL : 0;
    take_waits(bus, call, samples / 10 + 1, NULL, interval, &quiet, NULL);
    quiet.count = 0;
    take_waits(bus, call, samples, NULL, interval, &quiet, NULL);
    crew_begin(&crew);
    /* Wait until the flood is at full strength. */
    if (!unanswered) sleep_until(now() + 0.3);
    take_waits(bus, call, samples, unanswered ? &crew : NULL, interval, &flooded, &of_bus);
    struct outcome outcome = crew_end(&crew);
    printf("%.1f %.1f %.1f %.1f %.1f %.1f %ld %.0f %ld %ld %ld %ld %ld\n", microseconds_of(&quiet, 0.5),
           microseconds_of(&quiet, 0.99), microseconds_of(&flooded, 0.5), microseconds_of(&flooded, 0.99),
           microseconds_of(&flooded, 1), microseconds_of(&of_bus, 0.99), flooded.count, outcome.sent / outcome.seconds,
           outcome.refused, outcome.missing + outcome.unwanted, outcome.misplaced, quiet.failed + flooded.failed, outcome.sent);
}
