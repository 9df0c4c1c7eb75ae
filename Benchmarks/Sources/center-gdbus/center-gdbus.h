#include <gio/gio.h>

/* Returns the reply to GetManagedObjects. */
GVariant *managed_objects(void);
