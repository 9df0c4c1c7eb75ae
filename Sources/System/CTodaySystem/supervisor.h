#ifndef TODAYCENTER_SUPERVISOR_H
#define TODAYCENTER_SUPERVISOR_H

#include <sys/types.h>

/* Goes on in a child, where it returns 0; this process becomes its supervisor, as csystem_spawn describes. To be called
 * between fork and exec, with all signals blocked. `parent` is the parent of this process, and becomes that of the child.
 * An errno value on failure, in this process. */
int csystem_supervise(pid_t *parent);

#endif
