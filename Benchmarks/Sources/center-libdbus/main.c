/* center-libdbus NAME [WIDGETS]: the measured part of the center, with minimal code around it. It parses and answers
 * SetHasContent(sb), and for GetManagedObjects writes a hundred widgets from a table. It forwards the content of
 * UpdateWidget to panels without storing it. */
#include "workload.h"
#include "workload_libdbus.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDGET_INTERFACE CENTER_INTERFACE ".Widget"

static struct widget {
    char path[128], identifier[32], name[32];
    const char *description, *icon, *app, *mode, *largest, *result, *state, *error, *source;
    dbus_bool_t has_content, arranged, is_snapshot;
    dbus_uint64_t revision, updated_at, next_update;
    double size[2], margins[4];
} widgets[MOST_WIDGETS];
static int widget_count = 100;

static void make_widgets(void) {
    for (int i = 0; i < widget_count; i++) {
        widgets[i] = (struct widget){
            .description = "", .icon = "", .app = "", .mode = "compact", .largest = "compact", .result = "",
            .state = "unavailable", .error = "", .source = "manifest", .has_content = TRUE, .arranged = TRUE,
            .revision = 1, .updated_at = 1, .margins = {-1, -1, -1, -1},
        };
        snprintf(widgets[i].path, sizeof widgets[i].path, CENTER_PATH "/widget/org_2eexample_2eWidget%03d", i);
        snprintf(widgets[i].identifier, sizeof widgets[i].identifier, "org.example.Widget%03d", i);
        snprintf(widgets[i].name, sizeof widgets[i].name, "Widget number %d", i);
    }
}

static void append_text(DBusMessageIter *dictionary, const char *key, const char *text) {
    workload_append_entry(dictionary, key, DBUS_TYPE_STRING, &text);
}

static void append_doubles(DBusMessageIter *dictionary, const char *key, const char *type, const double *values, int count) {
    DBusMessageIter entry, variant, structure;
    dbus_message_iter_open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, type, &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_STRUCT, NULL, &structure);
    for (int i = 0; i < count; i++) dbus_message_iter_append_basic(&structure, DBUS_TYPE_DOUBLE, &values[i]);
    dbus_message_iter_close_container(&variant, &structure);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(dictionary, &entry);
}

static void append_widget(DBusMessageIter *objects, const struct widget *widget) {
    DBusMessageIter object, interfaces, interface, all;
    const char *path = widget->path, *name = WIDGET_INTERFACE;
    dbus_message_iter_open_container(objects, DBUS_TYPE_DICT_ENTRY, NULL, &object);
    dbus_message_iter_append_basic(&object, DBUS_TYPE_OBJECT_PATH, &path);
    dbus_message_iter_open_container(&object, DBUS_TYPE_ARRAY, "{sa{sv}}", &interfaces);
    dbus_message_iter_open_container(&interfaces, DBUS_TYPE_DICT_ENTRY, NULL, &interface);
    dbus_message_iter_append_basic(&interface, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&interface, DBUS_TYPE_ARRAY, "{sv}", &all);
    append_text(&all, "Identifier", widget->identifier);
    append_text(&all, "Name", widget->name);
    append_text(&all, "Description", widget->description);
    append_text(&all, "Icon", widget->icon);
    append_text(&all, "ContainingApp", widget->app);
    workload_append_entry(&all, "HasContent", DBUS_TYPE_BOOLEAN, &widget->has_content);
    workload_append_entry(&all, "Arranged", DBUS_TYPE_BOOLEAN, &widget->arranged);
    append_text(&all, "DisplayMode", widget->mode);
    append_text(&all, "LargestDisplayMode", widget->largest);
    append_doubles(&all, "PreferredContentSize", "(dd)", widget->size, 2);
    append_doubles(&all, "MarginInsets", "(dddd)", widget->margins, 4);
    workload_append_content_entry(&all, 0);
    workload_append_entry(&all, "Revision", DBUS_TYPE_UINT64, &widget->revision);
    workload_append_entry(&all, "UpdatedAt", DBUS_TYPE_UINT64, &widget->updated_at);
    workload_append_entry(&all, "NextUpdate", DBUS_TYPE_UINT64, &widget->next_update);
    workload_append_entry(&all, "IsSnapshot", DBUS_TYPE_BOOLEAN, &widget->is_snapshot);
    append_text(&all, "LastResult", widget->result);
    append_text(&all, "State", widget->state);
    append_text(&all, "Error", widget->error);
    append_text(&all, "Source", widget->source);
    dbus_message_iter_close_container(&interface, &all);
    dbus_message_iter_close_container(&interfaces, &interface);
    dbus_message_iter_close_container(&object, &interfaces);
    dbus_message_iter_close_container(objects, &object);
}

static DBusMessage *managed_objects(DBusMessage *call) {
    DBusMessage *reply = dbus_message_new_method_return(call);
    DBusMessageIter iter, objects;
    dbus_message_iter_init_append(reply, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{oa{sa{sv}}}", &objects);
    for (int i = 0; i < widget_count; i++) append_widget(&objects, &widgets[i]);
    dbus_message_iter_close_container(&iter, &objects);
    return reply;
}

/* Copies the remaining values in `from`, of any type. */
static void copy_values(DBusMessageIter *from, DBusMessageIter *to) {
    for (int type; (type = dbus_message_iter_get_arg_type(from)) != DBUS_TYPE_INVALID; dbus_message_iter_next(from)) {
        if (dbus_type_is_basic(type)) {
            DBusBasicValue value;
            dbus_message_iter_get_basic(from, &value);
            dbus_message_iter_append_basic(to, type, &value);
            continue;
        }
        DBusMessageIter inner_from, inner_to;
        dbus_message_iter_recurse(from, &inner_from);
        int is_typed = type == DBUS_TYPE_ARRAY || type == DBUS_TYPE_VARIANT;
        char *signature = is_typed ? dbus_message_iter_get_signature(&inner_from) : NULL;
        dbus_message_iter_open_container(to, type, signature, &inner_to);
        copy_values(&inner_from, &inner_to);
        dbus_message_iter_close_container(to, &inner_to);
        dbus_free(signature);
    }
}

/* Forwards the content to panels, as the properties of the widget's object. */
static DBusMessage *relay(DBusConnection *bus, DBusMessage *call) {
    static dbus_uint64_t revision = 0;
    DBusMessageIter in, changes, entry, out, changed, invalidated;
    const char *identifier, *key, *interface = WIDGET_INTERFACE;
    if (!dbus_message_has_signature(call, "sa{sv}")) return dbus_message_new_error(call, DBUS_ERROR_INVALID_ARGS, "sa{sv}");
    dbus_message_iter_init(call, &in);
    dbus_message_iter_get_basic(&in, &identifier);
    int index = atoi(identifier + strlen("org.example.Widget"));
    if (index < 0 || index >= widget_count) return dbus_message_new_error(call, DBUS_ERROR_INVALID_ARGS, identifier);
    revision++;
    DBusMessage *signal = dbus_message_new_signal(widgets[index].path, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged");
    dbus_message_iter_init_append(signal, &out);
    dbus_message_iter_append_basic(&out, DBUS_TYPE_STRING, &interface);
    dbus_message_iter_open_container(&out, DBUS_TYPE_ARRAY, "{sv}", &changed);
    dbus_message_iter_next(&in);
    dbus_message_iter_recurse(&in, &changes);
    for (; dbus_message_iter_get_arg_type(&changes) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&changes)) {
        dbus_message_iter_recurse(&changes, &entry);
        dbus_message_iter_get_basic(&entry, &key);
        if (strcmp(key, "Content") != 0) continue;
        DBusMessageIter to;
        dbus_message_iter_open_container(&changed, DBUS_TYPE_DICT_ENTRY, NULL, &to);
        copy_values(&entry, &to);
        dbus_message_iter_close_container(&changed, &to);
    }
    workload_append_entry(&changed, "Revision", DBUS_TYPE_UINT64, &revision);
    workload_append_entry(&changed, "UpdatedAt", DBUS_TYPE_UINT64, &revision);
    dbus_message_iter_close_container(&out, &changed);
    dbus_message_iter_open_container(&out, DBUS_TYPE_ARRAY, "s", &invalidated);
    dbus_message_iter_close_container(&out, &invalidated);
    dbus_connection_send(bus, signal, NULL);
    dbus_message_unref(signal);
    DBusMessage *reply = dbus_message_new_method_return(call);
    dbus_message_append_args(reply, DBUS_TYPE_UINT64, &revision, DBUS_TYPE_INVALID);
    return reply;
}

static DBusMessage *answer(DBusConnection *bus, DBusMessage *call) {
    DBusError error = DBUS_ERROR_INIT;
    const char *identifier;
    dbus_bool_t flag;
    if (dbus_message_is_method_call(call, CENTER_INTERFACE, "SetHasContent")) {
        if (dbus_message_get_args(call, &error, DBUS_TYPE_STRING, &identifier, DBUS_TYPE_BOOLEAN, &flag, DBUS_TYPE_INVALID))
            return dbus_message_new_method_return(call);
        DBusMessage *reply = dbus_message_new_error(call, DBUS_ERROR_INVALID_ARGS, error.message);
        dbus_error_free(&error);
        return reply;
    }
    if (dbus_message_is_method_call(call, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects"))
        return managed_objects(call);
    if (dbus_message_is_method_call(call, CENTER_INTERFACE, "UpdateWidget")) return relay(bus, call);
    return dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "no such method");
}

int main(int count, char **arguments) {
    DBusConnection *bus = workload_connect("center-libdbus", count > 1 ? arguments[1] : CENTER_INTERFACE);
    if (count > 2) widget_count = atoi(arguments[2]);
    make_widgets();
    while (dbus_connection_read_write(bus, -1)) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(bus)) != NULL) {
            if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL) {
                DBusMessage *reply = answer(bus, message);
                if (!dbus_message_get_no_reply(message)) dbus_connection_send(bus, reply, NULL);
                dbus_message_unref(reply);
            }
            dbus_message_unref(message);
        }
    }
    return 0;
}
