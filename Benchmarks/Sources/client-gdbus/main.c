/* client-gdbus NAME CASE COUNT: the client on GDBus; see client.h. */
#include "client.h"
#include <stdio.h>

#if __has_include(<gio/gio.h>)
#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

static GDBusConnection *bus;
static const char *name;
static long sent, done, wanted;
static guint64 sum;

static GVariant *echo_arguments(void) { return g_variant_new("(sb)", client_text(), TRUE); }

static int take_echo(GVariant *reply) {
    gchar *text;
    gboolean flag;
    if (reply == NULL) return 0;
    g_variant_get(reply, "(sb)", &text, &flag);
    g_free(text);
    g_variant_unref(reply);
    return 1;
}

static int serial(long count) {
    for (long i = 0; i < count; i++)
        if (!take_echo(g_dbus_connection_call_sync(bus, name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "Echo", echo_arguments(),
                                                   G_VARIANT_TYPE("(sb)"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL)))
            return 0;
    return 1;
}

static void replied(GObject *object, GAsyncResult *result, gpointer data);

static void send_echo(void) {
    sent++;
    g_dbus_connection_call(bus, name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "Echo", echo_arguments(), G_VARIANT_TYPE("(sb)"),
                           G_DBUS_CALL_FLAGS_NONE, -1, NULL, replied, NULL);
}

static void replied(GObject *object, GAsyncResult *result, gpointer data) {
    if (!take_echo(g_dbus_connection_call_finish(bus, result, NULL))) exit(1);
    done++;
    if (sent < wanted) send_echo();
}

static int iterate_until(const long *value, long end) {
    while (*value < end) g_main_context_iteration(NULL, TRUE);
    return 1;
}

static int flight(long count) {
    sent = done = 0;
    wanted = count;
    while (sent < count && sent < IN_FLIGHT) send_echo();
    return iterate_until(&done, count);
}

static int properties(long count) {
    for (long i = 0; i < count; i++) {
        GVariant *reply = g_dbus_connection_call_sync(bus, name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "GiveProperties", NULL,
                                                      G_VARIANT_TYPE("(a{sv})"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
        if (reply == NULL) return 0;
        GVariantIter *iter;
        const gchar *key;
        GVariant *value;
        g_variant_get(reply, "(a{sv})", &iter);
        while (g_variant_iter_next(iter, "{&sv}", &key, &value)) {
            g_free(g_strdup(key));
            if (g_variant_is_of_type(value, G_VARIANT_TYPE_STRING)) g_free(g_variant_dup_string(value, NULL));
            g_variant_unref(value);
        }
        g_variant_iter_free(iter);
        g_variant_unref(reply);
    }
    return 1;
}

static void tick(GDBusConnection *connection, const gchar *sender, const gchar *path, const gchar *interface,
                 const gchar *signal, GVariant *arguments, gpointer data) {
    guint32 number;
    guint64 time;
    g_variant_get(arguments, "(ut)", &number, &time);
    sum += time;
    done++;
}

static int hear(long count) {
    done = 0;
    while (done < count) {
        g_dbus_connection_call(bus, name, BENCHMARK_PATH, BENCHMARK_INTERFACE, "EmitSignals",
                               g_variant_new("(u)", (guint32)SIGNAL_BATCH), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, NULL);
        iterate_until(&done, done + SIGNAL_BATCH);
    }
    return 1;
}

static int connect_to(const char *service) {
    name = service;
    bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    return bus != NULL;
}

static int subscribe(void) {
    g_dbus_connection_signal_subscribe(bus, NULL, BENCHMARK_INTERFACE, "Tick", NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE, tick, NULL, NULL);
    return 1;
}

int main(int argument_count, char **arguments) {
    return client_main(argument_count, arguments, connect_to, &(struct client_work){serial, flight, properties, subscribe, hear});
}
#else
int main(void) { return fputs("libglib2.0-dev was missing when it was built\n", stderr), STATUS_SKIPPED; }
#endif
