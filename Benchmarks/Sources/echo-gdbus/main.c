/* echo-gdbus NAME: the service on GDBus. */
#include "workload.h"
#include <stdio.h>

#if __has_include(<gio/gio.h>)
#include <gio/gio.h>

static const char introspection[] =
    "<node><interface name='" BENCHMARK_INTERFACE "'>"
    "<method name='Ping'/>"
    "<method name='Echo'><arg type='s' direction='in'/><arg type='b' direction='in'/>"
    "<arg type='s' direction='out'/><arg type='b' direction='out'/></method>"
    "<method name='GiveProperties'><arg type='a{sv}' direction='out'/></method>"
    "<method name='TakeProperties'><arg type='a{sv}' direction='in'/><arg type='u' direction='out'/></method>"
    "<method name='GiveStrings'><arg type='as' direction='out'/></method>"
    "<method name='TakeStrings'><arg type='as' direction='in'/><arg type='u' direction='out'/></method>"
    "<method name='EmitSignals'><arg type='u' direction='in'/></method>"
    "<method name='Listen'><arg type='u' direction='in'/></method>"
    "<method name='Heard'><arg type='u' direction='out'/></method>"
    "<signal name='Tick'><arg type='u'/><arg type='t'/></signal>"
    "</interface></node>";

static GVariant *give_properties(void) {
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_VARDICT);
    for (int i = 0; i < PROPERTY_COUNT; i++) {
        const struct workload_property *property = workload_property(i);
        GVariant *value = property->type == 's'   ? g_variant_new_string(property->text)
                          : property->type == 'u' ? g_variant_new_uint32(property->number)
                          : property->type == 'b' ? g_variant_new_boolean(property->number != 0)
                                                  : g_variant_new_double(property->real);
        g_variant_builder_add(&builder, "{sv}", property->name, value);
    }
    return g_variant_builder_end(&builder);
}

static guint32 take_properties(GVariant *arguments) {
    struct { gchar *key, *text; gdouble real; guint32 number; } kept[PROPERTY_COUNT * 2];
    guint32 count = 0;
    GVariantIter *iter;
    const gchar *key;
    GVariant *value;
    g_variant_get(arguments, "(a{sv})", &iter);
    while (count < PROPERTY_COUNT * 2 && g_variant_iter_next(iter, "{&sv}", &key, &value)) {
        kept[count].key = g_strdup(key);
        kept[count].text = NULL;
        switch (g_variant_classify(value)) {
        case G_VARIANT_CLASS_STRING: kept[count].text = g_variant_dup_string(value, NULL); break;
        case G_VARIANT_CLASS_UINT32: kept[count].number = g_variant_get_uint32(value); break;
        case G_VARIANT_CLASS_BOOLEAN: kept[count].number = g_variant_get_boolean(value); break;
        default: kept[count].real = g_variant_get_double(value);
        }
        g_variant_unref(value);
        count++;
    }
    g_variant_iter_free(iter);
    for (guint32 i = 0; i < count; i++) g_free(kept[i].key), g_free(kept[i].text);
    return count;
}

static GVariant *give_strings(void) {
    GVariantBuilder builder;
    g_variant_builder_init(&builder, G_VARIANT_TYPE_STRING_ARRAY);
    for (int i = 0; i < STRING_COUNT; i++) g_variant_builder_add(&builder, "s", workload_string(i));
    return g_variant_builder_end(&builder);
}

static guint32 take_strings(GVariant *arguments) {
    gchar **kept;
    g_variant_get(arguments, "(^as)", &kept);
    guint32 count = g_strv_length(kept);
    g_strfreev(kept);
    return count;
}

static const gchar *own_name;
static guint32 rules, heard;

static void poke(GDBusConnection *bus, const gchar *sender, const gchar *path, const gchar *interface, const gchar *signal,
                 GVariant *arguments, gpointer data) {
    heard++;
}

static void listen_to(GDBusConnection *bus, guint32 count) {
    for (; rules < count; rules++) {
        gchar *interface = g_strdup_printf("%s.R%u", own_name, rules);
        g_dbus_connection_signal_subscribe(bus, NULL, interface, "Poke", NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE, poke, NULL, NULL);
        g_free(interface);
    }
}

static void call(GDBusConnection *bus, const gchar *sender, const gchar *path, const gchar *interface,
                 const gchar *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data) {
    GVariant *reply = NULL;
    if (g_str_equal(method, "Echo")) {
        const gchar *text;
        gboolean flag;
        g_variant_get(arguments, "(&sb)", &text, &flag);
        reply = g_variant_new("(sb)", text, flag);
    } else if (g_str_equal(method, "GiveProperties")) {
        reply = g_variant_new("(@a{sv})", give_properties());
    } else if (g_str_equal(method, "TakeProperties")) {
        reply = g_variant_new("(u)", take_properties(arguments));
    } else if (g_str_equal(method, "GiveStrings")) {
        reply = g_variant_new("(@as)", give_strings());
    } else if (g_str_equal(method, "TakeStrings")) {
        reply = g_variant_new("(u)", take_strings(arguments));
    } else if (g_str_equal(method, "EmitSignals")) {
        guint32 count;
        g_variant_get(arguments, "(u)", &count);
        for (guint32 i = 0; i < count; i++)
            g_dbus_connection_emit_signal(bus, NULL, path, interface, "Tick", g_variant_new("(ut)", i, (guint64)i), NULL);
    } else if (g_str_equal(method, "Listen")) {
        guint32 count;
        g_variant_get(arguments, "(u)", &count);
        listen_to(bus, count);
    } else if (g_str_equal(method, "Heard")) {
        reply = g_variant_new("(u)", heard);
    }
    g_dbus_method_invocation_return_value(invocation, reply);
}

static void connected(GDBusConnection *bus, const gchar *name, gpointer data) {
    static const GDBusInterfaceVTable table = {.method_call = call};
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(introspection, NULL);
    g_dbus_connection_register_object(bus, BENCHMARK_PATH, node->interfaces[0], &table, NULL, NULL, NULL);
}

int main(int count, char **arguments) {
    own_name = arguments[count - 1];
    g_bus_own_name(G_BUS_TYPE_SESSION, own_name, G_BUS_NAME_OWNER_FLAGS_NONE, connected, NULL, NULL, NULL, NULL);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
#else
int main(void) { return fputs("libglib2.0-dev was missing when it was built\n", stderr), STATUS_SKIPPED; }
#endif
