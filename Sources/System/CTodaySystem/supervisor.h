#ifndef TODAYCENTER_SUPERVISOR_H
#define TODAYCENTER_SUPERVISOR_H

#include <sys/types.h>

/* Forks a child, in which it returns 0; this process becomes the child's supervisor, as csystem_spawn describes. Call
 * it between fork and exec, with all signals blocked. `parent` is the parent of this process, and becomes that of the
 * child. Returns an errno value on failure, in this process. */
int csystem_supervise(pid_t *parent);

#endif
