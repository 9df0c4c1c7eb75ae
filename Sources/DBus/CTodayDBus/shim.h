/* libdbus-1 as Swift can see it.
 *
 * Swift imports functions and integer macros, but not character macros with a
 * cast, initializer macros, or variadic functions. Each inline function below
 * wraps one of those, without any logic.
 */
#ifndef TODAYCENTER_CDBUS_SHIM_H
#define TODAYCENTER_CDBUS_SHIM_H

#include <dbus/dbus.h>
#include <string.h>

/* `DBUS_TYPE_*` are `((int) 'x')`: a cast, which Swift doesn't import. */
static inline int cdbus_type_invalid(void) { return DBUS_TYPE_INVALID; }
static inline int cdbus_type_byte(void) { return DBUS_TYPE_BYTE; }
static inline int cdbus_type_boolean(void) { return DBUS_TYPE_BOOLEAN; }
static inline int cdbus_type_int16(void) { return DBUS_TYPE_INT16; }
static inline int cdbus_type_uint16(void) { return DBUS_TYPE_UINT16; }
static inline int cdbus_type_int32(void) { return DBUS_TYPE_INT32; }
static inline int cdbus_type_uint32(void) { return DBUS_TYPE_UINT32; }
static inline int cdbus_type_int64(void) { return DBUS_TYPE_INT64; }
static inline int cdbus_type_uint64(void) { return DBUS_TYPE_UINT64; }
static inline int cdbus_type_double(void) { return DBUS_TYPE_DOUBLE; }
static inline int cdbus_type_string(void) { return DBUS_TYPE_STRING; }
static inline int cdbus_type_object_path(void) { return DBUS_TYPE_OBJECT_PATH; }
static inline int cdbus_type_signature(void) { return DBUS_TYPE_SIGNATURE; }
static inline int cdbus_type_unix_fd(void) { return DBUS_TYPE_UNIX_FD; }
static inline int cdbus_type_array(void) { return DBUS_TYPE_ARRAY; }
static inline int cdbus_type_variant(void) { return DBUS_TYPE_VARIANT; }
static inline int cdbus_type_struct(void) { return DBUS_TYPE_STRUCT; }
static inline int cdbus_type_dict_entry(void) { return DBUS_TYPE_DICT_ENTRY; }

/* `DBUS_ERROR_INIT` and `DBUS_MESSAGE_ITER_INIT_CLOSED` are initializer
 * macros. A `DBusError` must be initialized before every use, or libdbus
 * aborts. */
static inline DBusError cdbus_error_init(void) {
    DBusError error = DBUS_ERROR_INIT;
    return error;
}
static inline DBusMessageIter cdbus_iter_init(void) {
    DBusMessageIter iter = DBUS_MESSAGE_ITER_INIT_CLOSED;
    return iter;
}

#endif
