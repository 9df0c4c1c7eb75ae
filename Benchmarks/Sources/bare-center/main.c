/* The least a service can do: parse SetHasContent(sb), and reply. */
#include <dbus/dbus.h>
#include <stdio.h>

int main(void) {
    DBusError error;
    dbus_error_init(&error);
    DBusConnection *bus = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (bus == NULL) return fprintf(stderr, "bare-center: %s\n", error.message), 1;
    if (dbus_bus_request_name(bus, "org.todaycenter.NotificationCenter1", DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) != 1)
        return fprintf(stderr, "bare-center: the name is taken\n"), 1;
    while (dbus_connection_read_write(bus, -1)) {
        DBusMessage *call;
        while ((call = dbus_connection_pop_message(bus)) != NULL) {
            DBusMessage *reply = NULL;
            const char *identifier;
            dbus_bool_t flag;
            if (dbus_message_is_method_call(call, "org.todaycenter.NotificationCenter1", "SetHasContent")) {
                if (dbus_message_get_args(call, &error, DBUS_TYPE_STRING, &identifier, DBUS_TYPE_BOOLEAN, &flag,
                                          DBUS_TYPE_INVALID)) {
                    reply = dbus_message_new_method_return(call);
                } else {
                    reply = dbus_message_new_error(call, DBUS_ERROR_INVALID_ARGS, error.message);
                    dbus_error_free(&error);
                }
            } else if (dbus_message_get_type(call) == DBUS_MESSAGE_TYPE_METHOD_CALL) {
                reply = dbus_message_new_error(call, DBUS_ERROR_UNKNOWN_METHOD, "unknown");
            }
            if (reply != NULL) {
                dbus_connection_send(bus, reply, NULL);
                dbus_message_unref(reply);
            }
            dbus_message_unref(call);
        }
    }
    return 0;
}
