#include "waits.h"
#include "load.h"
#include <stdlib.h>

enum { MOST_MILLISECONDS = 120000 };

static DBusPendingCall *begin(DBusConnection *bus, DBusMessage *call) {
    DBusPendingCall *pending = NULL;
    if (!dbus_connection_send_with_reply(bus, call, &pending, MOST_MILLISECONDS) || pending == NULL)
        fail("another client", "the bus has gone away");
    return pending;
}

static void end(DBusPendingCall *pending, double start, struct waits *waits) {
    dbus_pending_call_block(pending);
    double seconds = now() - start;
    DBusMessage *reply = dbus_pending_call_steal_reply(pending);
    waits->failed += reply == NULL || dbus_message_get_type(reply) != DBUS_MESSAGE_TYPE_METHOD_RETURN;
    if (reply != NULL) dbus_message_unref(reply);
    dbus_pending_call_unref(pending);
    if (waits->count < MOST_WAITS) waits->seconds[waits->count++] = seconds;
}

void take_wait(DBusConnection *bus, DBusMessage *call, double due, struct waits *of_service, struct waits *of_bus) {
    /* A sent message is locked; its copies aren't. */
    DBusMessage *copy = dbus_message_copy(call);
    DBusPendingCall *pending_bus = NULL;
    double start = now();
    if (of_bus != NULL) {
        DBusMessage *question =
            dbus_message_new_method_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "GetId");
        pending_bus = begin(bus, question);
        dbus_message_unref(question);
    }
    DBusPendingCall *pending = begin(bus, copy);
    if (of_bus != NULL) end(pending_bus, start, of_bus);
    end(pending, due != 0 ? due : start, of_service);
    dbus_message_unref(copy);
}

static int order(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

double microseconds_of(struct waits *waits, double share) {
    if (waits->count == 0) return 0;
    qsort(waits->seconds, waits->count, sizeof *waits->seconds, order);
    long index = waits->count * share;
    return waits->seconds[index < waits->count ? index : waits->count - 1] * 1e6;
}
