/* center-gdbus NAME: the measured part of the center, on GDBus. It parses and answers SetHasContent(sb), and for
 * GetManagedObjects writes a hundred widgets from a table. */
#include <stdio.h>

#if __has_include(<gio/gio.h>)
#include "center-gdbus.h"
#include "workload.h"

static const char introspection[] =
    "<node><interface name='" CENTER_INTERFACE "'>"
    "<method name='SetHasContent'><arg type='s' direction='in'/><arg type='b' direction='in'/></method>"
    "</interface>"
    "<interface name='org.freedesktop.DBus.ObjectManager'>"
    "<method name='GetManagedObjects'><arg type='a{oa{sa{sv}}}' direction='out'/></method>"
    "</interface></node>";

static void call(GDBusConnection *bus, const gchar *sender, const gchar *path, const gchar *interface,
                 const gchar *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer data) {
    if (g_str_equal(method, "GetManagedObjects")) {
        g_dbus_method_invocation_return_value(invocation, managed_objects());
        return;
    }
    const gchar *identifier;
    gboolean flag;
    g_variant_get(arguments, "(&sb)", &identifier, &flag);
    g_dbus_method_invocation_return_value(invocation, NULL);
}

static void connected(GDBusConnection *bus, const gchar *name, gpointer data) {
    static const GDBusInterfaceVTable table = {.method_call = call};
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(introspection, NULL);
    for (GDBusInterfaceInfo **interface = node->interfaces; *interface != NULL; interface++)
        g_dbus_connection_register_object(bus, CENTER_PATH, *interface, &table, NULL, NULL, NULL);
}

int main(int count, char **arguments) {
    g_bus_own_name(G_BUS_TYPE_SESSION, arguments[count - 1], G_BUS_NAME_OWNER_FLAGS_NONE, connected, NULL, NULL, NULL,
                   NULL);
    g_main_loop_run(g_main_loop_new(NULL, FALSE));
}
#else
int main(void) { return fputs("libglib2.0-dev was missing when it was built\n", stderr), 77; }
#endif
