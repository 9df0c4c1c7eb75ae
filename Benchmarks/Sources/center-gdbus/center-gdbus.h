#include <gio/gio.h>

/* The reply to GetManagedObjects. */
GVariant *managed_objects(void);
